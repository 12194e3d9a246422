import { AppError } from "../../lib/errors.ts";
import { actionHints, type FieldLinks } from "../action-hints.ts";
import type { QueryAnswer, QueryTask, Remark } from "../execution/task.ts";
import { pageBytesMax } from "../limits.ts";
import { type SharedJson, toSharedJson } from "../shared-json.ts";

/** A task whose answer leaves the worker as JSON text. */
export interface EncodedTask extends QueryTask {
  /** Search and Around: adds to each event the next steps for its fields, with these links. */
  links: FieldLinks | undefined;
  /** Search and Around: adds to each event the triggers that fired for it. */
  addTriggerData?: boolean;
}

/** An answer as it leaves the worker. */
export interface EncodedAnswer {
  results: SharedJson;
  /** Search only: events on all pages together; undefined when they were not counted. */
  itemCount: number | undefined;
  stopped: boolean;
  rowsRead: number;
  remarks?: readonly Remark[];
}

/** Throws AppError `too_large` for a page of huge events. */
export function encodeAnswer(
  { results, ...rest }: QueryAnswer,
  extras: Pick<EncodedTask, "links" | "addTriggerData">,
): EncodedAnswer {
  const { events, ...others } = results as { events?: EventPage };
  if (events === undefined) return { ...rest, results: toSharedJson(results), itemCount: undefined };
  return {
    ...rest,
    results: writeSearch(others, events, extras),
    itemCount: events.item_count ?? undefined,
  };
}

interface EventPage {
  objects: Record<string, unknown>[];
  /** Null: not counted. */
  item_count: number | null;
}

/** Event by event, so that a page that is too large is refused before all of it becomes text. */
function writeSearch(
  others: object,
  { objects, ...page }: EventPage,
  { links, addTriggerData = false }: Pick<EncodedTask, "links" | "addTriggerData">,
): SharedJson {
  const isPlain = links === undefined && !addTriggerData;
  const events: Uint8Array[] = [];
  let sizeBytes = 0;
  for (const whole of objects) {
    const event = isPlain ? plainJson(whole) : Buffer.from(JSON.stringify(dressed(whole, links, addTriggerData)));
    sizeBytes += event.length;
    if (sizeBytes > pageBytesMax) throw pageTooLarge();
    events.push(event);
  }
  const rest = JSON.stringify({ ...others, events: page });
  return joinPage(Buffer.from(`${rest.slice(0, -2)},"objects":[`), events, sizeBytes);
}

/** Events of sealed segments are the same objects from one page to the next, and so is their cached text. */
function plainJson(event: Record<string, unknown>): Uint8Array {
  const known = plainTexts.get(event);
  if (known !== undefined) return known;
  const json = Buffer.from(JSON.stringify(withoutTriggerData(event)));
  plainTexts.set(event, json);
  return json;
}

const plainTexts = new WeakMap<object, Uint8Array>();

function dressed(whole: Record<string, unknown>, links: FieldLinks | undefined, addTriggerData: boolean) {
  const event = addTriggerData ? whole : withoutTriggerData(whole);
  return links === undefined ? event : { ...event, actions: actionHints(event, links) };
}

/** `sizeBytes`: of the events together. */
function joinPage(begin: Uint8Array, events: readonly Uint8Array[], sizeBytes: number): SharedJson {
  const commas = Math.max(0, events.length - 1);
  const page = new Uint8Array(new SharedArrayBuffer(begin.length + sizeBytes + commas + pageEnd.length));
  page.set(begin);
  let at = begin.length;
  for (const [index, event] of events.entries()) {
    if (index > 0) page[at++] = comma;
    page.set(event, at);
    at += event.length;
  }
  page.set(pageEnd, at);
  return page;
}

const comma = ",".charCodeAt(0);
const pageEnd = Buffer.from("]}}");

function withoutTriggerData(event: Record<string, unknown>): Record<string, unknown> {
  const { triggers_fired_data: data } = event;
  return Array.isArray(data) && data.length > 0 ? { ...event, triggers_fired_data: [] } : event;
}

function pageTooLarge(): AppError {
  const sizeMb = pageBytesMax / 1024 / 1024;
  return new AppError(
    "too_large",
    `The events of this page are more than ${sizeMb} MB of text. Ask for a smaller page_size.`,
  );
}
