import { digitsAt, endOfDigits, isDigit, isLetter, skipBlanks } from "./scan.ts";

/** Which of three numbers is the year, the month, the day; for two the first letter is left out. */
export type DateOrder = "ymd" | "dmy" | "mdy";

/** A date as a line has it, before it is decided which number is the day. */
export interface FreeDate {
  /**
   * Three numbers in the order of the text, or two where the year is missing. With `isNamed`: year (or -1), month, day.
   */
  numbers: readonly number[];
  /** The month is a word, so nothing is ambiguous. */
  isNamed: boolean;
  /** The orders that give a date, the likeliest first; one: there is no doubt. */
  orders: readonly DateOrder[];
  hasYear: boolean;
  /** Digits only, without marks between. */
  isCompact: boolean;
  /** Its format in the notation of strptime, with `%1 %2 %3` for numbers whose order is open. */
  shape: string;
  end: number;
}

/**
 * The date that begins at `at`: numbers with separators, digits alone, or a month's name among numbers, with or without
 * a weekday in front.
 */
export function readFreeDate(text: string, at: number): FreeDate | undefined {
  const code = text.charCodeAt(at);
  if (isDigit(code)) return readDigits(text, at);
  return isLetter(code) ? readWords(text, at) : undefined;
}

function readDigits(text: string, at: number): FreeDate | undefined {
  const end = endOfDigits(text, at);
  const length = end - at;
  if (length === 8 || length === 6) return readCompactDate(text, at, end);
  if (length !== 4 && length > 2) return undefined;
  const mark = text[end];
  if (length <= 2 && isLetter(text.charCodeAt(end))) return readJoined(text, at, end);
  if (length === 4) {
    const odd = readOddYear(text, at, mark);
    if (odd !== undefined) return odd;
  }
  if (mark === "-" || mark === "/" || mark === "." || mark === " ") {
    const named = readNamedInside(text, at, end, mark);
    if (named !== undefined) return named;
  }
  if (mark === "_" && length === 4) return readNumbers(text, at, end, mark);
  return mark === "-" || mark === "/" || mark === "." ? readNumbers(text, at, end, mark) : undefined;
}

/** `2026年11月21日`, and the day of the year of ISO 8601: `2026-325T`. */
function readOddYear(text: string, at: number, mark: string | undefined): FreeDate | undefined {
  if (mark === "-" && text[at + 8] === "T") {
    const day = digitsAt(text, at + 5, 3);
    const date = new Date(Date.UTC(Number(text.slice(at, at + 4)), 0, day));
    const numbers = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
    if (day < 1 || numbers[0] !== Number(text.slice(at, at + 4))) return undefined;
    return { numbers, isNamed: true, orders: ["ymd"], hasYear: true, isCompact: false, shape: "%Y-%j", end: at + 8 };
  }
  const found = mark !== undefined && mark > "\u007f" ? eastPattern.exec(text.slice(at, at + 16)) : null;
  if (found === null) return undefined;
  const [year, month, day] = found.slice(1).map(Number) as [number, number, number];
  if (!isDay(month, day)) return undefined;
  const numbers = [year, month, day];
  const shape = found[0].replace(/\d+/g, "%");
  return { numbers, isNamed: true, orders: ["ymd"], hasYear: true, isCompact: false, shape, end: at + found[0].length };
}

const eastPattern = /^(\d{4})[年년] ?(\d{1,2})[月월] ?(\d{1,2})[日일]/;

/** `21Nov2026` */
function readJoined(text: string, at: number, end: number): FreeDate | undefined {
  const month = readMonthName(text, end);
  const yearEnd = month === undefined ? 0 : endOfDigits(text, month.end);
  if (month === undefined || yearEnd !== month.end + 4) return undefined;
  const year = Number(text.slice(month.end, yearEnd));
  return named(year, month, Number(text.slice(at, end)), `%d${month.shape}%Y`, yearEnd);
}

