import type { Micros } from "../../eventstore/event/event.ts";
import { isDate } from "../../time-text/civil-time.ts";
import { readFreeTime, resolveTime } from "../../time-text/free-time.ts";
import { readIsoTime } from "../../time-text/iso-time.ts";
import { readCommonLogTime, readCtime } from "../../time-text/month-time.ts";

/**
 * The time in a JSON value: a number or numeric text counts from 1970 in seconds, milliseconds, microseconds or
 * nanoseconds depending on its size; other text is ISO 8601, in UTC when it names no zone. Undefined: not a time. The
 * result may be absurd (negative, year 9999, infinite); the caller that stores it judges that.
 */
export function readEventTime(value: unknown): Micros | undefined {
  if (typeof value === "number") return fromCount(value);
  if (typeof value !== "string") return undefined;
  const text = value.trim();
  if (decimal.test(text)) return fromText(text);
  const date = isoDate.exec(text);
  if (date === null || !isDate(Number(date[1]), Number(date[2]), Number(date[3]))) return undefined;
  const read = readIsoTime(text, 0, "UTC");
  if (read !== undefined && read.end === text.length) return read.time;
  const millis = Date.parse(withZone(text));
  return Number.isNaN(millis) ? undefined : millis * 1000;
}

/** With UTC where no zone is named: `Date.parse` would take such a clock for that of this machine. */
function withZone(text: string): string {
  const found = zoneless.exec(text);
  if (found === null) return text;
  // It knows no Z after the half of a day.
  return found[1] === undefined ? `${text}Z` : `${text} UTC`;
}

/** The same for a time under a foreign name, whose programs also write `21/Nov/2026:09:00:00 +0000`. */
export function readForeignTime(value: unknown): Micros | undefined {
  const read = readEventTime(value);
  if (read !== undefined || typeof value !== "string") return read;
  const text = value.trim();
  const found = readCommonLogTime(text, 0, "UTC") ?? readIsoTime(text, 0, "UTC") ?? readCtime(text, 0, "UTC");
  return found?.end === text.length ? found.time : readWords(text);
}

/** `November 21, 2026 09:00:00`: any form that leaves no doubt which number is the day. */
function readWords(text: string): Micros | undefined {
  const free = text.length > wordsCharactersMax ? undefined : readFreeTime(text, 0);
  if (free?.end !== text.length || !free.date.hasYear || free.date.orders.length !== 1) return undefined;
  return resolveTime(free, free.date.orders[0]!, { reference: 0, timezone: "UTC" });
}

const wordsCharactersMax = 64;

const decimal = /^-?\d{1,30}(?:\.\d{1,30})?$/;
/** `2026-11-21 09:00`, `2026-11-21 9:00 PM`, `1950-01-01T09:00:00.5`. */
const zoneless = /^[-+\d]+(?:T| +)[\d:.]+( [AP]M)?$/i;
const isoDate = /^([+-]\d{6}|\d{4})-(\d\d)-(\d\d)/;

/**
 * From here on a count is milliseconds, microseconds, nanoseconds: each of them reached this number in July 1979. The
 * end of the year 9999, which stands for "never" in some programs, is below it in the larger unit.
 */
const firstMillis = 3e11;
const firstMicros = 3e14;
const firstNanos = 3e17;

export function fromCount(count: number): Micros {
  const size = Math.abs(count);
  if (size < firstMillis) return Math.round(count * 1_000_000);
  if (size < firstMicros) return Math.round(count * 1000);
  if (size < firstNanos) return Math.round(count);
  return Math.round(count / 1000);
}

/** Nanoseconds have more digits than a number holds; as text they keep all digits that are stored. */
function fromText(text: string): Micros {
  const nanos = /^(\d{16})\d{3}$/.exec(text);
  return nanos ? Number(nanos[1]) : fromCount(Number(text));
}
