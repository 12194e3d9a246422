import { cacheCounts } from "../counting/count-cache.ts";
import { eachPrecomputedStep } from "../counting/precomputed-counts.ts";
import { eachStepBatch } from "../counting/row-batches.ts";
import { eachStepRun } from "../counting/step-runs.ts";
import { type Accumulation, type ChosenRows, type OpenQuestion, queryKind } from "../query-kind.ts";
import { secondsOf, zoned } from "../time/preset.ts";
import { stepOf, type TimeSteps } from "../time/time-steps.ts";

/** How many occurrences there were in each step. */
export const eventRate = queryKind({ type: "EventRate", parameters: {}, withSteps: true, begin: countSteps });

function countSteps({ params, steps, tick }: OpenQuestion<object>): Accumulation {
  const counts = new Float64Array(steps!.count);
  return {
    passes: 1,
    wants: () => true,
    add: (chosen) => addSteps(chosen, steps!, tick, counts),
    endPass: () => false,
    share: {
      handOver: () => [counts],
      takeOver: ([found]) =>
        found!.forEach((count, step) => {
          counts[step]! += count;
        }),
    },
    results: () => writeRate(counts, steps!, params.time_range.timezone),
  };
}

function addSteps(chosen: ChosenRows, steps: TimeSteps, tick: () => void, counts: Float64Array): void {
  const { bounds, width, count } = steps;
  const { minTime, maxTime } = chosen.handle;
  const first = minTime < bounds[0]! ? 0 : stepOf(steps, minTime);
  const end = (maxTime < bounds[count]! ? stepOf(steps, maxTime) : count - 1) + 1;
  // The same steps, whatever range they were cut from.
  const about = width > 0 ? [width, bounds[0]! % width] : Array.from(bounds.subarray(first, end + 1));
  const own = cacheCounts(chosen, ["steps", about], () => countOwnSteps(chosen, steps, tick, { first, end }));
  for (let i = 0; i < own.length; i++) counts[first + i]! += own[i]!;
}

/** Steps from `first` to before `end`, which are all that the segment touches. */
function countOwnSteps(
  chosen: ChosenRows,
  steps: TimeSteps,
  tick: () => void,
  { first, end }: { first: number; end: number },
): Float64Array {
  const own = new Float64Array(end - first);
  const add = (step: number, count: number) => {
    own[step - first]! += count;
  };
  if (eachPrecomputedStep(chosen, steps, (step, _severity, ofStep) => add(step, ofStep))) return own;
  const { selection } = chosen;
  const inOrder = eachStepRun(chosen, steps, tick, {
    run: (step, from, to) => add(step, selection.countIn(from, to)),
    further: (step) => add(step, 1),
  });
  if (inOrder) return own;
  eachStepBatch(chosen, steps, tick, (batch) => {
    for (let i = 0; i < batch.length; i++) add(batch.steps[i]!, batch.counts[i]!);
  });
  return own;
}

function writeRate(counts: Float64Array, { bounds, count }: TimeSteps, timezone: string): Record<string, unknown> {
  const sum = counts.reduce((a, b) => a + b, 0);
  const [ts_from, ts_to] = [bounds[0]! / 1e6, bounds[count]! / 1e6];
  return {
    totals: {
      ts_from,
      ts_to,
      sum,
      count,
      min: counts.reduce((a, b) => Math.min(a, b)),
      max: counts.reduce((a, b) => Math.max(a, b)),
      avg: sum / count,
      last: counts[count - 1]!,
      drill_up_time_range: widerRange(ts_from, ts_to, timezone),
    },
    details: Array.from(counts, (value, i) => ({
      ts_from: bounds[i]! / 1e6,
      ts_to: bounds[i + 1]! / 1e6,
      count: value,
    })),
  };
}

const minute = 60;
const hour = 3600;

/**
 * The whole minutes, hours or local days around a range, in the smallest of these units that is longer than the range.
 */
function widerRange(from: number, to: number, timezone: string): { ts_from: number; ts_to: number } | null {
  const width = to - from;
  const dayBegin = secondsOf(zoned(from, timezone).startOfDay());
  if (width >= secondsOf(zoned(from, timezone).startOfDay().add({ days: 1 })) - dayBegin) return null;
  const unit = width < minute ? minute : width < hour ? hour : undefined;
  if (unit === undefined) return { ts_from: dayBegin, ts_to: endOfDay(to, timezone) };
  const ts_from = dayBegin + Math.floor((from - dayBegin) / unit) * unit;
  return { ts_from, ts_to: dayBegin + Math.ceil((to - dayBegin) / unit) * unit };
}

function endOfDay(to: number, timezone: string): number {
  const begin = zoned(to, timezone).startOfDay();
  return secondsOf(begin) === to ? to : secondsOf(begin.add({ days: 1 }));
}
