import { type EventRow, eventTypes } from "../../eventstore/event/event.ts";
import { AppError } from "../../lib/errors.ts";
import { BadEvent } from "../event/bad-event.ts";
import { eventOfLine } from "../event/event-of-line.ts";
import type { MapContext, MappedEvent } from "../event/finish-event.ts";
import { parseEvent } from "../event/parse-event.ts";
import { readLine } from "../line-formats/read-line.ts";

/**
 * The event that intake would make of a sample: an object is read as by `POST /incoming`, a text as `vigie import`
 * reads a line. It may lack a host. Throws AppError `invalid` that says why it is no event.
 */
export function rowOfSample(sample: string | Record<string, unknown>): EventRow {
  return eventOfSample(sample).row;
}

/** The same, with the fields that came with it. */
export function eventOfSample(sample: string | Record<string, unknown>): MappedEvent {
  const isLine = typeof sample === "string";
  const arrival = Date.now() * 1000;
  const type = eventTypes.indexOf(isLine ? "FILE" : "HTTP");
  const context: MapContext = { arrival, oldest: 0, address: "", type, defaultTags: [] };
  const event = parseEvent(isLine ? textOfLine(sample, arrival) : JSON.stringify(sample), context, false);
  if (event instanceof BadEvent) throw new AppError("invalid", event.error);
  return event;
}

function textOfLine(line: string, arrival: number): string {
  const fields = readLine(line, { reference: arrival, timezone: "UTC" });
  return eventOfLine(fields, line, { host: "", program: "", fileProgram: "", time: undefined });
}
