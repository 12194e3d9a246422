import type { EventRow, Micros } from "../../eventstore/event/event.ts";
import { messageBytesMax, nameCharactersMax } from "../../eventstore/event/event-limits.ts";
import { addExtraFields } from "../../eventstore/event/extra-fields.ts";
import { defaultFacility, defaultSeverity } from "../../eventstore/event/syslog-priority.ts";
import { cutToBytes, cutToCharacters } from "../../lib/text-bounds.ts";
import type { RuleOutcome } from "../../parser-rules/run/event-rules.ts";
import { aheadMicrosMax, extraBytesMax } from "../limits.ts";
import { readCiscoMnemonic } from "./cisco-mnemonic.ts";
import type { EventFields } from "./event-fields.ts";
import { readFoldedMessage } from "./folded-message.ts";

/** The defaults and bounds that complete and judge an event; one for all events of a delivery. */
export interface MapContext {
  /** The time of events that name none, and of those whose own time cannot be right. */
  arrival: Micros;
  /** Older than this is out of time. */
  oldest: Micros;
  /** Host of events that name none. */
  address: string;
  /** Index into `eventTypes`. */
  type: number;
  /** Tags for events that do not have them: name, value, name, value … */
  defaultTags: readonly string[];
  /** True: lines of text are messages as they are, whatever they look like. */
  keepsLines?: boolean;
}

export interface MappedEvent {
  row: EventRow;
  /** Retry key, "" for none. */
  eventId: string;
  /** Something did not fit its bound. */
  cut: boolean;
  outOfTime: boolean;
  /** Which fields came with it; see `sentFields`. */
  sent: number;
  /** A user's rule gave a field or tag of the sender another value. */
  isOverwritten?: boolean;
  /** The result of rules, which must not run again, and its time before. */
  ruled?: { outcome: RuleOutcome; time: Micros };
  /** How often it happened, according to its message. */
  count: number;
  /** Its time is unknown: it stands under the time of its arrival. */
  withoutTime: boolean;
}

/** Fills defaults in, applies the bounds, judges the time. The fields must not be used afterwards. */
export function finishEvent(fields: EventFields, context: MapContext): MappedEvent {
  const time = fields.time ?? context.arrival;
  const repeated = readFoldedMessage(fields.message);
  if (repeated !== undefined) fields.message = repeated.message;
  const outOfTime = !isTimely(time, context);
  for (let i = 0; i < context.defaultTags.length; i += 2)
    fields.tags.add(context.defaultTags[i]!, context.defaultTags[i + 1]!);
  const host = cutToCharacters(fields.host || context.address, nameCharactersMax);
  const program = cutToCharacters(fields.program, nameCharactersMax);
  const ciscoMnemonic = cutToCharacters(fields.ciscoMnemonic || readCiscoMnemonic(fields.message), nameCharactersMax);
  const message = cutToBytes(fields.message, messageBytesMax);
  const tags = fields.tags.finish();
  const extra = extraText(fields, outOfTime ? time : undefined);
  const row: EventRow = {
    times: [outOfTime ? context.arrival : time],
    host,
    program,
    message,
    severity: fields.severity ?? defaultSeverity,
    facility: fields.facility ?? defaultFacility,
    type: context.type,
    status: 0,
    ciscoMnemonic,
    tags,
    extra: extra.text,
  };
  const cut =
    repeated?.isCut === true ||
    fields.tags.cut ||
    extra.cut ||
    message.length < fields.message.length ||
    program.length < fields.program.length ||
    host.length < fields.host.length ||
    ciscoMnemonic.length < fields.ciscoMnemonic.length;
  const withoutTime = fields.time === undefined && fields.isTimeUnknown;
  const { eventId, sent } = fields;
  return { row, eventId, sent, cut, outOfTime, withoutTime, count: repeated?.count ?? 1 };
}

/** A parser rule may have given the event another time than `before`: it counts only if it can be right. */
export function judgeRuleTime(event: MappedEvent, before: Micros, { arrival, oldest }: MapContext): void {
  const { row } = event;
  const time = row.times[0]!;
  if (time === before) return;
  event.withoutTime = false;
  event.outOfTime = !isTimely(time, { arrival, oldest });
  if (!event.outOfTime) return;
  row.times = [arrival];
  const extra = row.extra === "" ? {} : (JSON.parse(row.extra) as object);
  row.extra = JSON.stringify({ ...extra, original_ts: secondsOf(time) });
}

function isTimely(time: Micros, { arrival, oldest }: Pick<MapContext, "arrival" | "oldest">): boolean {
  return time >= oldest && time <= arrival + aheadMicrosMax;
}

/**
 * `extra_fields` as JSON: the sender's, tags that could not be tags, and the event's own time when it does not count.
 */
function extraText(fields: EventFields, originalTime: Micros | undefined): { text: string; cut: boolean } {
  const { aside } = fields.tags;
  if (aside.length === 0 && originalTime === undefined && fields.extra === undefined) return noExtra;
  const original = originalTime === undefined ? undefined : { original_ts: secondsOf(originalTime) };
  const all: Record<string, unknown> = Object.assign(Object.create(null), fields.extra);
  addExtraFields(all, aside);
  const text = JSON.stringify(Object.assign(all, original));
  if (text === "{}") return noExtra;
  if (cutToBytes(text, extraBytesMax).length === text.length) return { text, cut: false };
  // A text inside a text can be twice as long for its quotes and backslashes.
  return { text: JSON.stringify({ ...original, cut: cutToBytes(text, extraBytesMax / 2 - 64) }), cut: true };
}

const noExtra = { text: "", cut: false };

/** Epoch seconds as everywhere on the wire; what JSON cannot say as a number (infinite) is its name. */
function secondsOf(time: Micros): number | string {
  return Number.isFinite(time) ? time / 1_000_000 : String(time);
}