/** `2026-11-21`, `21.11.2026`, `11/21/26`, and `11-21`, `10.30` without a year. */
function readNumbers(text: string, at: number, end: number, mark: string): FreeDate | undefined {
  const secondEnd = endOfDigits(text, end + 1);
  if (secondEnd === end + 1 || secondEnd > end + 3) return undefined;
  const first = Number(text.slice(at, end));
  const second = Number(text.slice(end + 1, secondEnd));
  const thirdEnd =
    text[secondEnd] === mark && !isClock(text, secondEnd + 1) ? endOfDigits(text, secondEnd + 1) : secondEnd;
  const thirdLength = thirdEnd - secondEnd - 1;
  if (thirdLength === 1 || thirdLength === 2 || thirdLength === 4) {
    const third = Number(text.slice(secondEnd + 1, thirdEnd));
    const widths = [end - at, thirdLength] as const;
    const orders = ordersOf(first, second, third, widths, mark);
    return makeDate([first, second, third], orders, `%1${mark}%2${mark}%3`, thirdEnd, true);
  }
  if (end - at === 4) return undefined;
  const orders = (
    [
      ["mdy", first, second],
      ["dmy", second, first],
    ] as const
  ).filter(([, month, day]) => isDay(month, day));
  // `21.11. 09:00:00` of Germans.
  const hasPoint = mark === "." && text[secondEnd] === "." && text[secondEnd + 1] === " ";
  return makeDate(
    [first, second],
    orders.map(([order]) => order),
    `%1${mark}%2${hasPoint ? "." : ""}`,
    hasPoint ? secondEnd + 1 : secondEnd,
    false,
  );
}

/** `11-21-09:00:00`: the hour follows the second separator. */
function isClock(text: string, at: number): boolean {
  clockPattern.lastIndex = at;
  return clockPattern.test(text);
}

const clockPattern = /\d\d:\d\d:\d\d(?!:?\d)/y;

function makeDate(
  numbers: number[],
  orders: readonly DateOrder[],
  shape: string,
  end: number,
  hasYear: boolean,
): FreeDate | undefined {
  return orders.length === 0 ? undefined : { numbers, isNamed: false, orders, hasYear, isCompact: false, shape, end };
}

/**
 * Four digits are the year. Two in front are the year for loggers that write `17/06/09`; a point or a dash is European.
 */
function ordersOf(
  first: number,
  second: number,
  third: number,
  [firstWidth, thirdWidth]: readonly [number, number],
  mark: string,
): DateOrder[] {
  // Go and .NET write year 1 for a missing time.
  if ((firstWidth === 4 && first < 1900) || (thirdWidth === 4 && third < 1900)) return [];
  if (firstWidth === 4) return thirdWidth <= 2 && isDay(second, third) ? ["ymd"] : [];
  const possible: DateOrder[] = [];
  if (thirdWidth !== 4 && firstWidth === 2 && isDay(second, third)) possible.push("ymd");
  const european: DateOrder[] = isDay(second, first) ? ["dmy"] : [];
  const american: DateOrder[] = isDay(first, second) ? ["mdy"] : [];
  if (thirdWidth !== 4 && thirdWidth !== 2) return [];
  return mark === "." ? [...european, ...american, ...possible] : [...possible, ...european, ...american];
}

function isDay(month: number, day: number): boolean {
  return month >= 1 && month <= 12 && day >= 1 && day <= 31;
}

/** `20261121`, `261121`: most likely the year is in front. */
function readCompactDate(text: string, at: number, end: number): FreeDate | undefined {
  const digits = text.slice(at, end);
  const numbersOf = (widths: readonly number[]) => {
    let from = 0;
    return widths.map((width) => {
      from += width;
      return Number(digits.slice(from - width, from));
    });
  };
  const isLong = digits.length === 8;
  const byOrder: Record<DateOrder, number[]> = {
    ymd: numbersOf(isLong ? [4, 2, 2] : [2, 2, 2]),
    dmy: numbersOf(isLong ? [2, 2, 4] : [2, 2, 2]),
    mdy: numbersOf(isLong ? [2, 2, 4] : [2, 2, 2]),
  };
  const orders = (Object.keys(byOrder) as DateOrder[]).filter((order) => isPossible(byOrder[order], order, isLong));
  const [order] = orders;
  if (order === undefined) return undefined;
  // The order decides where digits are cut; all orders left cut alike.
  const alike = orders.filter((other) => !isLong || (other === "ymd") === (order === "ymd"));
  return {
    numbers: byOrder[order],
    isNamed: false,
    orders: alike,
    hasYear: true,
    isCompact: true,
    shape: `%1%2%3`,
    end,
  };
}

