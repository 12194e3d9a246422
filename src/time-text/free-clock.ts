import type { Micros } from "../eventstore/event/event.ts";
import { digitsAt, endOfDigits, isDigit, isLetter } from "./scan.ts";

/** A time of day in any format. */
export interface FreeClock {
  hour: number;
  minute: number;
  second: number;
  fraction: Micros;
  hasSeconds: boolean;
  /** In the notation of strptime, `%f` for any fraction. */
  shape: string;
  end: number;
}

/**
 * The clock that begins at `at`: `9:00:00.123 PM`, `09.00.00`, `090000`, `0:5:7:89`, `09:00`. Numbers may lack their
 * zero in front. `isCompact`: digits without marks are one.
 */
export function readFreeClock(text: string, at: number, isCompact: boolean): FreeClock | undefined {
  const hourEnd = endOfDigits(text, at);
  const mark = text[hourEnd];
  if (hourEnd - at >= 6) return isCompact ? readDigits(text, at, hourEnd) : undefined;
  if (isCompact && (mark === "-" || mark === "_" || charCodeBeyondAscii(mark))) return readOdd(text, at);
  if (hourEnd === at || hourEnd > at + 2 || (mark !== ":" && mark !== ".")) return undefined;
  const minuteEnd = endOfNumber(text, hourEnd + 1);
  if (minuteEnd === 0) return undefined;
  const secondEnd = text[minuteEnd] === mark ? endOfNumber(text, minuteEnd + 1) : 0;
  // `9.00` is a number.
  if (secondEnd === 0 && (mark === "." || minuteEnd !== hourEnd + 3)) return undefined;
  const rest = secondEnd === 0 ? { fraction: 0, end: minuteEnd, shape: "" } : readFreeFraction(text, secondEnd);
  const clock = {
    hour: Number(text.slice(at, hourEnd)),
    minute: Number(text.slice(hourEnd + 1, minuteEnd)),
    second: secondEnd === 0 ? 0 : Number(text.slice(minuteEnd + 1, secondEnd)),
    fraction: rest.fraction,
    hasSeconds: secondEnd > 0,
    shape: `%H${mark}%M${secondEnd === 0 ? "" : `${mark}%S`}${rest.shape}`,
    end: rest.end,
  };
  const half = readHalf(text, rest.end);
  // Some write `13:00:00 PM`.
  if (half !== undefined && clock.hour >= 1 && clock.hour <= 12) {
    clock.hour = (clock.hour % 12) + half.hours;
    clock.shape = `${clock.shape.replace("%H", "%I")}${half.end - rest.end > 2 ? " %p" : "%p"}`;
    clock.end = half.end;
  }
  return isClock(clock) ? clock : undefined;
}

/** After a date alone: `09-00-00` and `09_00_00` of names of files, `9时0分0秒`. */
function readOdd(text: string, at: number): FreeClock | undefined {
  const found = oddPattern.exec(text.slice(at, at + 24));
  if (found === null) return undefined;
  const numbers = found.slice(1).filter((part) => part !== undefined && /\d/.test(part));
  const [hour, minute, second] = numbers.map(Number) as [number, number, number];
  const mark = found[2];
  const shape = mark === undefined ? found[0].replace(/\d+/g, "%") : `%H${mark}%M${mark}%S`;
  const clock = { hour, minute, second, fraction: 0, hasSeconds: true, shape, end: at + found[0].length };
  return isClock(clock) ? clock : undefined;
}

const oddPattern = /^(?:(\d\d)([-_])(\d\d)\2(\d\d)(?![\d-])|(\d{1,2})[时時시] ?(\d{1,2})[分분] ?(\d{1,2})[秒초])/;

function charCodeBeyondAscii(mark: string | undefined): boolean {
  return mark !== undefined && mark.charCodeAt(0) > 127;
}

function isClock({ hour, minute, second }: FreeClock): boolean {
  return hour <= 23 && minute <= 59 && second <= 60;
}

/** One or two digits; 0 when there are none or more. */
function endOfNumber(text: string, at: number): number {
  const end = endOfDigits(text, at);
  return end > at && end <= at + 2 ? end : 0;
}

/** `090000`, and `090000123` with milliseconds or `090000.123456`. */
function readDigits(text: string, at: number, end: number): FreeClock | undefined {
  if (end - at !== 6 && end - at !== 9) return undefined;
  const inside = end - at === 9 ? digitsAt(text, at + 6, 3) * 1000 : 0;
  const rest = end - at === 6 ? readFreeFraction(text, end) : { fraction: inside, end, shape: "%f" };
  const [hour, minute, second] = [0, 2, 4].map((offset) => digitsAt(text, at + offset, 2)) as [number, number, number];
  const clock = { hour, minute, second, ...rest, hasSeconds: true, shape: `%H%M%S${rest.shape}` };
  return isClock(clock) ? clock : undefined;
}

/**
 * After a point any digits, after a comma whole thousandths (otherwise it parts columns), after a colon a count of
 * milliseconds, not a fraction.
 */
function readFreeFraction(text: string, at: number): { fraction: Micros; end: number; shape: string } {
  const mark = text[at];
  const end = endOfDigits(text, at + 1);
  const digits = end - at - 1;
  const none = { fraction: 0, end: at, shape: "" };
  if (digits < 1 || digits > 9 || (isLetter(text.charCodeAt(end)) && !"ZzAaPp".includes(text[end]!))) return none;
  if (mark === ":") {
    if (digits > 3 || text[end] === ":") return none;
    return { fraction: Number(text.slice(at + 1, end)) * 1000, end, shape: ":%f" };
  }
  if (mark !== "." && (mark !== "," || digits % 3 !== 0)) return none;
  return { fraction: Number(text.slice(at + 1, Math.min(end, at + 7)).padEnd(6, "0")), end, shape: `${mark}%f` };
}

/** `AM`, ` pm`, ` p.m.`: hours to add to those of a clock of twelve. */
function readHalf(text: string, at: number): { hours: number; end: number } | undefined {
  const start = text[at] === " " ? at + 1 : at;
  const letter = text[start]?.toLowerCase();
  if (letter !== "a" && letter !== "p") return undefined;
  const middle = text[start + 1] === "." ? start + 2 : start + 1;
  if (text[middle]?.toLowerCase() !== "m") return undefined;
  const end = text[middle + 1] === "." && middle > start + 1 ? middle + 2 : middle + 1;
  if (isLetter(text.charCodeAt(end)) || isDigit(text.charCodeAt(end))) return undefined;
  return { hours: letter === "p" ? 12 : 0, end };
}
