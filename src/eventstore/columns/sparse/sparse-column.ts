import { freeArrays } from "../../../runtime/free-arrays.ts";
import { decodeSeries, viewOf } from "../../format/integers.ts";
import {
  type ColumnEntry,
  FormatError,
  type NumberEntry,
  type PartSource,
  type TextEntry,
} from "../../format/segment-format.ts";
import type { Column, NumberColumn, TextColumn } from "../../segment.ts";
import { narrowed } from "../column-writer.ts";
import { constantValues, StoredDictionary } from "../dictionary-column.ts";
import { idsPart, storedValues } from "../dictionary-values.ts";
import { StoredNumbers } from "../number-column.ts";
import { numberView, type OnLoad, sameKind, sameNumbers, told } from "../row-arrays.ts";
import { type BlockCache, StoredTextColumn } from "../stored-text-column.ts";
import { SparseTextColumn } from "./sparse-text-column.ts";

export type Words = NumberColumn["values"] | Uint32Array;

/** The values that a sparse column stores of some rows, and their places among these. */
export interface StoredValues {
  readonly count: number;
  /** The words of a part, one for each value; `see` finds them in bytes. */
  words<T extends Words>(part: number, see: (bytes: Uint8Array, count: number) => T): T;
  /** The values in an array of all rows, 0 where there is none. */
  spread<T extends Words>(words: T): T;
  /** Whether a row has a value, where that is known without spreading them. */
  has?: (row: number) => boolean;
}

/**
 * A column that few rows have, as one of all rows. Which rows these are is read when a row is first asked for: often
 * the filters of words, or the counts of values, say that none is needed.
 */
export function decodeSparse(
  source: PartSource,
  entry: ColumnEntry,
  rows: number,
  blocks: BlockCache,
  onLoad: OnLoad,
): Column {
  const { count } = entry;
  let known: Uint32Array | undefined;
  const at = () => {
    known ??= told(sparseRows(source, entry, rows), onLoad);
    return known;
  };
  if (entry.encoding === "text") return decodeSparseTexts(source, entry, rows, blocks, at);
  return spreadColumn(source, entry, blocks, {
    count,
    words: (part, see) => see(source.part(part), count),
    spread: (words) => told(spreadWords(words, at(), rows), onLoad),
  });
}

function decodeSparseTexts(
  source: PartSource,
  entry: TextEntry,
  rows: number,
  blocks: BlockCache,
  at: () => Uint32Array,
): TextColumn {
  const stored = new StoredTextColumn(source, entry, entry.count, blocks);
  return new SparseTextColumn(() => ({ stored, at: at() }), rows, stored);
}

/** The rows that a sparse column has, rising. */
export function sparseRows(source: PartSource, { sparse, count }: ColumnEntry, rows: number): Uint32Array {
  const series = decodeSeries(source, sparse!);
  if (series.length !== count || series[count - 1]! >= rows)
    throw new FormatError("A sparse column names rows that are not there.");
  const at = new Uint32Array(series);
  freeArrays([series]);
  return at;
}

export function spreadWords<T extends Words>(words: T, at: Uint32Array, rows: number): T {
  const all = sameKind(words, rows);
  for (let i = 0; i < at.length; i++) all[at[i]!] = words[i]!;
  return all;
}

/** A sparse column in any encoding but text. */
export function spreadColumn(source: PartSource, entry: ColumnEntry, blocks: BlockCache, stored: StoredValues): Column {
  const { has } = stored;
  const ones = () => stored.spread(new Uint8Array(stored.count).fill(1));
  switch (entry.encoding) {
    case "constant":
      return new StoredDictionary(ones, constantValues(entry.value), { has });
    case "dictionary": {
      const ids = () => stored.words(idsPart(entry), (bytes, count) => viewOf(bytes, entry.width, count));
      return new StoredDictionary(() => stored.spread(ids()), storedValues(source, entry, blocks), { has });
    }
    case "number": {
      const numbers = () => {
        const { values, scale } = storedNumbers(source, entry, stored);
        return { values: stored.spread(values), scale };
      };
      return new StoredNumbers(numbers, ones, { min: entry.min, max: entry.max });
    }
    default:
      throw new FormatError(`A column in the encoding "${entry.encoding}" cannot be sparse.`);
  }
}

function storedNumbers(source: PartSource, entry: NumberEntry, { count, words }: StoredValues) {
  const { scale = 1, kind, part } = entry;
  if (part < 0) return { values: sameNumbers(entry, count), scale };
  const values = words(part, (bytes, length) => numberView(bytes, kind, length));
  // Segments in memory are not cached, so their arrays need not be narrow.
  return values instanceof Float64Array && source.slice ? narrowed(values, entry) : { values, scale };
}
