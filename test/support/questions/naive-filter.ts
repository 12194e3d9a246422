import { isIP } from "node:net";
import {
  eventTypes,
  facilityNames,
  type StoredEvent,
  severityNames,
  statusNames,
} from "../../../src/eventstore/event/event.ts";
import { patternIdOf } from "../../../src/pattern/pattern-id.ts";
import { patternText } from "../../../src/pattern/pattern-text.ts";

/**
 * The meaning of a filter, by plain loops over one event and with JavaScript's own regular expressions: the judge in
 * tests.
 */
export interface NaiveCondition {
  field: string;
  op: string;
  value: string | number | boolean | (string | number | boolean)[];
  ignore_case: boolean;
  /** For op qp: the meaning of the value. */
  words?: NaiveWords;
}

/** In the form that a filter has. */
export type NaiveElement = NaiveCondition | { any: NaiveElement[] } | { all: NaiveElement[] } | { not: NaiveElement };

export type NaiveWords = { all: NaiveWords[] } | { any: NaiveWords[] } | { not: NaiveWords } | { phrase: string[] };

export function naiveMatch(elements: readonly NaiveElement[], event: StoredEvent): boolean {
  return elements.every((element) => {
    if ("any" in element) return element.any.some((part) => naiveMatch([part], event));
    if ("all" in element) return naiveMatch(element.all, event);
    if ("not" in element) return !naiveMatch([element.not], event);
    const values = [element.value].flat();
    const holds = values.some((value) => holdsFor(element, value, event));
    return element.op === "ne" || element.op === "!~" ? !holds : holds;
  });
}

/** The elements as a caller sends them, without fields that only the judge reads. */
export function sentFilter(elements: readonly NaiveElement[]): Record<string, unknown>[] {
  return elements.map((element) => {
    if ("any" in element) return { any: sentFilter(element.any) };
    if ("all" in element) return { all: sentFilter(element.all) };
    if ("not" in element) return { not: sentFilter([element.not])[0]! };
    const { words: _, ...condition } = element;
    return condition;
  });
}

/** The texts that a value of a condition may be compared with: a severity is its number and its name. */
function naiveTexts(field: string, event: StoredEvent): string[] {
  const text = naiveText(field, event);
  if (field === "severity") return [text, severityNames[event.severity]!];
  if (field === "facility") return [text, facilityNames[event.facility]!];
  if (field === "status") return [text, statusNames[event.status]!];
  return [text];
}

export function naiveText(field: string, event: StoredEvent): string {
  switch (field) {
    case "host":
    case "program":
    case "message":
      return event[field];
    case "pattern":
      return event.message === "" ? "" : patternIdOf(patternText([event.message]));
    case "severity":
    case "facility":
    case "status":
      return `${event[field]}`;
    case "severity_name":
      return severityNames[event.severity]!;
    case "facility_name":
      return facilityNames[event.facility]!;
    case "status_name":
      return statusNames[event.status]!;
    case "type":
      return eventTypes[event.type]!;
    case "cisco_mnemonic":
      return event.ciscoMnemonic;
    case "counter":
      return `${event.times.length}`;
    case "first_occurrence":
      return `${event.times[0]! / 1_000_000}`;
    case "last_occurrence":
      return `${event.times.at(-1)! / 1_000_000}`;
    case "id":
    case "_id":
      return `${event.id}`;
  }
  for (let i = 0; i < event.tags.length; i += 2) if (event.tags[i] === field) return event.tags[i + 1]!;
  return "";
}

const numeric = new Set([
  "severity",
  "facility",
  "status",
  "counter",
  "first_occurrence",
  "last_occurrence",
  "id",
  "_id",
]);

function holdsFor(condition: NaiveCondition, value: string | number | boolean, event: StoredEvent): boolean {
  const { field, op, ignore_case: ignoreCase } = condition;
  const text = naiveText(field, event);
  const texts = naiveTexts(field, event);
  switch (op) {
    case "lt":
    case "le":
    case "gt":
    case "ge":
      return naiveCompare(op, text, value);
    case "=~":
    case "!~":
      return texts.some((each) => each !== "" && new RegExp(String(value), ignoreCase ? "iu" : "u").test(each));
    case "qp":
      return texts.some((each) => holdWords(condition.words!, each, ignoreCase));
  }
  if (typeof value === "number") return naiveNumber(text) === value;
  if (field === "message") return value === "" ? text === "" : hasTerms(String(value), text, ignoreCase);
  if (numeric.has(field) && !Number.isNaN(naiveNumber(String(value))))
    return naiveNumber(text) === naiveNumber(String(value));
  if (value === "*") return text !== "";
  const network =
    typeof value === "string" &&
    value.includes("/") &&
    (field === "host" || !fieldsOfEvents.has(field)) &&
    naiveBits(value);
  if (network && naiveBits(text)?.startsWith(network) && !text.includes("/")) return true;
  if (field === "severity" && nicknames[String(value).toUpperCase()] === event.severity) return true;
  const pattern = globToRegExp(String(value), "[^]", ignoreCase || numeric.has(field));
  return texts.some((each) => pattern.test(each));
}

