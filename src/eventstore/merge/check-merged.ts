import { isDeepStrictEqual } from "node:util";
import { freeArrays } from "../../runtime/free-arrays.ts";
import type { StoredColumn } from "../columns/column-reader.ts";
import { sumOf } from "../format/number-arrays.ts";
import { baseColumns, type ColumnEntry, FormatError, numberColumns } from "../format/segment-format.ts";
import type { StoredSegment } from "../read/stored-segment.ts";
import type { ValueTotals } from "../segment.ts";
import { checkColumn } from "./check-column.ts";
import { freeColumns } from "./free-columns.ts";
import type { MergeSource } from "./merge-order.ts";

/**
 * Verifies what a merge wrote before it becomes visible, with code that readers use: each part is unpacked and fits
 * its entry, counts agree with rows, and some events are compared with their sources. Runs in slices, like the merge.
 * Throws a plain Error: the sources and the day's file are as good as before.
 */
export function* checkMerged(merged: StoredSegment, sources: readonly MergeSource[]): Generator<void, void> {
  try {
    checkRows(merged, sources);
    yield;
    yield* checkColumns(merged);
    yield* compareSome(merged, sources);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw new Error(`A merge wrote what cannot be read: ${error.message}`, { cause: error });
  }
}

function checkRows(merged: StoredSegment, sources: readonly MergeSource[]): void {
  const rows = sources.reduce((sum, source) => sum + (source.rows?.length ?? source.view.rows), 0);
  expectSame("rows", rows, merged.rows);
  expectSame("ids", rows, merged.ids().length);
  const { first, last, counter } = merged.times();
  let occurrences = 0;
  let minTime = Number.POSITIVE_INFINITY;
  let maxTime = Number.NEGATIVE_INFINITY;
  for (let row = 0; row < rows; row++) {
    occurrences += counter[row]!;
    minTime = Math.min(minTime, first[row]!);
    maxTime = Math.max(maxTime, last[row]!);
  }
  expectSame("occurrences", occurrences, merged.occurrences);
  expectSame("first time", minTime, merged.minTime);
  expectSame("last time", maxTime, merged.maxTime);
  const minutes = merged.minutes();
  if (minutes) expectSame("occurrences by minute", occurrences, sumOf(minutes.counts));
}

function* checkColumns(merged: StoredSegment): Generator<void, void> {
  const { base, tags, rest: overflow, patterns } = merged.directory;
  for (const name of baseColumns) {
    const column = merged.uncached.base(name);
    if ((column.encoding === "number") !== numberColumns.has(name))
      throw new FormatError(`The column "${name}" has the encoding "${column.encoding}".`);
    yield* checkOne(merged, { column }, base[name], merged.totals({ base: name }));
  }
  for (const [name, entry] of tags)
    yield* checkOne(merged, merged.uncached.storedTag(name)!, entry, merged.totals({ tag: name }));
  if (overflow) yield* checkOne(merged, { column: merged.uncached.overflow()! }, overflow.column, undefined);
  const untold = merged.uncached.untoldPatterns();
  if (untold) yield* checkOne(merged, { column: untold }, patterns!.column, undefined);
}

function* checkOne(
  merged: StoredSegment,
  { column, at }: StoredColumn,
  { count }: ColumnEntry,
  totals: ValueTotals | undefined,
): Generator<void, void> {
  const present = yield* checkColumn(column, at?.length ?? merged.rows);
  expectSame("rows with a value", present, count);
  if (totals && column.encoding === "dictionary") checkTotals(column.ids, countersAt(merged, at), totals);
  freeColumns([column]);
  freeArrays([at]);
}

function countersAt(merged: StoredSegment, at: Uint32Array | undefined): Uint16Array {
  const { counter } = merged.times();
  if (at === undefined) return counter;
  const some = new Uint16Array(at.length);
  for (let i = 0; i < at.length; i++) some[i] = counter[at[i]!]!;
  return some;
}

/** Occurrences by value, as the rows say. */
function checkTotals(ids: ArrayLike<number>, counter: Uint16Array, { occurrences }: ValueTotals): void {
  const counted = new Float64Array(occurrences.length + 1);
  for (let row = 0; row < ids.length; row++) counted[ids[row]!]! += counter[row]!;
  for (let value = 0; value < occurrences.length; value++)
    expectSame("occurrences of a value", counted[value + 1]!, occurrences[value]!);
}

/** The first event, the last one and some between them, field by field. */
function* compareSome(merged: StoredSegment, sources: readonly MergeSource[]): Generator<void, void> {
  const ids = merged.ids();
  const rows = new Set(Array.from({ length: comparedEvents }, (_, i) => rowAt(merged.rows, i)));
  for (const row of rows) {
    const id = ids[row]!;
    const expected = sources.map(({ view }) => eventOf(view, id)).find((event) => event !== undefined);
    if (!isDeepStrictEqual(merged.event(row), expected))
      throw new Error(`A merge changed the event ${id}, in its row ${row} of ${merged.rows}.`);
    yield;
  }
}

function rowAt(rows: number, index: number): number {
  return Math.floor(((rows - 1) * index) / (comparedEvents - 1));
}

function eventOf(view: StoredSegment, id: number) {
  const { minId, maxId } = view.directory;
  const row = id < minId || id > maxId ? -1 : view.rowOf(id);
  return row < 0 ? undefined : view.event(row);
}

function expectSame(what: string, expected: number, found: number): void {
  if (expected !== found)
    throw new Error(`A merge wrote other ${what} than it read: expected ${expected}, got ${found}.`);
}

/** Each unpacks a slice of every column, here and in a source. */
const comparedEvents = 4;