function isPossible(numbers: readonly number[], order: DateOrder, hasLongYear: boolean): boolean {
  const { year, month, day } = inOrder(numbers, order);
  return isDay(month, day) && (!hasLongYear || (year >= 1970 && year < 2100));
}

/** The numbers of a date by their meaning; year -1 if it is missing, two digits unchanged. */
export function inOrder(numbers: readonly number[], order: DateOrder): { year: number; month: number; day: number } {
  const [a, b, c] = numbers as [number, number, number | undefined];
  if (c === undefined) return order === "mdy" ? { year: -1, month: a, day: b } : { year: -1, month: b, day: a };
  if (order === "ymd") return { year: a, month: b, day: c };
  return order === "dmy" ? { year: c, month: b, day: a } : { year: c, month: a, day: b };
}

/** `21/Nov/2026`, `21-Nov-26`, `21 Nov 2026`, `21 Nov`, `2026 Nov 21`, `2026-Nov-21`. */
function readNamedInside(text: string, at: number, end: number, mark: string): FreeDate | undefined {
  const monthAt = mark === " " ? skipBlanks(text, end) : end + 1;
  const month = readMonthName(text, monthAt);
  if (month === undefined) return undefined;
  const first = Number(text.slice(at, end));
  const after = afterMark(text, month.end, mark);
  const secondEnd = after === undefined ? 0 : endOfDigits(text, after);
  const width = after === undefined ? 0 : secondEnd - after;
  const second = width > 0 ? Number(text.slice(after, secondEnd)) : -1;
  const isClock = text[secondEnd] === ":" && width <= 2 && mark === " ";
  if (end - at === 4) {
    if (width === 0 || width > 2 || isClock) return undefined;
    return named(first, month, second, `%Y${mark}${month.shape}${mark}%d`, secondEnd);
  }
  const isShortYear = width === 2 && (mark !== " " || shortYearPattern.test(text.slice(secondEnd, secondEnd + 7)));
  if (!isClock && (width === 4 || isShortYear))
    return named(
      fullYear(second, width),
      month,
      first,
      `%d${mark}${month.shape}${mark}${width === 4 ? "%Y" : "%y"}`,
      secondEnd,
    );
  return mark === " " ? named(-1, month, first, `%d ${month.shape}`, month.end) : undefined;
}

/** `21 Nov 26 09:00 UTC` of RFC 822: a clock follows. */
const shortYearPattern = /^ \d\d:\d\d\b/;

/** `Sat, 21 Nov 2026`, `Sat Nov 21`, `Nov 21, 2026`, `November 21`. The caller reads a year after the clock. */
function readWords(text: string, at: number): FreeDate | undefined {
  const weekday = readWeekday(text, at);
  if (weekday !== undefined) {
    const start = skipBlanks(text, text[weekday] === "," || text[weekday] === "." ? weekday + 1 : weekday);
    if (start === weekday || readWeekday(text, start) !== undefined) return undefined;
    const date = readFreeDate(text, start);
    return date?.isNamed || (date?.hasYear && !date.isCompact)
      ? { ...date, shape: `%a${text.slice(weekday, start).trimEnd()} ${date.shape}` }
      : undefined;
  }
  const month = readMonthName(text, at);
  if (month === undefined) return undefined;
  const mark = text[month.end];
  if (mark === "/" || mark === "-") return readBehindMonth(text, month, mark);
  const monthEnd = mark === "." ? month.end + 1 : month.end;
  const dayAt = skipBlanks(text, monthEnd);
  const dayEnd = endOfDigits(text, dayAt);
  if (dayAt === monthEnd || dayEnd === dayAt || dayEnd > dayAt + 2) return undefined;
  const day = Number(text.slice(dayAt, dayEnd));
  const hasComma = text[dayEnd] === ",";
  const yearAt = skipBlanks(text, hasComma ? dayEnd + 1 : dayEnd);
  const yearEnd = endOfDigits(text, yearAt);
  if (yearAt > dayEnd && yearEnd === yearAt + 4)
    return named(
      Number(text.slice(yearAt, yearEnd)),
      month,
      day,
      `${month.shape} %d${hasComma ? "," : ""} %Y`,
      yearEnd,
    );
  return named(-1, month, day, `${month.shape} %d`, dayEnd);
}

