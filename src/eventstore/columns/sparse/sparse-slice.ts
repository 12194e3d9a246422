import { decodeSeriesBetween } from "../../format/integers.ts";
import { firstAtOrAfter } from "../../format/number-arrays.ts";
import type { ColumnEntry, PartSource, RowSlice, TextEntry } from "../../format/segment-format.ts";
import type { Column, TextColumn } from "../../segment.ts";
import { readRange, sameKind } from "../row-arrays.ts";
import { type RowMemory, told } from "../row-memory.ts";
import { SlicedTextColumn } from "../sliced-text-column.ts";
import { type BlockCache, StoredTextColumn } from "../stored-text-column.ts";
import { type StoredWords, spreadColumn, spreadInto } from "./sparse-column.ts";
import { SparseTextColumn } from "./sparse-text-column.ts";

/** One slice of a column that few rows have. Which rows these are is read when a row is first asked for. */
export function decodeSparseSlice(
  source: PartSource,
  entry: ColumnEntry,
  of: RowSlice,
  blocks: BlockCache,
  memory: RowMemory,
): Column {
  let known: SliceRows | undefined;
  const rowsOfSlice = () => {
    known ??= rowsIn(source, entry, of, memory);
    return known;
  };
  if (entry.encoding === "text") return decodeSparseTexts(source, entry, of, blocks, rowsOfSlice);
  const stored: StoredWords = {
    get count() {
      return rowsOfSlice().at.length;
    },
    words(part, see) {
      const { at, before } = rowsOfSlice();
      return readRange(
        source,
        part,
        { count: entry.count, sliceRows: of.sliceRows, begin: before, end: before + at.length },
        see,
      );
    },
  };
  return spreadColumn(source, entry, blocks, {
    spread(load) {
      const words = load(stored);
      return told(spreadInto(sameKind(words, of.rows), words, rowsOfSlice().at), memory);
    },
    // Of a hundred tags an event has ten: the values of the others are not read.
    has(row) {
      const { at } = rowsOfSlice();
      return at[firstAtOrAfter(at, row)] === row;
    },
  });
}

function decodeSparseTexts(
  source: PartSource,
  entry: TextEntry,
  { rows }: RowSlice,
  blocks: BlockCache,
  rowsOfSlice: () => SliceRows,
): TextColumn {
  const all = new StoredTextColumn(source, entry, entry.count, blocks);
  const load = () => {
    const { at, before } = rowsOfSlice();
    return { stored: at.length === 0 ? noTexts : new SlicedTextColumn(all, before, at.length), at };
  };
  return new SparseTextColumn(load, rows, all);
}

const noTexts: TextColumn = {
  encoding: "text",
  blockCount: 1,
  block: () => ({ firstRow: 0, rows: 0, bytes: new Uint8Array(0), offsets: Uint32Array.of(0) }),
  blockOf: () => 0,
  firstRow: () => 0,
  mayHold: () => false,
  text: () => "",
};

interface SliceRows {
  /** The rows of the slice that the column has, counted from its first one. */
  readonly at: Uint32Array;
  /** How many it has before the slice. */
  readonly before: number;
}

function rowsIn(
  source: PartSource,
  { sparse }: ColumnEntry,
  { from, rows, sliceRows }: RowSlice,
  memory: RowMemory,
): SliceRows {
  const { values, before } = decodeSeriesBetween(source, sparse!, sliceRows, [from, from + rows]);
  const at = new Uint32Array(values.length);
  for (let i = 0; i < at.length; i++) at[i] = values[i]! - from;
  return { at: told(at, memory), before };
}
