import { readDockerLine } from "../line-formats/json-line.ts";
import { localContext } from "../line-formats/local-context.ts";
import type { LineRecord } from "../line-formats/records/line-record.ts";
import { BadEvent } from "./bad-event.ts";
import { EventFields } from "./event-fields.ts";
import { eventOfLine } from "./event-of-line.ts";
import { finishEvent, type MapContext, type MappedEvent } from "./finish-event.ts";
import { withExactNumbers } from "./json-dialects/exact-numbers.ts";
import { noDefaults } from "./lines/complete-json.ts";
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
    const line = readDockerLine(json as Record<string, unknown>, localContext(context.arrival));
    if (line !== undefined) return parseEvent(eventOfLine(line, text, noDefaults), context, false);
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

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
