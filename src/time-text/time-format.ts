import { fromZone, microsOfDate, type ReadTime } from "./civil-time.ts";
import { fullYear, readMonthName, readWeekday } from "./free-date.ts";
import { guessYear } from "./month-time.ts";
import type { TimeContext, TimeFormat } from "./named-format.ts";
import { endOfDigits, isBlank, isDigit, isLetter, skipBlanks } from "./scan.ts";
import { offsetAt, skipZoneName } from "./zone-offset.ts";

/**
 * Compiles `%d.%m.%Y %H:%M:%S` (the notation of strptime) or `dd.MM.yyyy HH:mm:ss.SSS` (that of Java). A blank stands
 * for any number of them; a fraction has any number of digits. Throws an Error that describes the problem.
 */
export function compileTimeFormat(text: string): TimeFormat {
  if (text.length > formatCharactersMax) throw new Error(`expected at most ${formatCharactersMax} characters`);
  const steps = text.includes("%") ? readStrptime(text) : readJava(text);
  const names = new Set(steps.flatMap((step) => (typeof step === "string" ? [] : [step.part])));
  const hasMonth = names.has("month") || names.has("monthName");
  const hasDate = (names.has("day") && hasMonth) || names.has("dayOfYear");
  const hasClock = names.has("hour") || names.has("hour12");
  if (!(names.has("epoch") || names.has("epochMs") || (hasDate && hasClock)))
    throw new Error("expected at least a month, a day and an hour in it, or the seconds since 1970");
  return { text, read: (line, at, context) => readSteps(steps, line, at, context) };
}

/** The first time of the line in this format. */
export function findFormatted(
  line: string,
  format: TimeFormat,
  context: TimeContext,
): (ReadTime & { start: number }) | undefined {
  const last = Math.min(line.length, searchedCharactersMax);
  for (let at = 0; at < last; at++) {
    const before = at === 0 ? 0x20 : line.charCodeAt(at - 1);
    if (isBlank(line.charCodeAt(at)) || isDigit(before) || isLetter(before)) continue;
    const read = format.read(line, at, context);
    if (read !== undefined) return { ...read, start: at };
  }
  return undefined;
}

const formatCharactersMax = 200;
const searchedCharactersMax = 300;

type Part =
  | "year"
  | "shortYear"
  | "month"
  | "monthName"
  | "day"
  | "dayOfYear"
  | "weekday"
  | "hour"
  | "hour12"
  | "minute"
  | "second"
  | "fraction"
  | "half"
  | "zone"
  | "zoneName"
  | "epoch"
  | "epochMs";

/** A part of the time, or a literal text. */
type Step = string | { part: Part; digits: number; isTight: boolean };

const strptimeParts: Record<string, [Part, number] | undefined> = {
  Y: ["year", 4],
  y: ["shortYear", 2],
  m: ["month", 2],
  b: ["monthName", 0],
  B: ["monthName", 0],
  h: ["monthName", 0],
  d: ["day", 2],
  e: ["day", 2],
  j: ["dayOfYear", 3],
  a: ["weekday", 0],
  A: ["weekday", 0],
  H: ["hour", 2],
  k: ["hour", 2],
  I: ["hour12", 2],
  l: ["hour12", 2],
  M: ["minute", 2],
  S: ["second", 2],
  f: ["fraction", 9],
  L: ["fraction", 9],
  N: ["fraction", 9],
  p: ["half", 0],
  P: ["half", 0],
  z: ["zone", 0],
  Z: ["zoneName", 0],
  s: ["epoch", 11],
  Q: ["epochMs", 14],
};
const shorthands: Record<string, string> = {
  T: "%H:%M:%S",
  R: "%H:%M",
  F: "%Y-%m-%d",
  D: "%m/%d/%y",
  r: "%I:%M:%S %p",
  c: "%a %b %e %H:%M:%S %Y",
};

function readStrptime(format: string): Step[] {
  const expanded = format.replace(/%([TRFDrc])/g, (_, letter: string) => shorthands[letter]!);
  const steps: Step[] = [];
  for (const [piece, letter] of expanded.matchAll(/%[-_0:^#]*([\s\S]?)|[^%]+/g)) {
    if (letter === undefined) steps.push(piece);
    else if (letter === "%" || letter === "n" || letter === "t") steps.push(letter === "%" ? "%" : " ");
    else {
      const known = Object.hasOwn(strptimeParts, letter) ? strptimeParts[letter] : undefined;
      if (known === undefined)
        throw new Error(
          `"${piece}" means nothing in it; known are ${Object.keys(strptimeParts)
            .map((name) => `%${name}`)
            .join(" ")}`,
        );
      steps.push({ part: known[0], digits: known[1], isTight: false });
    }
  }
  return withTight(steps);
}

const javaParts: Record<string, ((count: number) => [Part, number]) | undefined> = {
  y: (count) => (count === 2 ? ["shortYear", 2] : ["year", 4]),
  u: () => ["year", 4],
  M: (count) => (count > 2 ? ["monthName", 0] : ["month", 2]),
  L: (count) => (count > 2 ? ["monthName", 0] : ["month", 2]),
  d: () => ["day", 2],
  D: () => ["dayOfYear", 3],
  E: () => ["weekday", 0],
  H: () => ["hour", 2],
  h: () => ["hour12", 2],
  m: () => ["minute", 2],
  s: () => ["second", 2],
  S: () => ["fraction", 9],
  n: () => ["fraction", 9],
  a: () => ["half", 0],
  z: () => ["zoneName", 0],
  X: () => ["zone", 0],
  x: () => ["zone", 0],
  Z: () => ["zone", 0],
};

function readJava(format: string): Step[] {
  const steps: Step[] = [];
  for (const [piece, quoted] of format.matchAll(/'((?:[^']|'')*)'|([A-Za-z])\2*|[^A-Za-z']+|'/g)) {
    const letter = piece[0]!;
    if (quoted !== undefined) steps.push(quoted === "" ? "'" : quoted.replaceAll("''", "'"));
    else if (!/[A-Za-z]/.test(letter) || piece === "T") steps.push(piece);
    else {
      const known = Object.hasOwn(javaParts, letter) ? javaParts[letter]!(piece.length) : undefined;
      if (known === undefined)
        throw new Error(
          `"${piece}" means nothing in it; known are ${Object.keys(javaParts).join(" ")}, and %d as strptime has it`,
        );
      steps.push({ part: known[0], digits: known[1], isTight: false });
    }
  }
  return withTight(steps);
}

