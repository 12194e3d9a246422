import type { Micros } from "../eventstore/event/event.ts";
import { fromZone, microsOfDate, type ReadTime } from "./civil-time.ts";
import { type FreeClock, readFreeClock } from "./free-clock.ts";
import { type DateOrder, type FreeDate, fullYear, inOrder, readFreeDate } from "./free-date.ts";
import { guessYear } from "./month-time.ts";
import type { TimeContext } from "./named-format.ts";
import { digitsAt, endOfDigits, isDigit, isLetter, skipBlanks } from "./scan.ts";
import { offsetAt, skipZoneName } from "./zone-offset.ts";

/** A date and a clock in any order of numbers and with any separators, as a line has them. */
export interface FreeTime {
  date: FreeDate;
  clock: FreeClock;
  /** From UTC; undefined when no zone is named. */
  offset: Micros | undefined;
  /** Its format, the same for all lines of one program; numbers of an open order are %1, %2, %3. */
  shape: string;
  end: number;
}

/** The time that begins at `at`. Undefined when there is no date, no clock after it, or letters and digits run on. */
export function readFreeTime(text: string, at: number): FreeTime | undefined {
  const whole = readWholeDigits(text, at);
  const date = whole?.date ?? readFreeDate(text, at);
  if (date === undefined) return readClockFirst(text, at);
  const between = whole ? "" : readBetween(text, date.end);
  if (between === undefined) return undefined;
  const clockAt = date.end + between.length;
  const clock = readFreeClock(text, clockAt, true);
  if (clock === undefined || !(clock.hasSeconds || date.hasYear || (date.isNamed && isFieldEnd(text, clock.end))))
    return undefined;
  return withZoneAndYear(text, date, clock, between.replace(/[ \t]+/g, " "));
}

/**
 * `09:00:00 21/11/2026`, `9:00 PM 11/21/2026`, `09:00:00 on 21/11/26`, `09:00:00.123 UTC Sat Nov 21 2026` of Cisco: the
 * date, which must have its year or its month's name, follows the clock.
 */
function readClockFirst(text: string, at: number): FreeTime | undefined {
  const clock = isDigit(text.charCodeAt(at)) ? readFreeClock(text, at, false) : undefined;
  if (clock === undefined || text[clock.end] !== " ") return undefined;
  const zone = readZone(text, clock.end);
  const blanksEnd = skipBlanks(text, zone.end);
  const joint = text.startsWith(jointOfDate, blanksEnd) ? jointOfDate : "";
  const dateAt = blanksEnd + joint.length;
  const date = blanksEnd === zone.end ? undefined : readFreeDate(text, dateAt);
  if (date === undefined || date.isCompact) return undefined;
  const isShort = clock.hasSeconds && shortDate.test(text.slice(dateAt, date.end + 2));
  const isSure = date.isNamed || (date.hasYear && (isShort || Math.max(...date.numbers) > 1969));
  const next = text.charCodeAt(date.end);
  if (!isSure || (!clock.hasSeconds && !date.hasYear) || isLetter(next) || isDigit(next)) return undefined;
  const shape = `${clock.shape}${zone.shape} ${joint}${date.shape}`;
  return { date, clock, offset: zone.offset, shape, end: date.end };
}

const jointOfDate = "on ";
/** Two digits each: with fewer it may be a version or a ratio. */
const shortDate = /^\d\d([-./])\d\d\1\d\d(?!\1?\w)/;

/** The same with the order of numbers that is known, or is the likeliest. */
export function readLikelyTime(text: string, at: number, context: TimeContext): ReadTime | undefined {
  const free = readFreeTime(text, at);
  if (free === undefined) return undefined;
  const { orders } = free.date;
  const known = context.dateOrder !== undefined && orders.includes(context.dateOrder) ? context.dateOrder : undefined;
  const time = resolveTime(free, known ?? likeliestOrder(free), context);
  return time === undefined ? undefined : { time, end: free.end };
}

/** A clock of twelve hours suggests the month in front, the two dashes of Suricata the day. */
export function likeliestOrder({ date: { orders }, clock, shape }: FreeTime): DateOrder {
  if (clock.shape.includes("%p") && orders.includes("mdy")) return "mdy";
  return shape.includes(" -- ") && orders.includes("dmy") ? "dmy" : orders[0]!;
}

