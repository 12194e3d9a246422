import type { LineContext } from "../line-formats/line-fields.ts";
import type { LineRecord } from "../line-formats/records/line-record.ts";
import { BadEvent } from "./bad-event.ts";
import { EventFields } from "./event-fields.ts";
import { eventOfLine } from "./event-of-line.ts";
import { isExact, mayBeInexact } from "./exact-number.ts";
import { finishEvent, type MapContext, type MappedEvent } from "./finish-event.ts";
import { mapEvent } from "./map-event.ts";

/**
 * The event in an entry of `POST /incoming`. A list or an object that is not JSON throws a SyntaxError, because then
 * nothing of the body can be trusted; a line that is not JSON is a bad event among others.
 */
export function parseEvent(text: string, context: MapContext, isDocument: boolean): MappedEvent | BadEvent {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    if (isDocument) throw error;
    return new BadEvent(`The line is not valid JSON: ${(error as Error).message}.`);
  }
  return mapEvent(withExactNumbers(json, text), context);
}

/**
 * The event in an entry of `POST /incoming/raw` that is not read as the line of a file: an object is flattened, a text
 * is its message.
 */
export function parseRaw(text: string, context: MapContext, isDocument: boolean): MappedEvent | BadEvent {
  const json = isDocument || text.trimStart().startsWith("{") ? tryParse(text) : undefined;
  if (typeof json === "object" && json !== null && !Array.isArray(json)) {
    const message = text.includes("\n") ? JSON.stringify(json) : text.trim();
    return mapEvent(withExactNumbers(json, text), context, message);
  }
  const fields = new EventFields();
  fields.isTimeUnknown = true;
  fields.message = typeof json === "string" && json !== "" ? json : text;
  return finishEvent(fields, context);
}

/** The event in a line of a raw body and the lines that continue it. */
export function parseRecord(
  { fields, text, before }: LineRecord,
  context: MapContext,
  fileProgram = "",
): MappedEvent | BadEvent {
  if (fields.format === "json") return mapEvent(withExactNumbers(fields.json, text), context, text.trim());
  const { host = "", program = "", time } = before;
  return parseEvent(eventOfLine(fields, text, { host, program, fileProgram, time }), context, false);
}

const timezone = Temporal.Now.timeZoneId();

/** Times without a zone count in that of this machine, as for the import of a file. */
export function lineContext({ arrival }: MapContext): LineContext {
  return { reference: arrival, timezone };
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Numbers that would be changed become their text. */
function withExactNumbers(json: unknown, text: string): unknown {
  if (!mayBeInexact(text)) return json;
  return JSON.parse(text, (_key, value: unknown, context?: { source?: string }) =>
    typeof value === "number" && context?.source !== undefined && !isExact(value, context.source)
      ? context.source
      : value,
  );
}
