import { FormatError, type PartSink, type QuadsEntry } from "../../format/segment-format.ts";
import { HashSet, hashQuad, hashWord } from "../../format/word-hash.ts";
import { quadsOfSliceMax } from "../../limits.ts";
import type { QuadSlices } from "../../segment.ts";
import type { Hole } from "../../template.ts";
import { blocksWith, WordBloomFilterWriter } from "../word-bloom-filter.ts";

/**
 * Which quads the messages of each slice have: four numbers one behind the other, as in an address. Each of the numbers
 * is frequent, so without this all values of many holes would have to be read to find a rare address.
 */
export class QuadFilterWriter {
  readonly #filters = new WordBloomFilterWriter(bitsPerQuad);
  readonly #ofSlice = new HashSet();
  readonly #sliceRows: number;
  readonly #rows: number;
  /** Of the slice in work, behind its last row. */
  #end: number;
  /** Then there will be no filters. */
  #areTooMany = false;

  constructor(rows: number, sliceRows: number) {
    this.#rows = rows;
    this.#sliceRows = sliceRows;
    this.#end = sliceRows;
  }

  /**
   * Chains of holes of a row, which `numberIn` knows as `from`, and tells what fills one; NaN: no whole number. Rows
   * rise.
   */
  addRow(
    row: number,
    chains: readonly (readonly Hole[])[],
    numberIn: (hole: Hole, from: number) => number,
    from = row,
  ): void {
    if (this.#areTooMany) return;
    while (row >= this.#end) this.#endSlice();
    for (const chain of chains) {
      let first = Number.NaN;
      let second = Number.NaN;
      let third = Number.NaN;
      for (const hole of chain) {
        const fourth = numberIn(hole, from);
        const hash = quadHash(first, second, third, fourth);
        if (hash !== undefined) this.#ofSlice.add(hash);
        first = second;
        second = third;
        third = fourth;
      }
    }
    this.#areTooMany = this.#ofSlice.count > quadsOfSliceMax;
  }

  /** Undefined: there are too many, and only the holes themselves tell. */
  finish(sink: PartSink): QuadsEntry | undefined {
    while (this.#end - this.#sliceRows < this.#rows) this.#endSlice();
    return this.#areTooMany ? undefined : { sliceRows: this.#sliceRows, filters: this.#filters.finish(sink) };
  }

  #endSlice(): void {
    if (!this.#areTooMany) this.#filters.addWords(this.#ofSlice);
    this.#ofSlice.clear();
    this.#end += this.#sliceRows;
  }
}

/** The slices that may have a quad, given by its hash. Throws FormatError. */
export function slicesWith(
  { sliceRows, filters }: QuadsEntry,
  rows: number,
  hash: number,
  read: (part: number) => Uint8Array,
): QuadSlices {
  if (!(sliceRows >= 1)) throw new FormatError(`Filters cannot be of slices of ${sliceRows} rows.`);
  return { sliceRows, mayHave: blocksWith(filters, Math.ceil(rows / sliceRows), [hash], read) };
}

/** Part of the format: the hash of four numbers; undefined: they are no quad, or not all are numbers. */
export function quadHash(first: number, second: number, third: number, fourth: number): number | undefined {
  if (!(second <= octetMax && third <= octetMax && first >= 0 && fourth >= 0)) return undefined;
  return first > octetMax || fourth > octetMax ? wideQuad : hashQuad(first, second, third, fourth);
}

const octetMax = 255;
/** Stands for all whose first or last number is greater. */
const wideQuad = hashWord("wide");
/** An absent quad passes one slice in sixteen; with 11 bits, one in two hundred. */
const bitsPerQuad = 6;
