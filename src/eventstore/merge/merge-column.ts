import type { RowTimes } from "../columns/by-value/totals.ts";
import { countPresent, dictionaryLimit, encodeDictionaryBytes, encodeNumbers } from "../columns/column-writer.ts";
import { canonicalNumber } from "../format/canonical-number.ts";
import { freeAdded } from "../format/integers.ts";
import type { ColumnEntry, PartSink, ValuesEntry } from "../format/segment-format.ts";
import { dictionarySmall } from "../limits.ts";
import type { Column, DictionaryColumn, NumberColumn } from "../segment.ts";
import { freeColumns } from "./free-columns.ts";
import { type MergedDictionary, mergeDictionaries } from "./merge-dictionaries.ts";
import type { MergeOrder, Moves } from "./merge-order.ts";
import { deservesReview, mergeTexts } from "./merge-texts.ts";

/**
 * Writes one column of a merged segment from the columns of its sources (undefined: no row has it), in slices: the
 * caller may do something else at each `yield`. The encoding is chosen for the merged values. `times` of the rows: to
 * count the values of a dictionary as well. `writeTexts` writes what stays text. The source columns are freed.
 * Parameters: what all columns of one merge share, and what differs.
 */
export function* mergeColumn(
  sink: PartSink,
  columns: readonly (Column | undefined)[],
  order: MergeOrder,
  numbers: boolean,
  times?: RowTimes,
  writeTexts: typeof mergeTexts = mergeTexts,
): Generator<void, ColumnEntry> {
  const entry = yield* mergeValues(sink, columns, order, numbers, times, writeTexts);
  freeColumns(columns);
  return entry;
}

/** Parameters: what all columns of one merge share, and what differs. */
function* mergeValues(
  sink: PartSink,
  columns: readonly (Column | undefined)[],
  order: MergeOrder,
  numbers: boolean,
  times: RowTimes | undefined,
  writeTexts: typeof mergeTexts,
): Generator<void, ColumnEntry> {
  if (numbers && columns.every(isNumber)) return yield* mergeNumbers(sink, columns, order);
  const numeric = numbers && columns.every(isNumeric);
  if (numeric && columns.some((column) => column?.encoding === "number"))
    return yield* mergeNumbers(sink, columns, order);
  if (columns.every((column) => column?.encoding !== "text") || (yield* deservesReview(columns, order))) {
    const merged = yield* mergeDictionaries(columns, order, dictionaryLimit(order.rows));
    if (merged && !(numeric && merged.values.size > dictionarySmall)) return encodeMerged(sink, merged, times);
  }
  return yield* numeric ? mergeNumbers(sink, columns, order) : writeTexts(sink, columns, order);
}

/** Gives up the ids. `times` of the rows: to count the values, too. */
export function encodeMerged(sink: PartSink, { values, ids }: MergedDictionary, times?: RowTimes): ValuesEntry {
  const { bytes, used, size } = values;
  const own = bytes.slice(0, used);
  const entry = encodeDictionaryBytes(sink, own, size, ids, countPresent(ids), times);
  freeAdded(sink, [own, ids]);
  return entry;
}

function isNumber(column: Column | undefined): column is NumberColumn | undefined {
  return column === undefined || column.encoding === "number";
}

/** True when the column can be kept as numbers without losing a character. */
function isNumeric(column: Column | undefined): column is NumberColumn | DictionaryColumn | undefined {
  if (column === undefined || column.encoding === "number") return true;
  return (
    column.encoding === "dictionary" &&
    column.values.every((text) => text === "" || !Number.isNaN(canonicalNumber(text)))
  );
}

function* mergeNumbers(
  sink: PartSink,
  columns: readonly (Column | undefined)[],
  { rows, moves }: MergeOrder,
): Generator<void, ColumnEntry> {
  const values = new Float64Array(rows);
  const present = new Uint8Array(rows);
  for (const [index, move] of moves.entries()) {
    moveNumbers(columns[index], move, values, present);
    freeColumns([columns[index]]);
    yield;
  }
  const entry = encodeNumbers(sink, values, present);
  freeAdded(sink, [values, present]);
  return entry;
}

/** A source has at most a million rows, which this moves in a few milliseconds. */
function moveNumbers(column: Column | undefined, { row, to }: Moves, values: Float64Array, present: Uint8Array): void {
  if (column?.encoding === "number") {
    const { values: from, scale, present: has } = column;
    for (let i = 0; i < row.length; i++) {
      if (has !== undefined && has[row[i]!] === 0) continue;
      values[to[i]!] = from[row[i]!]! / scale;
      present[to[i]!] = 1;
    }
  } else if (column?.encoding === "dictionary") {
    const parsed = Float64Array.from(column.values, canonicalNumber);
    const { ids } = column;
    for (let i = 0; i < row.length; i++) {
      const value = parsed[ids[row[i]!]!]!;
      if (Number.isNaN(value)) continue;
      values[to[i]!] = value;
      present[to[i]!] = 1;
    }
  }
}
