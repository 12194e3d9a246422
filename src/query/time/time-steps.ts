import type { TimeSpan } from "../../eventstore/snapshot.ts";
import { type SecondsSpan, secondsOf, zoned } from "./preset.ts";

/** A range cut into steps. Steps are half-open and leave no gap. */
export interface TimeSteps {
  /** Begin of each step and the end of the last, microseconds, ascending. */
  readonly bounds: Float64Array;
  readonly count: number;
  /** Microseconds of every step when all are alike, so that a step is found by a division; else 0. */
  readonly width: number;
}

/**
 * Cuts a range into steps of so many seconds and widens it to whole ones. Up to a day steps follow each other from the
 * local midnight before the range. Whole days begin at local midnights, so one of them can have 23 or 25 hours; several
 * days are counted from a Monday, so that the same steps come out wherever the range begins. Other lengths follow from
 * the midnight too.
 */
export function cutIntoSteps({ from, to }: SecondsSpan, step: number, timezone: string): TimeSteps {
  return step % day === 0 ? cutDays(from, to, step / day, timezone) : cutEvenly(from, to, step, timezone);
}

/** The number of steps, give or take one; cheap for any range. */
export function estimateSteps({ from, to }: SecondsSpan, step: number): number {
  return (to - from) / step;
}

export function spanOfSteps({ bounds, count }: TimeSteps): TimeSpan {
  return { from: bounds[0]!, to: bounds[count]! };
}

/** The step that holds a time inside the range. */
export function stepOf({ bounds, width, count }: TimeSteps, time: number): number {
  if (width > 0) return Math.floor((time - bounds[0]!) / width);
  const guess = Math.floor(((time - bounds[0]!) / (bounds[count]! - bounds[0]!)) * count);
  let step = Math.min(count - 1, Math.max(0, guess));
  while (time < bounds[step]!) step--;
  while (time >= bounds[step + 1]!) step++;
  return step;
}

const day = 86_400;
const micros = 1_000_000;

function cutEvenly(from: number, to: number, step: number, timezone: string): TimeSteps {
  const midnight = secondsOf(zoned(from, timezone).startOfDay());
  const start = midnight + Math.floor((from - midnight) / step) * step;
  const count = Math.max(1, Math.ceil((to - start) / step));
  const bounds = Float64Array.from({ length: count + 1 }, (_, i) => (start + i * step) * micros);
  return { bounds, count, width: step * micros };
}

function cutDays(from: number, to: number, days: number, timezone: string): TimeSteps {
  let date = zoned(from, timezone).toPlainDate();
  if (days > 1) date = date.subtract({ days: modulo(date.since(monday).days, days) });
  const bounds: number[] = [];
  for (;;) {
    const begin = secondsOf(date.toZonedDateTime(timezone));
    bounds.push(begin * micros);
    if (begin >= to && bounds.length > 1) break;
    date = date.add({ days });
  }
  return { bounds: Float64Array.from(bounds), count: bounds.length - 1, width: 0 };
}

const monday = Temporal.PlainDate.from("1970-01-05");

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by;
}
