import { FormatError, type PartSink, type QuadsEntry } from "../../format/segment-format.ts";
import { HashSet, hashQuad, hashWord } from "../../format/word-hash.ts";
import { quadsOfSliceMax } from "../../limits.ts";
import type { QuadSlices } from "../../segment.ts";
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
  #areTooMany = false;

  constructor(rows: number, sliceRows: number) {
    this.#rows = rows;
    this.#sliceRows = sliceRows;
    this.#end = sliceRows;
  }

  /** What fills four holes of a row, each NaN where it is no whole number. Rows rise. */
  add(row: number, first: number, second: number, third: number, fourth: number): void {
    while (row >= this.#end) this.#endSlice();
    if (this.#areTooMany || !(second <= octetMax && third <= octetMax && first >= 0 && fourth >= 0)) return;
    const isWide = first > octetMax || fourth > octetMax;
    this.#ofSlice.add(isWide ? wideQuad : hashQuad(first, second, third, fourth));
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

/** The slices that may have one of some quads, given by their hashes. Throws FormatError. */
export function slicesWith(
  { sliceRows, filters }: QuadsEntry,
  rows: number,
  hashes: readonly number[],
  read: (part: number) => Uint8Array,
): QuadSlices {
  if (!(sliceRows >= 1)) throw new FormatError(`Filters cannot be of slices of ${sliceRows} rows.`);
  const slices = Math.ceil(rows / sliceRows);
  const mayHave = new Uint8Array(slices);
  for (const hash of hashes) {
    const having = blocksWith(filters, slices, [hash], read);
    for (let slice = 0; slice < slices; slice++) mayHave[slice]! |= having[slice]!;
  }
  return { sliceRows, mayHave };
}

/** An absent quad passes one slice in thirty; with 11 bits, one in two hundred. */
const bitsPerQuad = 7;

/* Both are part of the format. */

/** Four numbers whose second or third is greater are no quad. */
export const octetMax = 255;
/** Stands for all whose first or last number is greater. */
export const wideQuad = hashWord("wide");
