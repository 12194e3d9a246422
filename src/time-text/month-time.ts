import type { Micros } from "../eventstore/event/event.ts";
import type { ReadTime } from "./civil-time.ts";
import { fromZone, microsOfDate } from "./civil-time.ts";
import { type Clock, readClock } from "./clock-time.ts";
import type { TimeContext } from "./named-format.ts";
import { digitsAt, endOfDigits, isBlank, isDigit, isLetter, skipBlanks } from "./scan.ts";
import { applyZone } from "./zone-offset.ts";

/**
 * `Nov 21 09:00:00`, `Nov  1 09:00:00.123` (RFC 3164), `Nov 21 2026 09:00:00` (Cisco): without a year it is guessed.
 */
export function readMonthTime(text: string, at: number, context: TimeContext): ReadTime | undefined {
  const date = readMonthDay(text, at);
  if (date === undefined) return undefined;
  const year = digitsAt(text, date.end, 4);
  const named = year >= 0 && text[date.end + 4] === " ";
  const clock = readClock(text, named ? date.end + 5 : date.end);
  if (clock === undefined || isLetter(text.charCodeAt(clock.end)) || isDigit(text.charCodeAt(clock.end)))
    return undefined;
  const time = named
    ? timeIn(year, date, clock, context.timezone)
    : guessYear((guess) => timeIn(guess, date, clock, context.timezone), context);
  return time === undefined ? undefined : { time, end: clock.end };
}

/** `Sat Nov 21 09:00:00.123456 2026` (ctime) and `Sat Nov 21 09:00:00 UTC 2026` (date). */
export function readCtime(text: string, at: number, timezone: string): ReadTime | undefined {
  if (text[at + 3] !== " ") return undefined;
  const date = readMonthDay(text, at + 4);
  const clock = date && readClock(text, date.end);
  if (clock === undefined || text[clock.end] !== " ") return undefined;
  const zoned = text.startsWith("UTC ", clock.end + 1) || text.startsWith("GMT ", clock.end + 1);
  const yearAt = clock.end + (zoned ? 5 : 1);
  const time = timeIn(digitsAt(text, yearAt, 4), date!, clock, zoned ? "UTC" : timezone);
  if (time === undefined || isDigit(text.charCodeAt(yearAt + 4))) return undefined;
  return { time, end: yearAt + 4 };
}

/** `21/Nov/2026:09:00:00 +0000`, the common log format of web servers. */
export function readCommonLogTime(text: string, at: number, timezone: string): ReadTime | undefined {
  if (text[at + 2] !== "/" || text[at + 6] !== "/" || text[at + 11] !== ":") return undefined;
  const clock = readClock(text, at + 12);
  const month = monthAt(text, at + 3);
  if (clock === undefined || month === 0) return undefined;
  const { hour, minute, second, fraction } = clock;
  const wall = microsOfDate(digitsAt(text, at + 7, 4), month, digitsAt(text, at, 2), hour, minute, second, fraction);
  return wall === undefined ? undefined : applyZone(text, clock.end, wall, timezone);
}

/** A line is never much newer than its source; clocks and zones may differ by a day. */
const aheadAllowed: Micros = 24 * 3600 * 1_000_000;
/** Leap years lie at most eight years apart (1896 to 1904, 2096 to 2104). */
const yearsTried = 10;

/** The newest year in which this date exists and is not in the future: December read in January is last year's. */
export function guessYear(timeOf: (year: number) => Micros | undefined, context: TimeContext): Micros | undefined {
  if (context.year !== undefined) return timeOf(context.year);
  const newest = new Date(context.reference / 1000).getUTCFullYear() + 1;
  for (let year = newest; year > newest - yearsTried; year--) {
    const time = timeOf(year);
    if (time !== undefined && time <= context.reference + aheadAllowed) return time;
  }
  return undefined;
}

interface MonthDay {
  month: number;
  day: number;
  /** Start of the clock or year that follows. */
  end: number;
}

function timeIn(year: number, date: MonthDay, clock: Clock, timezone: string): Micros | undefined {
  const { hour, minute, second, fraction } = clock;
  const wall = microsOfDate(year, date.month, date.day, hour, minute, second, fraction);
  return wall === undefined ? undefined : fromZone(wall, timezone);
}

/** `Nov 21 `, `Nov  1 `, `Nov 1 `, `Nov 01 `. */
function readMonthDay(text: string, at: number): MonthDay | undefined {
  const month = monthAt(text, at);
  if (month === 0 || text[at + 3] !== " ") return undefined;
  const dayAt = skipBlanks(text, at + 4);
  const dayEnd = endOfDigits(text, dayAt);
  if (dayAt > at + 5 || dayEnd === dayAt || dayEnd > dayAt + 2 || !isBlank(text.charCodeAt(dayEnd))) return undefined;
  return { month, day: Number(text.slice(dayAt, dayEnd)), end: dayEnd + 1 };
}

const months = "JanFebMarAprMayJunJulAugSepOctNovDec";

/** 1..12, or 0 if there is no English month name. */
function monthAt(text: string, at: number): number {
  const name = text.slice(at, at + 3);
  const index = name.length === 3 ? months.indexOf(name) : -1;
  return index >= 0 && index % 3 === 0 ? index / 3 + 1 : 0;
}
