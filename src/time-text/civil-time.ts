import type { Micros } from "../eventstore/event/event.ts";

/** A time found in a line, and the end of its text. */
export interface ReadTime {
  time: Micros;
  end: number;
}

/**
 * The microseconds of a wall clock as if it were in UTC; undefined when there is no such date. Second 60 is the leap
 * second and becomes the next one. Years before 1970 are no time of a log.
 * Parameters: a date has seven parts.
 */
export function microsOfDate(
  year: number,
  month: number,
  day: number,
  hour: number,
  minute: number,
  second: number,
  fraction: Micros,
): Micros | undefined {
  if (year < 1970 || !isDate(year, month, day)) return undefined;
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 60) return undefined;
  return Date.UTC(year, month - 1, day, hour, minute, second) * 1000 + fraction;
}

/** Whether the calendar has this day; `Date` would take February 31 for March 3. */
export function isDate(year: number, month: number, day: number): boolean {
  if (month === 2 && day === 29) return isLeapYear(year);
  return month >= 1 && month <= 12 && day >= 1 && day <= daysOfMonth[month - 1]!;
}

const daysOfMonth = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Moves a wall clock of an IANA zone to UTC. An hour that the clock skips is counted on from before the gap. */
export function fromZone(wall: Micros, timezone: string): Micros {
  if (timezone === "UTC") return wall;
  return wall - offsetOf(Math.floor(wall / quarterHour), timezone);
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

/** Every zone's clock changes at a full quarter hour, so lines of one quarter share the work. */
const quarterHour = 15 * 60 * 1_000_000;
const offsetCache = new Map<string, { quarter: number; offset: Micros }>();

function offsetOf(quarter: number, timezone: string): Micros {
  const last = offsetCache.get(timezone);
  if (last?.quarter === quarter) return last.offset;
  const wallMs = (quarter * quarterHour) / 1000;
  const plain = Temporal.Instant.fromEpochMilliseconds(wallMs).toZonedDateTimeISO("UTC").toPlainDateTime();
  const offset = (wallMs - plain.toZonedDateTime(timezone).epochMilliseconds) * 1000;
  offsetCache.set(timezone, { quarter, offset });
  return offset;
}