/** `nov/21/2026`, `nov/21` of routers; `Nov-21-2026`. */
function readBehindMonth(text: string, month: MonthName, mark: "/" | "-"): FreeDate | undefined {
  const dayEnd = endOfDigits(text, month.end + 1);
  const width = dayEnd - month.end - 1;
  if (width < 1 || width > 2) return undefined;
  const day = Number(text.slice(month.end + 1, dayEnd));
  const yearEnd = text[dayEnd] === mark ? endOfDigits(text, dayEnd + 1) : dayEnd;
  if (yearEnd === dayEnd && mark === "/") return named(-1, month, day, `${month.shape}/%d`, dayEnd);
  if (yearEnd !== dayEnd + 5) return undefined;
  return named(Number(text.slice(dayEnd + 1, yearEnd)), month, day, `${month.shape}${mark}%d${mark}%Y`, yearEnd);
}

interface MonthName {
  month: number;
  shape: "%b" | "%B";
  end: number;
}

function named(year: number, month: MonthName, day: number, shape: string, end: number): FreeDate | undefined {
  if (day < 1 || day > 31) return undefined;
  const numbers = [year, month.month, day];
  return { numbers, isNamed: true, orders: ["ymd"], hasYear: year >= 0, isCompact: false, shape, end };
}

/** Start of the third part of a date, after the separator used before. */
function afterMark(text: string, at: number, mark: string): number | undefined {
  if (mark === " ") {
    const start = skipBlanks(text, text[at] === "," ? at + 1 : at);
    return start > at ? start : undefined;
  }
  return text[at] === mark ? at + 1 : undefined;
}

/** Two digits up to 69 are of this century, as in POSIX. */
export function fullYear(year: number, width: number): number {
  if (width > 2) return year;
  return year < 70 ? 2000 + year : 1900 + year;
}

/** Three letters or the whole name, in any case. */
export function readMonthName(text: string, at: number): MonthName | undefined {
  const found = readName(text, at, months);
  return found && { month: found.number, shape: found.isShort ? "%b" : "%B", end: found.end };
}

/** End of a weekday's name. */
export function readWeekday(text: string, at: number): number | undefined {
  return readName(text, at, weekdays)?.end;
}

/** By the name in small letters, whole and short; "sept" is common, too. */
function numbersOf(names: string): Map<string, number> {
  const numbers = names.split(" ").map((name, index): [string, number] => [name, index + 1]);
  return new Map([...numbers, ...numbers.map(([name, number]): [string, number] => [name.slice(0, 3), number])]);
}

const months = numbersOf("january february march april may june july august september october november december").set(
  "sept",
  9,
);
const weekdays = numbersOf("monday tuesday wednesday thursday friday saturday sunday");
const longestName = 9;

function readName(text: string, at: number, names: ReadonlyMap<string, number>) {
  let end = at;
  while (end - at <= longestName && isLetter(text.charCodeAt(end))) end++;
  const length = end - at;
  if (length < 3 || length > longestName) return undefined;
  const number = names.get(text.slice(at, end).toLowerCase());
  return number === undefined ? undefined : { number, isShort: length < 5, end };
}
