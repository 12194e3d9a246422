import { decodeSeriesBetween, viewOf } from "../../format/integers.ts";
import { firstAtOrAfter } from "../../format/number-arrays.ts";
import {
  type ColumnEntry,
  FormatError,
  type NumberEntry,
  type PartSource,
  type RowSlice,
  type TextEntry,
} from "../../format/segment-format.ts";
import type { Column, NumberColumn, TextColumn } from "../../segment.ts";
import { constantValues, StoredDictionary } from "../dictionary-column.ts";
import { idsPart, storedValues } from "../dictionary-values.ts";
import { StoredNumbers } from "../number-column.ts";
import { numberView, type OnLoad, sameKind, sameNumbers, told } from "../row-arrays.ts";
import { SlicedTextColumn } from "../sliced-text-column.ts";
import { type BlockCache, StoredTextColumn } from "../stored-text-column.ts";
import { SparseTextColumn } from "./sparse-text-column.ts";

/** `decodeSparseSlice` for texts that are no dictionary: their blocks are read one at a time anyway. */
export function decodeSparseTexts(source: PartSource, entry: TextEntry, of: RowSlice, blocks: BlockCache): TextColumn {
  const all = new StoredTextColumn(source, entry, entry.count, blocks);
  const load = () => {
    const { at, before } = rowsIn(source, entry, of);
    return { stored: at.length === 0 ? noTexts : new SlicedTextColumn(all, before, at.length), at };
  };
  return new SparseTextColumn(load, of.rows, all);
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

/** The rows of the slice that the column has, counted from its first one; and how many it has before the slice. */
function rowsIn(source: PartSource, { sparse }: ColumnEntry, { from, rows, sliceRows }: RowSlice) {
  const { values, before } = decodeSeriesBetween(source, sparse!, sliceRows, [from, from + rows]);
  return { at: values.map((row) => row - from), before };
}

/**
 * One slice of a column that few rows have. Reads which rows these are, and their values when a row that has one is
 * asked for: of a hundred tags an event has ten.
 */
export function decodeSparseSlice(
  source: PartSource,
  entry: ColumnEntry,
  of: RowSlice,
  blocks: BlockCache,
  onLoad: OnLoad,
): Column {
  const { at, before } = rowsIn(source, entry, of);
  const stored: StoredRows = { count: entry.count, sliceRows: of.sliceRows, begin: before, end: before + at.length };
  const spread = <T extends Words>(words: T): T => {
    const all = sameKind(words, of.rows);
    for (let i = 0; i < at.length; i++) all[at[i]!] = words[i]!;
    return told(all, onLoad);
  };
  const has = (row: number) => at[firstAtOrAfter(at, row)] === row;
  switch (entry.encoding) {
    case "constant":
      return new StoredDictionary(() => spread(new Uint8Array(at.length).fill(1)), constantValues(entry.value), {
        has,
      });
    case "dictionary": {
      const ids = () => someRows(source, idsPart(entry), stored, (bytes, count) => viewOf(bytes, entry.width, count));
      return new StoredDictionary(() => spread(ids()), storedValues(source, entry, blocks), { has });
    }
    case "number": {
      const present = () => spread(new Uint8Array(at.length).fill(1));
      const numbers = () => ({ values: spread(someNumbers(source, entry, stored)), scale: entry.scale ?? 1 });
      return new StoredNumbers(numbers, present, { min: entry.min, max: entry.max });
    }
    default:
      throw new FormatError(`A sparse column in the encoding "${entry.encoding}" has no slices.`);
  }
}

type Words = NumberColumn["values"] | Uint32Array;

/** Neighbouring rows among those that a sparse column stores. */
interface StoredRows {
  /** All that it stores. */
  count: number;
  /** In each slice of its parts but the last. */
  sliceRows: number;
  begin: number;
  /** Excluded. */
  end: number;
}

function someNumbers(source: PartSource, entry: NumberEntry, stored: StoredRows): NumberColumn["values"] {
  if (entry.part < 0) return sameNumbers(entry, stored.end - stored.begin);
  return someRows(source, entry.part, stored, (bytes, count) => numberView(bytes, entry.kind, count));
}

/** `see` gives the words of some bytes. */
function someRows<T extends Words>(
  source: PartSource,
  part: number,
  { count, sliceRows, begin, end }: StoredRows,
  see: (bytes: Uint8Array, count: number) => T,
): T {
  const none = see(new Uint8Array(0), 0);
  if (begin === end) return none;
  const firstSlice = Math.floor(begin / sliceRows);
  const lastSlice = Math.floor((end - 1) / sliceRows);
  const cut = (slice: number): T => {
    const first = slice * sliceRows;
    const words = see(source.slice!(part, slice), Math.min(sliceRows, count - first));
    return words.subarray(Math.max(0, begin - first), end - first) as T;
  };
  if (firstSlice === lastSlice) return cut(firstSlice);
  const joined = sameKind(none, end - begin);
  for (let slice = firstSlice; slice <= lastSlice; slice++)
    joined.set(cut(slice), Math.max(0, slice * sliceRows - begin));
  return joined;
}