/** The instant, if the numbers of its date have this order; undefined when there is no such date. */
export function resolveTime({ date, clock, offset }: FreeTime, order: DateOrder, context: TimeContext) {
  const { year, month, day } = date.isNamed ? namedDate(date) : inOrder(date.numbers, order);
  const { hour, minute, second, fraction } = clock;
  const timeIn = (anyYear: number) => {
    const wall = microsOfDate(anyYear, month, day, hour, minute, second, fraction);
    if (wall === undefined) return undefined;
    return offset === undefined ? fromZone(wall, context.timezone) : wall - offset;
  };
  if (year < 0) return guessYear(timeIn, context);
  return timeIn(year < 100 ? fullYear(year, 2) : year);
}

function namedDate({ numbers }: FreeDate) {
  const [year, month, day] = numbers as [number, number, number];
  return { year, month, day };
}

/** `20261121090000`, with milliseconds too. */
function readWholeDigits(text: string, at: number): { date: FreeDate } | undefined {
  if (!isDigit(text.charCodeAt(at + 13))) return undefined;
  const length = endOfDigits(text, at) - at;
  if (length !== 14 && length !== 17) return undefined;
  const date = readFreeDate(text.slice(at, at + 8), 0);
  return date && { date: { ...date, end: at + 8 } };
}

/** `Nov 21 09:00 : update: …` of mpd: a mark apart follows, or the bracket is closed; in a sentence, a word would. */
function isFieldEnd(text: string, at: number): boolean {
  fieldEnd.lastIndex = at;
  return fieldEnd.test(text);
}

const fieldEnd = /[ \t]+[:|-][ \t]|\]/y;

/** Possible separators of a date from its clock. */
const betweenPattern = /[Tt_@]|::|"[,;\t] ?"|[ \t]+--[ \t]+|[ \t]*[-,;|][ \t]*|:|[ \t]+(?:at )?/y;

function readBetween(text: string, at: number): string | undefined {
  betweenPattern.lastIndex = at;
  const between = betweenPattern.exec(text)?.[0];
  return between !== undefined && isDigit(text.charCodeAt(at + between.length)) ? between : undefined;
}

function withZoneAndYear(text: string, date: FreeDate, clock: FreeClock, between: string): FreeTime | undefined {
  const zone = readZone(text, clock.end);
  let dated = date;
  let end = zone.end;
  let shape = `${date.shape}${between}${clock.shape}${zone.shape}`;
  const year = date.isNamed && !date.hasYear && text[end] === " " ? digitsAt(text, end + 1, 4) : -1;
  if (year >= 1970 && year < 2100 && !isDigit(text.charCodeAt(end + 5))) {
    dated = { ...date, numbers: [year, date.numbers[1]!, date.numbers[2]!], hasYear: true };
    shape += " %Y";
    end += 5;
  }
  const next = text.charCodeAt(end);
  if (isLetter(next) || isDigit(next)) return undefined;
  return { date: dated, clock, offset: zone.offset, shape, end };
}

function readZone(text: string, at: number): { offset: Micros | undefined; end: number; shape: string } {
  const isApart = text[at] === " ";
  const start = isApart ? at + 1 : at;
  const zone = offsetAt(text, start);
  // A lone `-5` after a blank is no zone.
  if (zone !== undefined && (!isApart || zone.end - start !== 3 || isLetter(text.charCodeAt(start))))
    return { offset: zone.offset, end: zone.end, shape: isApart ? " %z" : "%z" };
  const name = skipZoneName(text, start);
  return name > start
    ? { offset: undefined, end: name, shape: isApart ? " %Z" : "%Z" }
    : { offset: undefined, end: at, shape: "" };
}

/** The format with the numbers of its date named, as strptime takes it: `%d/%m/%Y %H:%M:%S`. */
export function patternOf({ date, shape }: FreeTime, order: DateOrder): string {
  if (date.isNamed) return shape;
  const year = Math.max(...date.numbers) > 31 && date.numbers.some((number) => number >= 1000) ? "%Y" : "%y";
  const names = (date.hasYear ? order : order.replace("y", ""))
    .split("")
    .map((letter) => (letter === "y" ? year : `%${letter}`));
  return shape.replace(/%([123])/g, (_, index) => names[Number(index) - 1]!);
}