const fieldsOfEvents = new Set([
  ...["program", "message", "pattern", "severity", "severity_name", "facility", "facility_name", "status"],
  ...["status_name", "type", "cisco_mnemonic", "counter", "first_occurrence", "last_occurrence", "id", "_id"],
]);

/** An address, or the first part of one as `10.0.0.0/8` writes it, as `4` or `6` and its bits. */
function naiveBits(text: string): string | undefined {
  const [address = "", prefix] = text.replace(/^::ffff:(?=\d+\.)/, "").split("/");
  const family = isIP(address);
  if (family === 0) return undefined;
  const bits =
    family === 4 ? address.split(".").map((part) => Number(part).toString(2).padStart(8, "0")) : bits6(address);
  return `${family}${bits.join("").slice(0, prefix === undefined ? undefined : Number(prefix))}`;
}

function bits6(address: string): string[] {
  const [left, right] = address.split("::").map((half) => half.split(":").filter(Boolean));
  const zeros = Array<string>(8 - left!.length - (right ?? []).length).fill("0");
  return [...left!, ...zeros, ...(right ?? [])].map((word) => Number.parseInt(word, 16).toString(2).padStart(16, "0"));
}

function naiveCompare(op: string, text: string, value: string | number | boolean): boolean {
  const isPlain = !Number.isNaN(Number(value));
  const [a, b] = isPlain
    ? [naiveNumber(text), Number(value)]
    : [naiveAmount(text, String(value)), naiveAmount(String(value))];
  if (op === "lt") return a < b;
  if (op === "le") return a <= b;
  return op === "gt" ? a > b : a >= b;
}

/** In bytes or milliseconds; a number alone is in bytes or seconds, as the unit of `like` says. */
export function naiveAmount(text: string, like = text): number {
  const unit = /[a-z]+$/i.exec(text)?.[0];
  const [units, whole] = /b$/i.test(like) ? [naiveSizes, 1] : [naiveTimes, 1000];
  if (unit === undefined) return naiveNumber(text) * whole;
  return naiveNumber(text.slice(0, -unit.length).trim()) * (units[unit] ?? Number.NaN);
}

const naiveSizes: Record<string, number> = { KiB: 1024, MB: 1_000_000 };
const naiveTimes: Record<string, number> = { ms: 1, s: 1000, m: 60_000 };

/** Words for severities that other tools use. */
const nicknames: Record<string, number> = {
  EMERG: 0,
  PANIC: 0,
  CRIT: 2,
  ERR: 3,
  WARN: 4,
  INFORMATIONAL: 6,
  INFORMATION: 6,
};

export function naiveNumber(text: string): number {
  return /^[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?$/i.test(text) ? Number.parseFloat(text) : Number.NaN;
}

/** Only for values without backslashes. */
function globToRegExp(glob: string, one: string, ignoreCase: boolean): RegExp {
  const source = [...glob].map((c) =>
    c === "*" ? `${one}*` : c === "?" ? one : `\\u{${c.codePointAt(0)!.toString(16)}}`,
  );
  return new RegExp(`^${source.join("")}$`, ignoreCase ? "iu" : "u");
}

const wordPattern = /[\p{L}\p{M}\p{N}_]+/gu;
const patternWord = /[\p{L}\p{M}\p{N}_*?]+/gu;

function wordTests(term: string, ignoreCase: boolean): RegExp[] {
  return (term.match(patternWord) ?? []).map((word) => globToRegExp(word, "[\\p{L}\\p{M}\\p{N}_]", ignoreCase));
}

/** Tries every place for every term. */
function hasTerms(value: string, text: string, ignoreCase: boolean): boolean {
  if (value === "*") return text !== "";
  const terms = value
    .split(/\s+/u)
    .map((term) => wordTests(term, ignoreCase))
    .filter((tests) => tests.length > 0);
  if (terms.length === 0) return lower(text, ignoreCase).includes(lower(value, ignoreCase));
  const words: string[] = text.match(wordPattern) ?? [];
  const place = (term: number, from: number): boolean => {
    if (term === terms.length) return true;
    return words.some(
      (_, at) => at >= from && standsAt(terms[term]!, words, at) && place(term + 1, at + terms[term]!.length),
    );
  };
  return place(0, 0);
}

function standsAt(tests: readonly RegExp[], words: readonly string[], at: number): boolean {
  return tests.every((test, i) => words[at + i] !== undefined && test.test(words[at + i]!));
}

function holdWords(tree: NaiveWords, text: string, ignoreCase: boolean): boolean {
  if ("all" in tree) return tree.all.every((part) => holdWords(part, text, ignoreCase));
  if ("any" in tree) return tree.any.some((part) => holdWords(part, text, ignoreCase));
  if ("not" in tree) return !holdWords(tree.not, text, ignoreCase);
  if (tree.phrase.length === 1 && tree.phrase[0] === "*") return text !== "";
  const tests = tree.phrase.flatMap((word) => wordTests(word, ignoreCase));
  const words: string[] = text.match(wordPattern) ?? [];
  return words.some((_, at) => standsAt(tests, words, at));
}

function lower(text: string, ignoreCase: boolean): string {
  return ignoreCase ? text.toLowerCase() : text;
}
