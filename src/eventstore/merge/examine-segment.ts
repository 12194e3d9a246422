import { baseColumns, FormatError, type PartSink } from "../format/segment-format.ts";
import { sliceRows } from "../limits.ts";
import type { StoredSegment } from "../read/stored-segment.ts";
import type { BaseColumn, Column } from "../segment.ts";
import { checkColumn } from "./check-column.ts";
import { mergeSegments } from "./merge-segments.ts";

/**
 * Reads all of a segment, including precomputed counts, and merges it into nothing. Throws if the segment is damaged;
 * any other error means a bug in the reader. Nothing of it may be cached (`noCache`), because the merge frees what it
 * unpacks.
 */
export function examineSegment(view: StoredSegment): void {
  const steps = examineInSteps(view);
  while (!steps.next().done);
}

/** The same in slices of some milliseconds. */
export function* examineInSteps(view: StoredSegment): Generator<void, void> {
  checkRows(view);
  view.minutes();
  for (const name of baseColumns) yield* readColumn(view, view.uncached.base(name), { base: name });
  for (const [name] of view.directory.tags) yield* readColumn(view, view.uncached.tag(name)!, { tag: name });
  const untold = view.uncached.untoldPatterns();
  if (untold) yield* checkColumn(untold, view.rows);
  const { slices } = view;
  for (let slice = 0; slice < (slices?.count ?? 1); slice++) {
    (slices?.open(slice) ?? view).event(0);
    yield;
  }
  yield* mergeSegments([{ view }], nowhere(), false);
}

function nowhere(): PartSink {
  let parts = 0;
  return { inMemory: false, sliceRows, add: () => parts++ };
}

function checkRows(view: StoredSegment): void {
  const ids = view.ids();
  const { first, last, counter } = view.times();
  for (const length of [ids.length, first.length, last.length, counter.length])
    if (length !== view.rows) throw new FormatError(`Expected ids and times of ${view.rows} rows, got ${length}.`);
  const { minId, maxId } = view.directory;
  for (let row = 0; row < view.rows; row++) {
    const id = ids[row]!;
    if (!(id >= minId && id <= maxId))
      throw new FormatError(`Expected ids of ${minId} to ${maxId}, got ${id} in row ${row}.`);
    if (!(Math.abs(first[row]!) <= Number.MAX_SAFE_INTEGER)) throw new FormatError(`Row ${row} has no time.`);
  }
  view.fired();
}

function* readColumn(
  view: StoredSegment,
  column: Column,
  name: { base: BaseColumn } | { tag: string },
): Generator<void, void> {
  yield* checkColumn(column, view.rows);
  if (column.encoding === "text")
    for (let index = 0; index < column.blockCount; index++) column.mayHold(index, someWord);
  const totals = view.totals(name);
  totals?.texts();
  totals?.last();
}

/** A hash that makes a column look into its word filters. */
const someWord = Uint32Array.of(1);
