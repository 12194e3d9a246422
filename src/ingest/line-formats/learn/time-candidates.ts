import { readEpochTime } from "../../../time-text/epoch-time.ts";
import { type FreeClock, readFreeClock } from "../../../time-text/free-clock.ts";
import { type FreeTime, readFreeTime } from "../../../time-text/free-time.ts";
import { isDigit, isLetter } from "../../../time-text/scan.ts";
import type { LineContext } from "../line-fields.ts";
import { searchedCharactersMax, timesPerLineMax } from "./limits.ts";

/** Something in a line that may be its time. */
export interface TimeCandidate {
  start: number;
  end: number;
  /** Its notation without optional parts, such as a fraction. */
  shape: string;
  /** Its index among the parts of this shape in the line, from 0. */
  ordinal: number;
  read: { kind: "date"; free: FreeTime } | { kind: "epoch"; time: number } | { kind: "clock"; clock: FreeClock };
}

/** Everything near the beginning of a line that may be a time, from left to right; searched as far as it is asked. */
export function* findTimeCandidates(line: string, context: LineContext): Generator<TimeCandidate, undefined> {
  const shapes: string[] = [];
  const last = Math.min(line.length, searchedCharactersMax);
  for (let at = 0; at < last && shapes.length < timesPerLineMax; at++) {
    if (!mayBegin(line, at)) continue;
    const read = readAt(line, at, context);
    if (read === undefined) continue;
    const ordinal = shapes.filter((shape) => shape === read.shape).length;
    shapes.push(read.shape);
    yield { start: at, ordinal, ...read };
    at = read.end - 1;
  }
}

type Reading = Pick<TimeCandidate, "end" | "shape" | "read">;

function readAt(line: string, at: number, context: LineContext): Reading | undefined {
  const free = readFreeTime(line, at);
  if (free !== undefined) return { end: free.end, shape: withoutFraction(free.shape), read: { kind: "date", free } };
  if (!isDigit(line.charCodeAt(at))) return undefined;
  const epoch = readEpoch(line, at, context);
  if (epoch !== undefined) return epoch;
  const clock = readFreeClock(line, at, false);
  if (clock === undefined || !clock.hasSeconds || isWordPart(line.charCodeAt(clock.end))) return undefined;
  // `20.11.26` alone is a date or a version as well.
  if (!clock.shape.includes(":") || noSuchDay.test(line.slice(0, at))) return undefined;
  return { end: clock.end, shape: withoutFraction(clock.shape), read: { kind: "clock", clock } };
}

/** Before a clock: `2026-02-32 `, since the clock of a day that exists was read with it. */
const noSuchDay = /\b\d{4}([-/.])\d\d\1\d\d $/;

/** The name tells how many digits it has. */
function readEpoch(line: string, at: number, context: LineContext): Reading | undefined {
  let end = at;
  while (isDigit(line.charCodeAt(end))) end++;
  // A mark of any kind may follow in a column.
  const read = readEpochTime(`${line.slice(at, end)} `, 0, context.reference);
  if (read === undefined || isLetter(line.charCodeAt(end))) return undefined;
  const whole = readEpochTime(line, at, context.reference);
  const { time } = whole ?? read;
  return { end: whole?.end ?? end, shape: `epoch ${end - at}`, read: { kind: "epoch", time } };
}

function withoutFraction(shape: string): string {
  return shape.replace(/[.,:]?%f/, "");
}

/** No letter, digit or part of a number precedes it; only a date with its year may follow a colon. */
function mayBegin(line: string, at: number): boolean {
  const code = line.charCodeAt(at);
  if (!isDigit(code) && !isLetter(code)) return false;
  const before = at === 0 ? 0x20 : line.charCodeAt(at - 1);
  if (before === 0x3a) return /^\d{4}[-/]\d\d[-/]\d\d\D/.test(line.slice(at, at + 11));
  if (before === 0x2f && isDigit(line.charCodeAt(at - 2))) return false;
  return !isWordPart(before) && before !== 0x2e && before !== 0x2d;
}

function isWordPart(code: number): boolean {
  return isDigit(code) || isLetter(code) || code === 0x5f;
}
