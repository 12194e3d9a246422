import { readFacility, readPriority, readSeverity } from "../../eventstore/event/syslog-priority.ts";
import { eventIdCharactersMax } from "../limits.ts";
import { BadEvent } from "./bad-event.ts";
import { EventFields } from "./event-fields.ts";
import { readEventTime } from "./event-time.ts";
import { finishEvent, type MapContext, type MappedEvent } from "./finish-event.ts";
import { isObject } from "./json-dialects/json-values.ts";
import { translateDialect } from "./json-dialects/translate-dialect.ts";

/**
 * One JSON value → one event, or why it is none. Our own names (`ts, host, program, message, priority, severity,
 * facility, user_tags, extra_fields, event_id, cisco_mnemonic`) win and must have the right kind. Names that other
 * programs use (`foreign-names.ts`, dotted or nested) stand in where they fit; every other scalar, by its dotted path,
 * is a user tag. With `fallbackMessage` the event is taken whatever it holds: a value of the wrong kind is a tag then,
 * and an event without a message gets this one. Never throws; the value is not changed.
 */
export function mapEvent(json: unknown, context: MapContext, fallbackMessage?: string): MappedEvent | BadEvent {
  if (typeof json !== "object" || json === null || Array.isArray(json))
    return new BadEvent(`Expected an object, got ${kindOf(json)}.`);
  const fields = new EventFields();
  const own = translateDialect(json as Record<string, unknown>);
  const error = readFields(own, fields, fallbackMessage !== undefined);
  if (error !== undefined) return new BadEvent(error);
  fields.resolve();
  // A line of a log has a time, be it one that nobody understands.
  if (fallbackMessage !== undefined) fields.isTimeUnknown = true;
  if (fields.message === "") {
    if (fallbackMessage === undefined) return new BadEvent("message: expected a text that is not empty, got none.");
    fields.message = fallbackMessage;
  }
  return finishEvent(fields, context);
}

function readFields(json: Record<string, unknown>, fields: EventFields, lenient: boolean): string | undefined {
  // Explicit tags first: the first value of a name stays.
  if (json.user_tags !== undefined && json.user_tags !== null) {
    const error = readOwn("user_tags", json.user_tags, fields);
    if (error !== undefined && !lenient) return error;
  }
  // A caller that looked for a time and found none says so.
  if (json.ts === null) fields.isTimeUnknown = true;
  for (const name in json) {
    if (name === "user_tags") {
      if (lenient && !isObject(json.user_tags) && !fields.addLeaf(name, json.user_tags)) return tooDeep;
      continue;
    }
    const value = json[name];
    const expected = value === null ? undefined : readOwn(name, value, fields);
    if (expected === undefined) continue;
    if (expected !== notOurs && !lenient) return expected;
    if (!fields.addLeaf(name, value)) return tooDeep;
  }
  return undefined;
}

/**
 * Takes the value of a field of ours. Returns undefined when it did, `notOurs` for another name, else what is wrong.
 */
function readOwn(name: string, value: unknown, fields: EventFields): string | undefined {
  switch (name) {
    case "ts": {
      fields.time = readEventTime(value);
      return fields.time === undefined ? misfit(name, "epoch seconds or an ISO 8601 time", value) : undefined;
    }
    case "message": {
      if (typeof value !== "string") return misfit(name, "a text", value);
      fields.message = value;
      return undefined;
    }
    case "host": {
      // ECS and others send an object {name, ip, …}: `host.name` is a foreign name like any other.
      if (isObject(value)) return notOurs;
      if (typeof value !== "string") return misfit(name, "a text", value);
      fields.host = value;
      return undefined;
    }
    case "program": {
      if (typeof value !== "string") return misfit(name, "a text", value);
      fields.program = value;
      return undefined;
    }
    case "severity": {
      const severity = readSeverity(value);
      if (severity === undefined) return misfit(name, "0..7 or a name such as error", value);
      fields.severity = severity;
      return undefined;
    }
    case "facility": {
      const facility = readFacility(value);
      if (facility === undefined) return misfit(name, "0..23 or a name such as daemon", value);
      fields.facility = facility;
      return undefined;
    }
    case "priority": {
      const priority = readPriority(value);
      if (priority === undefined) return misfit(name, "0..191, which is facility * 8 + severity", value);
      fields.priority = priority;
      return undefined;
    }
    default:
      return readRareOwn(name, value, fields);
  }
}

function readRareOwn(name: string, value: unknown, fields: EventFields): string | undefined {
  switch (name) {
    case "user_tags":
      if (!isObject(value)) return misfit(name, "an object of names and values", value);
      return fields.addTags(value) ? undefined : tooDeep;
    case "extra_fields":
      if (!isObject(value)) return misfit(name, "an object", value);
      fields.extra = value;
      return fields.isShallow(value) ? undefined : tooDeep;
    case "event_id":
      // A number is not a retry key: Windows logs count kinds of events under this name.
      if (typeof value === "number") return notOurs;
      if (typeof value !== "string") return misfit(name, "a text", value);
      if (value.length > eventIdCharactersMax)
        return `event_id: expected at most ${eventIdCharactersMax} characters, got ${value.length}.`;
      fields.eventId = value;
      return undefined;
    case "cisco_mnemonic":
      if (typeof value !== "string") return misfit(name, "a text", value);
      fields.ciscoMnemonic = value;
      return undefined;
    default:
      return notOurs;
  }
}

/** Whether `POST /incoming` refuses an event because of this; a message is looked at elsewhere. */
export function isMisfit(name: string, value: unknown): boolean {
  if (!ownNames.has(name) || value === null) return false;
  if (name === "user_tags" || name === "extra_fields") return !isObject(value);
  const error = readOwn(name, value, new EventFields());
  return error !== undefined && error !== notOurs;
}

const ownNames: ReadonlySet<string> = new Set([
  ...["ts", "host", "program", "severity", "facility", "priority"],
  ...["user_tags", "extra_fields", "event_id", "cisco_mnemonic"],
]);

const notOurs = "";
const tooDeep = "The event is nested too deep.";

function misfit(name: string, expected: string, value: unknown): string {
  return `${name}: expected ${expected}, got ${kindOf(value)}.`;
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "an object";
  if (typeof value === "string") return `"${value.length > 60 ? `${value.slice(0, 60)}…` : value}"`;
  return typeof value === "number" ? `the number ${value}` : String(value);
}
