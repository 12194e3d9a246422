import type { RepeatedRows } from "../eventstore/segment.ts";
import type { TimeSpan } from "../eventstore/snapshot.ts";
import { countOccurrences, firstAtOrAfter, isInside } from "../filter/select-times.ts";
import { batchRows } from "./limits.ts";
import type { SegmentPart } from "./query-kind.ts";
import { stepOf, type TimeSteps } from "./time-steps.ts";

/** Chosen rows with what they count. The arrays are used again for the next batch; only the first `length` entries hold. */
export interface Batch {
  length: number;
  readonly rows: Uint32Array;
  /** Occurrences of the row inside the span; with steps: inside the step. */
  readonly counts: Uint32Array;
  /** Only with steps. A row with occurrences in several steps has an entry for each. */
  readonly steps: Uint32Array;
}

/** Hands over all chosen rows in order, some thousands at a time. */
export function eachBatch(part: SegmentPart, span: TimeSpan, tick: () => void, visit: (batch: Batch) => void): void {
  const { segment, selection } = part;
  const isWhole = isInside(segment, span);
  const repeated = isWhole && segment.occurrences !== segment.rows ? segment.repeated() : undefined;
  const times = isWhole ? undefined : segment.times();
  const { flags, end } = selection;
  const batch = newBatch();
  for (let row = selection.start; row < end; ) {
    row = flags ? fillChosen(batch, flags, row, end) : fillAll(batch, row, end);
    if (times) for (let i = 0; i < batch.length; i++) batch.counts[i] = countOccurrences(times, batch.rows[i]!, span);
    else {
      batch.counts.fill(1, 0, batch.length);
      if (repeated) correctCounts(batch, repeated);
    }
    flush(batch, tick, visit);
  }
}

/** Gives the row to go on with. */
function fillAll(batch: Batch, from: number, end: number): number {
  const length = Math.min(batchRows, end - from);
  const { rows } = batch;
  for (let i = 0; i < length; i++) rows[i] = from + i;
  batch.length = length;
  return from + length;
}

function fillChosen(batch: Batch, flags: Uint8Array, from: number, end: number): number {
  const { rows } = batch;
  let length = 0;
  let row = from;
  for (; row < end && length < batchRows; row++) {
    rows[length] = row;
    length += flags[row]!;
  }
  batch.length = length;
  return row;
}

/** Of the rows that occur several times. */
function correctCounts({ rows, counts, length }: Batch, repeated: RepeatedRows): void {
  let at = firstAtOrAfter(repeated.rows, rows[0]!);
  for (let i = 0; i < length && at < repeated.rows.length; at++) {
    const row = repeated.rows[at]!;
    if (row > rows[length - 1]!) return;
    while (rows[i]! < row) i++;
    if (rows[i] === row) counts[i] = repeated.counters[at]!;
  }
}

/** The same, split by steps. */
export function eachStepBatch(
  part: SegmentPart,
  steps: TimeSteps,
  tick: () => void,
  visit: (batch: Batch) => void,
): void {
  const { segment, selection } = part;
  const times = segment.times();
  const [from, to] = [steps.bounds[0]!, steps.bounds[steps.count]!];
  const { flags, end } = selection;
  const batch = newBatch();
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
}

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
