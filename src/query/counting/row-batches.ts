import { firstAtOrAfter } from "../../eventstore/format/number-arrays.ts";
import type { RepeatedRows } from "../../eventstore/segment.ts";
import type { TimeSpan } from "../../eventstore/snapshot.ts";
import { countOccurrences } from "../../filter/rows/select-times.ts";
import { batchRows } from "../limits.ts";
import type { ChosenRows } from "../query-kind.ts";
import { stepOf, type TimeSteps } from "../time/time-steps.ts";
import { repeatedOf, spanPieces } from "./span-pieces.ts";

/**
 * Chosen rows with what they count. The arrays are used again for the next batch; only the first `length` entries hold.
 */
export interface Batch {
  length: number;
  readonly rows: Uint32Array;
  /** Occurrences of the row inside the span; with steps: inside the step. */
  readonly counts: Uint32Array;
  /** Only with steps. A row with occurrences in several steps has an entry for each. */
  readonly steps: Uint32Array;
}

/** Hands over all chosen rows in order, some thousands at a time. */
export function eachRowBatch(
  chosen: Pick<ChosenRows, "segment" | "selection">,
  span: TimeSpan,
  tick: () => void,
  visit: (batch: Batch) => void,
): void {
  const { segment, selection } = chosen;
  const repeated = repeatedOf(segment);
  withBatch((batch) => {
    for (const { from, to, times } of spanPieces(segment, selection, span))
      for (let begin = from; begin < to; begin += halfBatch) {
        const added = batch.length;
        batch.length += selection.list(begin, Math.min(to, begin + halfBatch), batch.rows.subarray(added));
        if (times)
          for (let i = added; i < batch.length; i++)
            batch.counts[i] = countOccurrences(times, batch.rows[i]! - from, span);
        else countRepeated(batch, added, repeated);
        if (batch.length > halfBatch) flush(batch, tick, visit);
      }
    flush(batch, tick, visit);
  });
}

/** Room for as many rows again. */
const halfBatch = batchRows / 2;

/** Rows from place `begin` on. */
function countRepeated({ rows, counts, length }: Batch, begin: number, repeated: RepeatedRows | undefined): void {
  counts.fill(1, begin, length);
  if (!repeated || begin === length) return;
  let at = firstAtOrAfter(repeated.rows, rows[begin]!);
  for (let i = begin; i < length && at < repeated.rows.length; at++) {
    const row: number = repeated.rows[at]!;
    if (row > rows[length - 1]!) return;
    const ahead: number = i + row - rows[i]!;
    // For neighbouring rows the value is right there.
    if (ahead < length && rows[ahead] === row) i = ahead;
    while (rows[i]! < row) i++;
    if (rows[i] === row) counts[i] = repeated.counters[at]!;
  }
}

/** The same, split by steps. */
export function eachStepBatch(
  chosen: ChosenRows,
  steps: TimeSteps,
  tick: () => void,
  visit: (batch: Batch) => void,
): void {
  const { segment, selection } = chosen;
  const times = segment.times();
  const [from, to] = [steps.bounds[0]!, steps.bounds[steps.count]!];
  const { flags, end } = selection;
  withBatch((batch) => {
    const push = (row: number, step: number, count: number) => {
      batch.rows[batch.length] = row;
      batch.steps[batch.length] = step;
      batch.counts[batch.length] = count;
      batch.length++;
      if (batch.length === batchRows) flush(batch, tick, visit);
    };
    for (let row = nextRow(flags, selection.start, end); row < end; row = nextRow(flags, row + 1, end)) {
      if (times.counter[row] === 1) {
        push(row, stepOf(steps, times.first[row]!), 1);
        continue;
      }
      const all = times.of(row);
      let step = -1;
      let count = 0;
      for (let i = 0; i < all.length; i++) {
        const time = all[i]!;
        if (time < from || time >= to) continue;
        const current = stepOf(steps, time);
        if (current !== step && count > 0) push(row, step, count);
        count = current === step ? count + 1 : 1;
        step = current;
      }
      if (count > 0) push(row, step, count);
    }
    flush(batch, tick, visit);
  });
}

/**
 * Clearing a batch takes longer than counting a small segment, so they are used again. A question that preempts another
 * within its `tick` takes the next one.
 */
function withBatch(use: (batch: Batch) => void): void {
  const batch = spare.pop() ?? newBatch();
  batch.length = 0;
  try {
    use(batch);
  } finally {
    spare.push(batch);
  }
}

const spare: Batch[] = [];

function newBatch(): Batch {
  return {
    length: 0,
    rows: new Uint32Array(batchRows),
    counts: new Uint32Array(batchRows),
    steps: new Uint32Array(batchRows),
  };
}

function flush(batch: Batch, tick: () => void, visit: (batch: Batch) => void): void {
  tick();
  if (batch.length > 0) visit(batch);
  batch.length = 0;
}

function nextRow(flags: Uint8Array | undefined, from: number, end: number): number {
  if (!flags) return from;
  let row = from;
  while (row < end && flags[row] === 0) row++;
  return row;
}
