import type { Micros } from "../../eventstore/event/event.ts";
import { addExtraFields } from "../../eventstore/event/extra-fields.ts";
import { sentFields } from "../../parser-rules/sent-fields.ts";
import { readCarriedLine } from "../line-formats/carried/carried-line.ts";
import { envelopesMax } from "../line-formats/carried/limits.ts";
import type { JsonLine, LineFields } from "../line-formats/line-fields.ts";
import { localContext } from "../line-formats/local-context.ts";
import { withExactNumbers } from "./json-dialects/exact-numbers.ts";
import { copyOf, isShallow, type Json } from "./json-dialects/json-values.ts";
import { translateDialect } from "./json-dialects/translate-dialect.ts";
import {
  completeJson,
  type EventDefaults,
  namesSeverity,
  noDefaults,
  programOfNone,
  timeOf,
} from "./lines/complete-json.ts";
import { withoutSaid } from "./lines/without-said.ts";

/** The event in the words of `POST /incoming`, as JSON text. `text` is the line it was read from. */
export function eventOfLine(line: LineFields | JsonLine, text: string, defaults: EventDefaults): string {
  return JSON.stringify(objectOfLine(line, text, defaults, 0));
}

/**
 * What the line of a program says (see `readCarriedLine`) and its envelope does not, in the words of `POST /incoming`.
 * `said`: the fields of the envelope; see `sentFields`. `arrival` tells the year of a time that has none. Undefined:
 * the message is a text.
 */
export function eventOfCarried(message: string, said: number, arrival: Micros): Json | undefined {
  return carriedBy(message, said, arrival, undefined, 0);
}

/**
 * `defaults`: of a line; undefined: the envelope needs none. `depth`: how many envelopes are around that of the
 * message.
 */
function carriedBy(
  message: string,
  said: number,
  arrival: Micros,
  defaults: EventDefaults | undefined,
  depth: number,
): Json | undefined {
  const hasSeverity = (said & sentFields.severity) !== 0;
  const line = depth < envelopesMax ? readCarriedLine(message, hasSeverity, localContext(arrival)) : undefined;
  if (line === undefined) return undefined;
  const open = unsaid(defaults ?? noDefaults, said);
  if (line.format !== "json") {
    const named = said & sentFields.program ? besideProgram(line) : line;
    return withoutSaid(objectOfLine(named, message, open, depth + 1), said);
  }
  if (!isShallow(line.json)) return undefined;
  const json = withExactNumbers(line.json, message) as Json;
  if (defaults === undefined) return withoutSaid(translateDialect(json), said);
  return withoutSaid(completeJson(translateDialect(json), message, open, {}), said);
}

/** Defaults of the envelope for what it does not say. */
function unsaid(defaults: EventDefaults, said: number): EventDefaults {
  return {
    ...defaults,
    ...(said & sentFields.time ? { time: undefined } : {}),
    ...(said & sentFields.host ? { host: "" } : {}),
    ...(said & sentFields.program ? { program: "", fileProgram: "" } : {}),
  };
}

function objectOfLine(line: LineFields | JsonLine, text: string, defaults: EventDefaults, depth: number): Json {
  if (line.format === "json")
    return completeJson(translateDialect(line.json), text, defaults, pairsOf(defaults.tags ?? []));
  return (isEnvelope(line) ? objectOfEnvelope(line, defaults, depth) : undefined) ?? objectOf(line, text, defaults);
}

/** Its message was written by a program that knows nothing of the rest. */
function isEnvelope({ format, message }: LineFields): boolean {
  return format === "container" || format === "syslog" || (format === "timed" && structured.test(message));
}

const structured = /^(?:\{|[\w.@/-]{1,64}=)/;

/** Undefined: its message is a text. */
function objectOfEnvelope(line: LineFields, defaults: EventDefaults, depth: number): Json | undefined {
  const { time, host, logger, severity, facility, isPriority = false } = line;
  const program = logger === undefined ? line.program : programOf(line, defaults);
  let said = 0;
  if (time !== undefined) said |= sentFields.time;
  if (host !== undefined) said |= sentFields.host;
  if (program !== undefined) said |= sentFields.program;
  if (facility !== undefined) said |= sentFields.facility;
  if (isPriority) said |= sentFields.severity;
  const carried = carriedBy(line.message, said, time ?? Date.now() * 1000, defaults, depth);
  if (carried === undefined) return undefined;
  return {
    ...carried,
    ...(time !== undefined && timeOf(time, defaults)),
    ...(host !== undefined && { host }),
    ...(program !== undefined && { program }),
    ...(facility !== undefined && { facility }),
    ...(isPriority && { severity }),
    ...(isPriority || namesSeverity(carried) ? {} : { severity_in_text: severity }),
    ...joinedTags(carried, tagsOf(line, program, defaults), line.extra),
  };
}

/** Of two tags with one name that of the envelope stays, as the first one of an event does. */
function joinedTags({ user_tags, extra_fields }: Json, own: Record<string, string>, ownExtra: object | undefined) {
  const extra = copyOf({ ...(extra_fields as object), ...ownExtra });
  const others = Object.entries(user_tags as Json);
  const aside = others.filter(([name, value]) => Object.hasOwn(own, name) && own[name] !== String(value));
  addExtraFields(
    extra,
    aside.flatMap(([name, value]) => [name, String(value)]),
  );
  return { user_tags: { ...Object.fromEntries(others), ...own }, extra_fields: extra };
}

function objectOf(line: LineFields, text: string, defaults: EventDefaults): Json {
  const program = programOf(line, defaults);
  const tags = tagsOf(line, program, defaults);
  // A level in words is our interpretation; a priority was set by the sender.
  const severity = line.isPriority ? { severity: line.severity } : { severity_in_text: line.severity };
  return {
    ...timeOf(line.time, defaults),
    host: line.host ?? defaults.host,
    ...(program === undefined ? programOfNone("", defaults.fileProgram) : { program }),
    ...severity,
    facility: line.facility,
    // An event has a message; of a line that is cut off before its own it is the line.
    message: line.message.trim() === "" ? text : line.message,
    user_tags: Object.keys(tags).length > 0 ? tags : undefined,
    extra_fields: line.extra,
  };
}

function tagsOf({ tags: own, logger }: LineFields, program: string | undefined, { tags: others = [] }: EventDefaults) {
  const tags = { ...pairsOf(others), ...pairsOf(own) };
  if (logger !== undefined && logger !== program) tags.logger ??= logger;
  return tags;
}

/** The logger replaces a missing program, as in JSON; otherwise it is a tag. */
function programOf({ program, logger }: LineFields, defaults: EventDefaults): string | undefined {
  return program ?? (defaults.program || logger);
}

/** Beside a program that is said, a logger is a tag; and that a format is nginx's own says nothing more. */
function besideProgram({ logger, program, ...line }: LineFields): LineFields {
  const isWritten = line.format === "logfmt" || line.format === "syslog";
  const tags = logger === undefined ? line.tags : [...line.tags, "logger", logger];
  return { ...line, ...(isWritten && program !== undefined ? { program } : {}), tags };
}

export function pairsOf(pairs: readonly string[]): Record<string, string> {
  const tags: Record<string, string> = {};
  for (let i = 0; i < pairs.length; i += 2) tags[pairs[i]!] = pairs[i + 1]!;
  return tags;
}
