import { AppError } from "../lib/errors.ts";
import { actionHints, type FieldLinks } from "./action-hints.ts";
import { pageCharactersMax } from "./limits.ts";
import type { QueryAnswer, QueryTask } from "./question.ts";
import { type SharedJson, shareText, toSharedJson } from "./shared-json.ts";

/** A task whose answer shall leave the worker as JSON text. */
export interface EncodedTask extends QueryTask {
  /** Search only: adds to each event what can be done with its fields, with these links. */
  links: FieldLinks | undefined;
  /** Search only: each event says what triggers fired for it. */
  addTriggerData?: boolean;
}

/** An answer as it leaves the worker. */
export interface EncodedAnswer {
  results: SharedJson;
  /** Search only: events on all pages together; undefined when they were not counted. */
  itemCount: number | undefined;
  stopped: boolean;
  rowsRead: number;
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
    results: shareText(writeSearch(others, events, extras)),
    itemCount: events.item_count ?? undefined,
  };
}

interface EventPage {
  objects: Record<string, unknown>[];
  /** Null: not counted. */
  item_count: number | null;
}

/** Event by event, so that a page which is too large is refused before all of it is text. */
function writeSearch(
  others: object,
  { objects, ...page }: EventPage,
  { links, addTriggerData = false }: Pick<EncodedTask, "links" | "addTriggerData">,
): string {
  const texts: string[] = [];
  let characters = 0;
  for (const whole of objects) {
    const event = addTriggerData ? whole : withoutTriggerData(whole);
    const text = JSON.stringify(links === undefined ? event : { ...event, actions: actionHints(event, links) });
    characters += text.length;
    if (characters > pageCharactersMax) throw pageTooLarge();
    texts.push(text);
  }
  const rest = JSON.stringify({ ...others, events: page });
  return `${rest.slice(0, -2)},"objects":[${texts.join(",")}]}}`;
}

function withoutTriggerData(event: Record<string, unknown>): Record<string, unknown> {
  const { triggers_fired_data: data } = event;
  return Array.isArray(data) && data.length > 0 ? { ...event, triggers_fired_data: [] } : event;
}

function pageTooLarge(): AppError {
  const sizeMb = pageCharactersMax / 1024 / 1024;
  return new AppError(
    "too_large",
    `The events of this page are more than ${sizeMb} MB of text. Ask for a smaller page_size.`,
  );
}
