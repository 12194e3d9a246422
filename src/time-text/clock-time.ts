import type { Micros } from "../eventstore/event/event.ts";
import { digitsAt, endOfDigits } from "./scan.ts";

/** `HH:MM:SS` with an optional fraction after a dot or comma. */
export interface Clock {
  hour: number;
  minute: number;
  second: number;
  fraction: Micros;
  end: number;
}

export function readClock(text: string, at: number): Clock | undefined {
  if (text[at + 2] !== ":" || text[at + 5] !== ":") return undefined;
  const hour = digitsAt(text, at, 2);
  const minute = digitsAt(text, at + 3, 2);
  const second = digitsAt(text, at + 6, 2);
  if (hour < 0 || minute < 0 || second < 0) return undefined;
  const { fraction, end } = text[at + 8] === ":" ? readCounted(text, at + 8) : readFraction(text, at + 8);
  return { hour, minute, second, fraction, end };
}

/** `:123`, a count of thousandths. */
function readCounted(text: string, at: number): { fraction: Micros; end: number } {
  const millis = digitsAt(text, at + 1, 3);
  const next = text.charCodeAt(at + 4);
  const isPart = next === colon || (next >= 48 && next <= 57);
  return millis < 0 || isPart ? { fraction: 0, end: at } : { fraction: millis * 1000, end: at + 4 };
}

const colon = 0x3a;

/** Microseconds of `.123`, `,123` or `.123456789`: digits beyond the sixth are dropped, not rounded. */
export function readFraction(text: string, at: number): { fraction: Micros; end: number } {
  const mark = text.charCodeAt(at);
  if (mark !== point && mark !== comma) return { fraction: 0, end: at };
  const end = endOfDigits(text, at + 1);
  const digits = Math.min(end - at - 1, 6);
  return digits === 0 ? { fraction: 0, end: at } : { fraction: digitsAt(text, at + 1, digits) * scales[digits]!, end };
}

const point = 0x2e;
const comma = 0x2c;
/** Microseconds of the last digit of a fraction, by its number of digits. */
const scales: readonly number[] = [0, 100_000, 10_000, 1000, 100, 10, 1];
