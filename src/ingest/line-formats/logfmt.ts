import { severityOfWord } from "../../eventstore/event/severity-words.ts";
import { readLeadingTime } from "../../time-text/leading-time.ts";
import { addTag, isBlank, isDigit, isLetter, quotedAt, skipBlanks } from "../../time-text/scan.ts";
import type { LineContext, LineFields } from "./line-fields.ts";

const timeKeys = ["ts", "time", "timestamp", "@timestamp", "t"];
const levelKeys = ["level", "lvl", "severity", "log.level"];
const messageKeys = ["msg", "message"];
const hostKeys = ["host", "hostname", "devname"];
const programKeys = ["program", "app", "service", "logger"];

/**
 * `time=2026-11-21T09:00:00Z level=info msg="listening" port=80`. The whole line has to be pairs, at least two, and a
 * message or a level and a time must be among them; otherwise it is a sentence with an equals sign in it.
 */
export function readLogfmt(line: string, context: LineContext): LineFields | undefined {
  const pairs = readPairs(line);
  if (pairs === undefined || pairs.size < 2) return undefined;
  const has = (keys: string[]) => keys.some((key) => pairs.has(key));
  if (!has(messageKeys) && !(has(levelKeys) && has(timeKeys))) return undefined;
  const take = (keys: string[]) => takeFirst(pairs, keys);
  joinDate(pairs);
  const timeKey = timeKeys.find((key) => readWholeTime(pairs.get(key)?.value, context) !== undefined);
  const timePair = timeKey === undefined ? undefined : pairs.get(timeKey);
  const time = takeWhere(pairs, timeKeys, (text) => readWholeTime(text, context));
  const severity = takeWhere(pairs, levelKeys, severityOfWord);
  const host = take(hostKeys);
  const program = take(programKeys);
  // Without its time, as in messages of the other formats.
  const rest = timePair === undefined ? line : line.slice(0, timePair.start) + line.slice(timePair.end).trimStart();
  const message = take(messageKeys) ?? rest.trim();
  const tags: string[] = [];
  for (const [name, { value }] of pairs) addTag(tags, name, value);
  return {
    format: "logfmt",
    ...(time === undefined ? {} : { time }),
    ...(host ? { host } : {}),
    ...(program ? { program } : {}),
    ...(severity === undefined ? {} : { severity }),
    message,
    tags,
  };
}

/** `date=2026-11-21 time=09:00:00` of Fortinet and others is one time, in the zone `tz="+0100"`. */
function joinDate(pairs: Pairs): void {
  const [date, time] = [pairs.get("date"), pairs.get("time")];
  if (date === undefined || time === undefined || time.start !== date.end + 1) return;
  pairs.delete("date");
  const zone = pairs.get("tz")?.value ?? "";
  const offset = /^[+-]\d{4}$/.test(zone) ? zone : "";
  pairs.set("time", { value: `${date.value} ${time.value}${offset}`, start: date.start, end: time.end });
}

type Pairs = Map<string, { value: string; start: number; end: number }>;

/** Undefined when something is no pair. A key without a value counts as true, as its writers mean it. */
function readPairs(line: string): Pairs | undefined {
  const pairs: Pairs = new Map();
  let at = skipBlanks(line, 0);
  while (at < line.length) {
    let end = at;
    while (isKeyPart(line.charCodeAt(end))) end++;
    if (end === at) return undefined;
    const key = line.slice(at, end);
    const value = line[end] === "=" ? readValue(line, end + 1) : pairs.size > 0 ? { value: "true", end } : undefined;
    if (value === undefined || (value.end < line.length && !isBlank(line.charCodeAt(value.end)))) return undefined;
    if (!pairs.has(key)) pairs.set(key, { value: value.value, start: at, end: value.end });
    at = skipBlanks(line, value.end);
  }
  return pairs;
}

function readValue(line: string, at: number): { value: string; end: number } | undefined {
  if (line[at] === '"') {
    const quoted = quotedAt(line, at);
    return quoted && { value: withoutEscapes(quoted.value), end: quoted.end };
  }
  let end = at;
  while (end < line.length && !isBlank(line.charCodeAt(end))) end++;
  return { value: line.slice(at, end), end };
}

function withoutEscapes(text: string): string {
  return text.includes("\\") ? text.replace(/\\([nt])/g, (_, letter) => (letter === "n" ? "\n" : "\t")) : text;
}

function isKeyPart(code: number): boolean {
  return isLetter(code) || isDigit(code) || code === 95 || code === 45 || code === 46 || code === 64 || code === 47;
}

function takeFirst(pairs: Pairs, keys: string[]): string | undefined {
  return takeWhere(pairs, keys, (text) => (text === "" ? undefined : text));
}

/** Takes the first pair of these keys whose text can be read; the others stay and become tags. */
function takeWhere<T>(pairs: Pairs, keys: string[], read: (text: string) => T | undefined): T | undefined {
  for (const key of keys) {
    const text = pairs.get(key)?.value;
    const value = text === undefined ? undefined : read(text);
    if (value === undefined) continue;
    pairs.delete(key);
    return value;
  }
  return undefined;
}

function readWholeTime(text: string | undefined, context: LineContext): number | undefined {
  if (text === undefined) return undefined;
  const time = readLeadingTime(text, 0, context);
  return time?.end === text.length ? time.time : undefined;
}