/** A number directly before another one has a fixed number of digits; otherwise its end would be ambiguous. */
function withTight(steps: Step[]): Step[] {
  const isNumber = (step: Step | undefined) => typeof step === "object" && step.digits > 0;
  return steps.map((step, index) =>
    typeof step === "object" && isNumber(step) && isNumber(steps[index + 1]) ? { ...step, isTight: true } : step,
  );
}

class TimeParts {
  year = -1;
  month = 1;
  day = 1;
  /** -1: the month and the day tell the date. */
  dayOfYear = -1;
  hour = 0;
  minute = 0;
  second = 0;
  fraction = 0;
  halfDays = -1;
  offset: number | undefined;
  epoch: number | undefined;
}

function readSteps(steps: readonly Step[], text: string, start: number, context: TimeContext): ReadTime | undefined {
  const parts = new TimeParts();
  let at = start;
  for (const step of steps) {
    const end = typeof step === "string" ? endOfText(text, at, step) : readPart(step, text, at, parts);
    if (end < 0) return undefined;
    at = end;
  }
  if (isDigit(text.charCodeAt(at)) && isDigit(text.charCodeAt(at - 1))) return undefined;
  const time = timeOf(parts, context);
  return time === undefined ? undefined : { time, end: at };
}

/** -1: it is not there. */
function endOfText(text: string, at: number, expected: string): number {
  let end = at;
  for (const character of expected) {
    if (isBlank(character.charCodeAt(0))) {
      const after = skipBlanks(text, end);
      if (after === end) return -1;
      end = after;
    } else if (text.startsWith(character, end)) end += character.length;
    else return -1;
  }
  return end;
}

function readPart(step: Exclude<Step, string>, text: string, at: number, parts: TimeParts): number {
  const { part, digits } = step;
  if (digits > 0) return readNumber(step, text, text[at] === " " ? at + 1 : at, parts);
  if (part === "monthName") {
    const name = readMonthName(text, at);
    parts.month = name?.month ?? 0;
    return name?.end ?? -1;
  }
  if (part === "weekday") return readWeekday(text, at) ?? -1;
  if (part === "half") return readHalf(text, at, parts);
  const zone = offsetAt(text, at);
  parts.offset = zone?.offset;
  if (zone !== undefined) return zone.end;
  const name = skipZoneName(text, at);
  return part === "zoneName" && name > at ? name : -1;
}

/** Largest number of digits; a fraction takes all of its digits. */
function readNumber(step: Exclude<Step, string>, text: string, at: number, parts: TimeParts): number {
  const { part, digits, isTight } = step;
  const end = Math.min(endOfDigits(text, at), at + digits);
  const count = end - at;
  if (count === 0 || (isTight && count < digits && part !== "fraction") || (part === "year" && count < 4)) return -1;
  const value = Number(text.slice(at, end));
  if (part === "fraction") parts.fraction = Number(text.slice(at, Math.min(end, at + 6)).padEnd(6, "0"));
  else if (part === "shortYear") parts.year = fullYear(value, 2);
  else if (part === "epoch") parts.epoch = value * 1_000_000;
  else if (part === "epochMs") parts.epoch = value * 1000;
  else if (part === "hour12") parts.hour = value > 12 ? 99 : value % 12;
  else if (
    part === "year" ||
    part === "month" ||
    part === "day" ||
    part === "dayOfYear" ||
    part === "hour" ||
    part === "minute" ||
    part === "second"
  )
    parts[part] = value;
  return end;
}

function readHalf(text: string, at: number, parts: TimeParts): number {
  const found = /^([ap])\.?m\.?/i.exec(text.slice(at, at + 4));
  if (found === null) return -1;
  parts.halfDays = found[1]!.toLowerCase() === "p" ? 1 : 0;
  return at + found[0].length;
}

function timeOf(parts: TimeParts, context: TimeContext): number | undefined {
  const { epoch, fraction, minute, second, offset } = parts;
  if (epoch !== undefined) return epoch + fraction;
  const hour = parts.hour + (parts.halfDays === 1 ? 12 : 0);
  const timeIn = (year: number) => {
    const { month, day } = dateOf(year, parts);
    const wall = microsOfDate(year, month, day, hour, minute, second, fraction);
    if (wall === undefined) return undefined;
    return offset === undefined ? fromZone(wall, context.timezone) : wall - offset;
  };
  return parts.year < 0 ? guessYear(timeIn, context) : timeIn(parts.year);
}

function dateOf(year: number, { month, day, dayOfYear }: TimeParts): { month: number; day: number } {
  if (dayOfYear < 0) return { month, day };
  const date = new Date(Date.UTC(year, 0, dayOfYear));
  return date.getUTCFullYear() === year
    ? { month: date.getUTCMonth() + 1, day: date.getUTCDate() }
    : { month: 0, day: 0 };
}
