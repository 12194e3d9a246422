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
  const { fraction, end } = readFraction(text, at + 8);
  return { hour, minute, second, fraction, end };
}

/** Microseconds of `.123`, `,123` or `.123456789`: digits beyond the sixth are dropped, not rounded. */
export function readFraction(text: string, at: number): { fraction: Micros; end: number } {
  const mark = text[at];
  const end = endOfDigits(text, at + 1);
  if ((mark !== "." && mark !== ",") || end === at + 1) return { fraction: 0, end: at };
  return { fraction: Number(text.slice(at + 1, Math.min(end, at + 7)).padEnd(6, "0")), end };
}
