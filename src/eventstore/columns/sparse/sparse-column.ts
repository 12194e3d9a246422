import { decodeRising, viewOf } from "../../format/integers.ts";
import { firstAtOrAfter } from "../../format/number-arrays.ts";
import { type ColumnEntry, FormatError, type PartSource } from "../../format/segment-format.ts";
import type { Column, StoredRun, TakeBytes } from "../../segment.ts";
import { constantValues, StoredDictionary } from "../dictionary-column.ts";
import { idsPart, storedValues } from "../dictionary-values.ts";
import type { SingleRows } from "../few-rows.ts";
import { StoredNumbers } from "../number-column.ts";
import { mayBeNarrowed, sameKind, storedNumbers, type Words } from "../row-arrays.ts";
import { type RowMemory, told } from "../row-memory.ts";
import { type BlockCache, StoredTextColumn } from "../stored-text-column.ts";
import { SparseTextColumn } from "./sparse-text-column.ts";

/** What is stored of some rows, in an order of its own. */
export interface StoredWords {
  readonly count: number;
  /** The words of a part, one for each of these rows; `see` finds them in bytes. */
  words<T extends Words>(part: number, see: (bytes: Uint8Array, count: number) => T): T;
}

/** Reads some of the words that are stored. */
export type LoadWords<T extends Words> = (stored: StoredWords) => T;

/** Brings the values that a column stores of some rows to the places of these rows among all. */
export interface SpreadRows {
  /** The values in an array of all rows, 0 where there is none. */
  spread<T extends Words>(load: LoadWords<T>): T;
  /** Whether a row has a value, where that is known without spreading them. */
  has?: (row: number) => boolean;
  /** True: each row has one. */
  isEverywhere?: boolean;
  /** For a few rows, of which no array is made. */
  single?: <T extends Words>(load: LoadWords<T>) => SingleRows<T>;
  /** Absent for a slice, which is spread whole. */
  some?: <T extends Words>(load: LoadWords<T>) => SomeRows<T>;
}

/** Some of the rows that have a value. */
export interface SomeRows<T extends Words> {
  /** Spreads those from `from` to before `to` alone. */
  readonly spread: (from: number, to: number, take?: TakeBytes) => T;
  /** See `StoredRun`. */
  readonly runs: (from: number, to: number) => Iterable<StoredRun<T>>;
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
  memory: RowMemory,
): Column {
  let known: Uint32Array | undefined;
  const at = () => {
    known ??= told(sparseRows(source, entry, rows), memory);
    return known;
  };
  if (entry.encoding === "text") {
    const stored = new StoredTextColumn(source, entry, entry.count, blocks);
    return new SparseTextColumn(() => ({ stored, at: at() }), rows, stored);
  }
  const stored: StoredWords = { count: entry.count, words: (part, see) => see(source.part(part), entry.count) };
  return spreadColumn(source, entry, blocks, {
    spread(load) {
      const words = load(stored);
      return told(spreadInto(sameKind(words, rows, memory.take), words, at()), memory);
    },
    some(load) {
      let all: ReturnType<typeof load> | undefined;
      const between = (from: number, to: number) => {
        all ??= told(load(stored), memory);
        const [begin, end] = [firstAtOrAfter(at(), from), firstAtOrAfter(at(), to)];
        return { words: all.subarray(begin, end) as typeof all, places: at().subarray(begin, end) };
      };
      return {
        spread(from, to, take) {
          const { words, places } = between(from, to);
          return spreadInto(sameKind(words, to - from, take), words, places, from);
        },
        runs(from, to) {
          const { words, places: own } = between(from, to);
          const placesToRows = (places: Uint32Array, count: number) => {
            for (let i = 0; i < count; i++) places[i] = own[places[i]!]!;
          };
          return [{ values: words, placesToRows }];
        },
      };
    },
  });
}

/** The rows that a sparse column has, rising. */
export function sparseRows(source: PartSource, { sparse, count }: ColumnEntry, rows: number): Uint32Array {
  const at = decodeRising(source, sparse!, { count, end: rows });
  if (!at) throw new FormatError("A sparse column names rows that are not there.");
  return at;
}

/** Into an array of zeros; `from`: the row of the first of them. */
export function spreadInto<T extends Words>(all: T, words: T, at: Uint32Array, from = 0): T {
  for (let i = 0; i < at.length; i++) all[at[i]! - from] = words[i]!;
  return all;
}

/** A column of some rows in any encoding but text. */
export function spreadColumn(
  source: PartSource,
  entry: ColumnEntry,
  blocks: Pick<BlockCache, "texts" | "filterPart">,
  { spread, some, single, has, isEverywhere }: SpreadRows,
): Column {
  const ones = ({ count }: StoredWords) => new Uint8Array(count).fill(1);
  const present = () => spread(ones);
  switch (entry.encoding) {
    case "constant":
      return new StoredDictionary(present, constantValues(entry.value), { has, some: some?.(ones).spread });
    case "dictionary": {
      const ids = ({ words }: StoredWords) =>
        words(idsPart(entry), (bytes, count) => viewOf(bytes, entry.width, count));
      const part = some?.(ids);
      return new StoredDictionary(() => spread(ids), storedValues(source, entry, blocks), {
        has,
        some: part?.spread,
        single: single?.(ids),
        runs: part?.runs,
      });
    }
    case "number": {
      const numbers = ({ count, words }: StoredWords) => storedNumbers(source, entry, count, words);
      const all = () => {
        let { scale = 1 } = entry;
        const values = spread((stored) => {
          const read = numbers(stored);
          scale = read.scale;
          return read.values;
        });
        return { values, scale };
      };
      const part = mayBeNarrowed(entry) ? undefined : some?.((stored) => numbers(stored).values);
      return new StoredNumbers(
        all,
        isEverywhere ? undefined : present,
        { min: entry.min, max: entry.max },
        {
          has,
          some: part && { scale: entry.scale ?? 1, read: part.spread },
          single: part && single?.((stored) => numbers(stored).values),
          runs: part?.runs,
        },
      );
    }
    default:
      throw new FormatError(`A column in the encoding "${entry.encoding}" cannot have some rows alone.`);
  }
}
