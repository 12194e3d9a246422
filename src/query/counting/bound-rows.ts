import { firstAtOrAfter } from "../../eventstore/format/number-arrays.ts";
import { minuteMicros } from "../../eventstore/occurrences/minute-counts.ts";
import type { MinuteCounts, Segment, TimeTable } from "../../eventstore/segment.ts";
import { conditionKey } from "../../filter/condition/condition-key.ts";
import { keptBoundsMax } from "../limits.ts";
import type { TimeSteps } from "../time/time-steps.ts";
import { areWholeMinutes } from "./precomputed-counts.ts";

/**
 * At which rows of a sealed segment the steps of a range begin, for segments whose events happened once each. Where
 * steps are whole minutes, the counts by minute tell it; else they are found in the times of nearly every slice, which
 * take more room than all columns that a question reads. The rows are kept for the next question about the same steps.
 */
export class BoundRows {
  /** Whether the counts by minute, if any, have been asked. */
  private isAsked = false;

  private constructor(
    private readonly segment: Segment,
    private readonly steps: TimeSteps,
    /** By bound; -1: not known yet. */
    private readonly rows: Int32Array,
    /** Most segments lie inside one step and find nothing. */
    private readonly keep: () => void,
  ) {}

  /** Undefined where nothing is kept. */
  static of(segment: Segment, steps: TimeSteps): BoundRows | undefined {
    const { bounds, width, count } = steps;
    const { cache } = segment;
    if (!cache?.isFinal || count >= keptBoundsMax) return undefined;
    const key = conditionKey(["rows of bounds", count, width, ...(width > 0 ? [bounds[0]] : bounds)]);
    const known = cache.recall<Int32Array>(key);
    const rows = known ?? new Int32Array(count + 1).fill(-1);
    return new BoundRows(segment, steps, rows, () => cache.keep(key, rows));
  }

  /** Whether the bounds from `from` to before `to` are known to lie behind row `firstRow` and not behind `end`. */
  knows(from: number, to: number, firstRow: number, end: number): boolean {
    return this.areInside(from, to, firstRow, end) || (this.askMinutes() && this.areInside(from, to, firstRow, end));
  }

  /** False: they say nothing new. */
  private askMinutes(): boolean {
    if (this.isAsked) return false;
    this.isAsked = true;
    const minutes = areWholeMinutes(this.steps) ? this.segment.minutes() : undefined;
    if (!minutes) return false;
    findByMinute(this.rows, this.steps.bounds, minutes);
    this.keep();
    return true;
  }

  private areInside(from: number, to: number, firstRow: number, end: number): boolean {
    for (let bound = from; bound < to; bound++) {
      const row = this.rows[bound]!;
      if (row <= firstRow || row > end) return false;
    }
    return true;
  }

  /** `times`: those of the rows from `firstRow` on, in order; the bounds lie among them. */
  find(from: number, to: number, times: TimeTable, firstRow: number): void {
    for (let bound = from; bound < to; bound++)
      this.rows[bound] = firstRow + firstAtOrAfter(times.first, this.steps.bounds[bound]!);
    this.keep();
  }

  of(bound: number): number {
    return this.rows[bound]!;
  }
}

/** `rows`: at each bound inside the minutes, how many rows come before it. Steps are whole minutes. */
function findByMinute(rows: Int32Array, bounds: Float64Array, ready: MinuteCounts): void {
  const { begin, minutes, counts, severities } = ready;
  let rowsBefore = 0;
  let used = 0;
  for (let bound = firstAtOrAfter(bounds, begin * minuteMicros); bound < bounds.length; bound++) {
    const minute = bounds[bound]! / minuteMicros - begin;
    if (minute > minutes) break;
    while (used < minute * severities.length) rowsBefore += counts[used++]!;
    rows[bound] = rowsBefore;
  }
}
