import type { EventBatch, EventRun } from "../../eventstore/event-batch.ts";
import type { Segment } from "../../eventstore/segment.ts";
import { batchCharacters, batchEventsMax, runRowsMin } from "../limits.ts";

/** A row of one of several segments. */
export interface RowPlace {
  segment: number;
  row: number;
}

/**
 * Ordered rows as batches of neighbours in segments or their slices. Usually the order runs through one segment; then a
 * batch is a few runs, read in order. Where it jumps between segments, rows are gathered by segment, so that each block
 * is unpacked once, as many at a time as do not hold too much text.
 */
export function* batchesOf(
  rows: readonly RowPlace[],
  segmentOf: (segment: number) => Segment,
): Generator<EventBatch, void, void> {
  let gathered = 64;
  for (let at = 0; at < rows.length; ) {
    const some = rows.slice(at, at + batchEventsMax);
    const inOrder = spansOf(some, segmentOf);
    const isGathered = some.length / inOrder.length < runRowsMin && inOrder.length > 2;
    const taken = isGathered ? some.slice(0, gathered) : some;
    const order = isGathered ? gatheredOrder(taken) : undefined;
    const sorted = order ? order.map((i) => taken[i]!) : taken;
    const spans = order ? spansOf(sorted, segmentOf) : inOrder;
    const runs = runsOf(sorted, order, spans, segmentOf);
    const batch: EventBatch = { rows: taken.length, runs, isGathered, characters: 0 };
    yield batch;
    at += taken.length;
    if (isGathered) gathered = nextSize(batch);
  }
}

function nextSize({ rows, characters }: EventBatch): number {
  return Math.max(1, Math.min(batchEventsMax, Math.floor((batchCharacters * rows) / (characters + 1))));
}

function gatheredOrder(rows: readonly RowPlace[]): number[] {
  const order = rows.map((_, i) => i);
  return order.sort((a, b) => rows[a]!.segment - rows[b]!.segment || rows[a]!.row - rows[b]!.row);
}

/** Neighbours of one slice, or of one segment that has none. */
interface RowSpan {
  begin: number;
  end: number;
  segment: number;
  slice: number;
  /** First row of the slice. */
  from: number;
}

function spansOf(rows: readonly RowPlace[], segmentOf: (segment: number) => Segment): RowSpan[] {
  const sliceRows = new Map<number, number>();
  const spans: RowSpan[] = [];
  let last: RowSpan | undefined;
  for (const [i, { segment, row }] of rows.entries()) {
    let size = sliceRows.get(segment);
    if (size === undefined) {
      size = segmentOf(segment).slices?.firstRow(1) ?? Number.POSITIVE_INFINITY;
      sliceRows.set(segment, size);
    }
    const slice = Math.floor(row / size);
    if (last?.segment === segment && last.slice === slice) last.end = i + 1;
    else {
      last = { begin: i, end: i + 1, segment, slice, from: slice === 0 ? 0 : slice * size };
      spans.push(last);
    }
  }
  return spans;
}

/** Slices are opened when their turn comes. */
function* runsOf(
  rows: readonly RowPlace[],
  order: readonly number[] | undefined,
  spans: readonly RowSpan[],
  segmentOf: (segment: number) => Segment,
): Generator<EventRun> {
  for (const { begin, end, segment: index, slice, from } of spans) {
    const count = end - begin;
    const own = new Uint32Array(count);
    const places = new Uint32Array(count);
    for (let i = 0; i < count; i++) {
      own[i] = rows[begin + i]!.row - from;
      places[i] = order ? order[begin + i]! : begin + i;
    }
    const segment = segmentOf(index);
    yield { segment: segment.slices?.open(slice) ?? segment, rows: own, places };
  }
}
