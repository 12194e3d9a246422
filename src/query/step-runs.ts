import type { TimeTable } from "../eventstore/segment.ts";
import { firstAtOrAfter } from "../filter/select-times.ts";
import { batchRows } from "./limits.ts";
import type { SegmentPart } from "./query-kind.ts";
import { stepOf, type TimeSteps } from "./time-steps.ts";

export interface StepRuns {
  /** Rows from `from` to before `to` have their first occurrence in the step. Those that are not chosen are among them. */
  run(step: number, from: number, to: number): void;
  /** One more occurrence of a chosen row, beside its first. */
  further(step: number, row: number): void;
}

/**
 * Cuts the rows of a segment into steps: rows in order of time need a search for each step instead of a division for each row. False,
 * having told nothing, when they are in no order.
 */
export function eachStepRun(part: SegmentPart, steps: TimeSteps, tick: () => void, runs: StepRuns): boolean {
  const times = part.segment.times();
  if (!times.sorted) return false;
  const { bounds, count } = steps;
  const { start, end } = part.selection;
  let from = Math.max(start, firstAtOrAfter(times.first, bounds[0]!));
  for (let step = from < end ? stepOf(steps, Math.max(bounds[0]!, times.first[from]!)) : count; step < count; step++) {
    const to = Math.min(end, firstAtOrAfter(times.first, bounds[step + 1]!));
    for (; from < to; from = Math.min(to, from + batchRows)) {
      tick();
      runs.run(step, from, Math.min(to, from + batchRows));
    }
    if (from >= end) break;
  }
  if (!times.single) eachFurther(part, times, steps, tick, runs);
  return true;
}

function eachFurther(
  { selection }: SegmentPart,
  times: TimeTable,
  steps: TimeSteps,
  tick: () => void,
  { further }: StepRuns,
): void {
  const { counter } = times;
  const [from, to] = [steps.bounds[0]!, steps.bounds[steps.count]!];
  const { flags, start, end } = selection;
  for (let row = start; row < end; row++) {
    if ((row & 0x3fff) === 0) tick();
    if (counter[row] === 1 || (flags !== undefined && flags[row] === 0)) continue;
    const all = times.of(row);
    for (let i = 1; i < all.length; i++) {
      const time = all[i]!;
      if (time >= from && time < to) further(stepOf(steps, time), row);
    }
  }
}
