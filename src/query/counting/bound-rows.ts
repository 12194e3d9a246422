import { firstAtOrAfter } from "../../eventstore/format/number-arrays.ts";
import { minuteMicros } from "../../eventstore/occurrences/minute-counts.ts";
import type { MinuteCounts, Segment, TimeTable } from "../../eventstore/segment.ts";
import { conditionKey } from "../../filter/condition/condition-key.ts";
import { keptBoundsMax } from "../limits.ts";
import type { TimeSteps } from "../time/time-steps.ts";

/**
 * At which rows of a sealed segment the steps of a range begin, for segments whose events happened once each. Where
 * steps are whole minutes, the counts by minute tell it; else they are found in the times of nearly every slice, which
 * take more room than all columns that a question reads. The rows are kept for the next question about the same steps.
 */
export class BoundRows {
  private constructor(
    private readonly bounds: Float64Array,
    /** By bound; -1: not known yet. */
    private readonly rows: Int32Array,
    /** Most segments lie inside one step and find nothing. */
    private readonly keep: () => void,
  ) {}

  /** Undefined where nothing is kept. */
  static of(segment: Segment, { bounds, width, count }: TimeSteps): BoundRows | undefined {
    const { cache } = segment;
    if (!cache?.isFinal || count >= keptBoundsMax) return undefined;
    const key = conditionKey(["rows of bounds", count, width, ...(width > 0 ? [bounds[0]] : bounds)]);
    const known = cache.recall<Int32Array>(key);
    if (known) return new BoundRows(bounds, known, () => cache.keep(key, known));
    const rows = new Int32Array(count + 1).fill(-1);
    const minutes = segment.minutes();
    if (minutes && findByMinute(rows, bounds, minutes)) cache.keep(key, rows);
    return new BoundRows(bounds, rows, () => cache.keep(key, rows));
  }

  /** Whether the bounds from `from` to before `to` are known to lie behind row `firstRow` and not behind `end`. */
  knows(from: number, to: number, firstRow: number, end: number): boolean {
    for (let bound = from; bound < to; bound++) {
      const row = this.rows[bound]!;
      if (row <= firstRow || row > end) return false;
    }
    return true;
  }

  /** `times`: those of the rows from `firstRow` on, in order; the bounds lie among them. */
  find(from: number, to: number, times: TimeTable, firstRow: number): void {
    for (let bound = from; bound < to; bound++)
      this.rows[bound] = firstRow + firstAtOrAfter(times.first, this.bounds[bound]!);
    this.keep();
  }

  of(bound: number): number {
    return this.rows[bound]!;
  }
}

/** `rows`: at each bound inside the minutes, how many rows come before it. True: there is one. */
function findByMinute(rows: Int32Array, bounds: Float64Array, ready: MinuteCounts): boolean {
  const { begin, minutes, counts, severities } = ready;
  let isAny = false;
  let rowsBefore = 0;
  let used = 0;
  for (let bound = firstAtOrAfter(bounds, begin * minuteMicros); bound < bounds.length; bound++) {
    const minute = bounds[bound]! / minuteMicros - begin;
    if (minute > minutes) break;
    if (!Number.isInteger(minute)) continue;
    while (used < minute * severities.length) rowsBefore += counts[used++]!;
    rows[bound] = rowsBefore;
    isAny = true;
  }
  return isAny;
}
