import { canonicalNumber } from "./canonical-number.ts";
import { dictionaryLimit, encodeDictionary, encodeNumbers } from "./column-writer.ts";
import { dictionarySmall } from "./limits.ts";
import { mergeDictionaries } from "./merge-dictionaries.ts";
import type { MergeOrder } from "./merge-order.ts";
import { deservesReview, mergeTexts } from "./merge-texts.ts";
import type { Column, DictionaryColumn, NumberColumn } from "./segment.ts";
import type { ColumnEntry, PartSink } from "./segment-format.ts";

/**
 * Writes one column of a merged segment from the columns of its sources (undefined: no row has it), in slices: each
 * `yield` is a moment where the caller may do something else. The encoding is chosen anew by what comes together.
 */
export function* mergeColumn(
  sink: PartSink,
  columns: readonly (Column | undefined)[],
  order: MergeOrder,
  numbers: boolean,
): Generator<void, ColumnEntry> {
  if (numbers && columns.every(isNumber)) return yield* mergeNumbers(sink, columns, order);
  const numeric = numbers && columns.every(isNumeric);
  if (numeric && columns.some((column) => column?.encoding === "number"))
    return yield* mergeNumbers(sink, columns, order);
  if (columns.every((column) => column?.encoding !== "text") || (yield* deservesReview(columns, order))) {
    const merged = yield* mergeDictionaries(columns, order, dictionaryLimit(order.rows));
    if (merged && !(numeric && merged.values.length > dictionarySmall))
      return encodeDictionary(sink, merged.values, merged.ids);
  }
  return yield* numeric ? mergeNumbers(sink, columns, order) : mergeTexts(sink, columns, order);
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
  { rows, source, row }: MergeOrder,
): Generator<void, ColumnEntry> {
  const values = new Float64Array(rows);
  const present = new Uint8Array(rows);
  const readers = columns.map(numberReader);
  for (let i = 0; i < rows; i++) {
    const value = readers[source[i]!]!(row[i]!);
    if (!Number.isNaN(value)) {
      values[i] = value;
      present[i] = 1;
    }
    if (i % rowsPerSlice === rowsPerSlice - 1) yield;
  }
  return encodeNumbers(sink, values, present);
}

/** NaN where absent. */
function numberReader(column: Column | undefined): (row: number) => number {
  if (column?.encoding === "number") {
    const { values, present } = column;
    return present ? (row) => (present[row] === 0 ? Number.NaN : values[row]!) : (row) => values[row]!;
  }
  if (column?.encoding !== "dictionary") return () => Number.NaN;
  const parsed = Float64Array.from(column.values, canonicalNumber);
  return (row) => parsed[column.ids[row]!]!;
}

const rowsPerSlice = 65_536;
