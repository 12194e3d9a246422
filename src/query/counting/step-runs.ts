import { firstAtOrAfter } from "../../eventstore/format/number-arrays.ts";
import type { SegmentSlices, TimeTable } from "../../eventstore/segment.ts";
import type { Selection } from "../../filter/rows/selection.ts";
import { batchRows } from "../limits.ts";
import type { ChosenRows } from "../query-kind.ts";
import { stepOf, type TimeSteps } from "../time/time-steps.ts";
import { BoundRows } from "./bound-rows.ts";
import { eachRepeated, repeatedOf } from "./span-pieces.ts";

export interface StepRuns {
  /**
   * Rows from `from` to before `to` have their first occurrence in the step. Those that are not chosen are among them.
   */
  run(step: number, from: number, to: number): void;
  /** A further occurrence of a chosen row. */
  further(step: number, row: number): void;
}

/**
 * Cuts the rows of a segment into steps. For rows sorted by time: one binary search per step instead of a division per
 * row. Returns false, without calling `runs`, if they are not sorted.
 */
export function eachStepRun(chosen: ChosenRows, steps: TimeSteps, tick: () => void, runs: StepRuns): boolean {
  const { segment, selection } = chosen;
  if (segment.slices) return eachSlice(chosen, segment.slices, steps, tick, runs);
  const times = segment.times();
  if (!times.sorted) return false;
  eachRun({ times, selection, firstRow: 0 }, steps, tick, runs);
  return true;
}

/** A slice inside one step is counted without its times. */
function eachSlice(
  { segment, selection }: ChosenRows,
  slices: SegmentSlices,
  steps: TimeSteps,
  tick: () => void,
  runs: StepRuns,
): boolean {
  const { bounds, count } = steps;
  const repeated = repeatedOf(segment);
  const known = repeated ? undefined : BoundRows.of(segment, steps);
  for (let at = 0; at < slices.count; at++) {
    tick();
    const [firstRow, end] = [slices.firstRow(at), slices.firstRow(at + 1)];
    if (!selection.hasAny(firstRow, end)) continue;
    const [minTime, maxTime] = [slices.minTime(at), slices.maxTime(at)];
    if (maxTime < bounds[0]! || minTime >= bounds[count]!) continue;
    const chosen = selection.slice(firstRow, end);
    const isInside = minTime >= bounds[0]! && maxTime < bounds[count]!;
    const step = isInside ? stepOf(steps, minTime) : count;
    if (isInside && step === stepOf(steps, maxTime)) {
      runs.run(step, firstRow + chosen.start, firstRow + chosen.end);
      if (repeated)
        eachRepeated(repeated, selection, firstRow, end, (row, more) => {
          for (let i = 0; i < more; i++) runs.further(step, row);
        });
      continue;
    }
    const [from, to] = [firstAfter(bounds, minTime), firstAfter(bounds, maxTime)];
    const cut = { selection: chosen, firstRow, from, to };
    if (known?.knows(from, to, firstRow, end)) {
      eachKnownRun(cut, known, steps, tick, runs);
      continue;
    }
    const sliced = { times: slices.open(at).times(), selection: chosen, firstRow };
    if (!sliced.times.sorted) eachRow(sliced, steps, tick, runs);
    else {
      known?.find(from, to, sliced.times, firstRow);
      eachRun(sliced, steps, tick, runs);
    }
  }
  return true;
}

function firstAfter(bounds: Float64Array, time: number): number {
  const at = firstAtOrAfter(bounds, time);
  return bounds[at] === time ? at + 1 : at;
}

/** The bounds from `from` to before `to` lie behind the first of the rows. */
interface CutRows {
  selection: Selection;
  firstRow: number;
  from: number;
  to: number;
}

function eachKnownRun(
  { selection, firstRow, from, to }: CutRows,
  known: BoundRows,
  { count }: TimeSteps,
  tick: () => void,
  { run }: StepRuns,
): void {
  const [start, end] = [firstRow + selection.start, firstRow + selection.end];
  for (let step = Math.max(0, from - 1); step < Math.min(to, count); step++) {
    const last = step + 1 < to ? Math.min(end, known.of(step + 1)) : end;
    let first = step < from ? start : Math.max(start, known.of(step));
    for (; first < last; first = Math.min(last, first + batchRows)) {
      tick();
      run(step, first, Math.min(last, first + batchRows));
    }
  }
}

/** Those of the segment begin at `firstRow`. */
interface TimedRows {
  times: TimeTable;
  selection: Selection;
  firstRow: number;
}

function eachRun(sorted: TimedRows, steps: TimeSteps, tick: () => void, runs: StepRuns): void {
  const { times, selection, firstRow } = sorted;
  const { bounds, count } = steps;
  const { start, end } = selection;
  let from = Math.max(start, firstAtOrAfter(times.first, bounds[0]!));
  for (let step = from < end ? stepOf(steps, Math.max(bounds[0]!, times.first[from]!)) : count; step < count; step++) {
    const to = Math.min(end, firstAtOrAfter(times.first, bounds[step + 1]!));
    for (; from < to; from = Math.min(to, from + batchRows)) {
      tick();
      runs.run(step, firstRow + from, firstRow + Math.min(to, from + batchRows));
    }
    if (from >= end) break;
  }
  if (!times.single) eachFurther(sorted, steps, tick, runs);
}

/** After repeats moved first occurrences forward, rows are no longer in order. */
function eachRow(rows: TimedRows, steps: TimeSteps, tick: () => void, runs: StepRuns): void {
  const { times, selection, firstRow } = rows;
  const [from, to] = [steps.bounds[0]!, steps.bounds[steps.count]!];
  for (let row = selection.start; row < selection.end; row++) {
    if ((row & 0x3fff) === 0) tick();
    const first = times.first[row]!;
    if (selection.has(row) && first >= from && first < to)
      runs.run(stepOf(steps, first), firstRow + row, firstRow + row + 1);
  }
  eachFurther(rows, steps, tick, runs);
}

function eachFurther(
  { times, selection, firstRow }: TimedRows,
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
      if (time >= from && time < to) further(stepOf(steps, time), firstRow + row);
    }
  }
}
