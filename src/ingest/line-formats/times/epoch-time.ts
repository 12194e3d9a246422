import type { Micros } from "../../../eventstore/event/event.ts";
import { endOfDigits, isBlank } from "../scan.ts";
import type { ReadTime } from "./civil-time.ts";
import { readFraction } from "./clock-time.ts";

/**
 * Digits of a count since 1970 in seconds, milliseconds, microseconds; the present has these lengths. Nanoseconds
 * (19 digits) do not fit a number exactly and are cut to microseconds as text.
 */
const microsPerUnit = new Map<number, Micros>([
  [10, 1_000_000],
  [13, 1_000],
  [16, 1],
  [19, 1],
]);
const year: Micros = 366 * 86_400 * 1_000_000;

/**
 * A leading epoch time followed by a blank, or by the end of its brackets. One that lies more than a year ahead of
 * `reference` is just a number.
 */
export function readEpochTime(text: string, at: number, reference: Micros): ReadTime | undefined {
  const digitsEnd = endOfDigits(text, at);
  const count = digitsEnd - at;
  const unit = microsPerUnit.get(count);
  if (unit === undefined) return undefined;
  const { fraction, end } = unit === 1_000_000 ? readFraction(text, digitsEnd) : { fraction: 0, end: digitsEnd };
  const closes = text[end] === "]" && text[at - 1] === "[";
  if (!isBlank(text.charCodeAt(end)) && !closes && end < text.length) return undefined;
  const whole = count === 19 ? Number(text.slice(at, digitsEnd - 3)) : Number(text.slice(at, digitsEnd)) * unit;
  const time = whole + fraction;
  return time > reference + year ? undefined : { time, end };
}
