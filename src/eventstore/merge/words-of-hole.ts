import { freeArrays } from "../../runtime/free-arrays.ts";
import { dictionaryLimit, encodeDictionaryBytes, isSparse } from "../columns/column-writer.ts";
import { TextBlockWriter } from "../columns/text-blocks.ts";
import { ByteDictionary } from "../format/byte-dictionary.ts";
import { encodeSeries, freeAdded } from "../format/integers.ts";
import type { ColumnEntry, PartSink } from "../format/segment-format.ts";
import { WordPairs } from "../format/word-pairs.ts";
import { wholeNumberOf } from "../template.ts";
import type { RowsOfHole } from "./grouped-rows.ts";

/** The words that fill one hole, and their rows, rising. */
export class WordsOfHole {
  /** Those of words that were taken back included. */
  readonly pairs = new WordPairs();
  #count = 0;
  #rows = new Uint32Array(256);
  /** Ends of the words, which lie joined. */
  #ends = new Uint32Array(256);
  #bytes = new Uint8Array(2_048);

  /** The word in text[from .. to): ASCII, not empty. */
  add(row: number, text: Uint8Array, from: number, to: number): void {
    const count = this.#count;
    if (count === this.#rows.length) {
      this.#rows = grown(this.#rows, count + 1);
      this.#ends = grown(this.#ends, count + 1);
    }
    let at = this.#begin(count);
    const end = at + to - from;
    if (end > this.#bytes.length) this.#bytes = grown(this.#bytes, end);
    const bytes = this.#bytes;
    for (let i = from; i < to; i++) bytes[at++] = text[i]!;
    this.#rows[count] = row;
    this.#ends[count] = end;
    this.#count = count + 1;
    this.pairs.add(text, from, to);
  }

  /** The last word as a number; NaN: it is none. */
  get lastNumber(): number {
    const word = this.#count - 1;
    return wholeNumberOf(String.fromCharCode(...this.#bytes.subarray(this.#begin(word), this.#ends[word]!)));
  }

  /** Takes back the last one. */
  drop(): void {
    this.#count--;
  }

  /** Once: the words are given up. `rows`: of the segment. `ofHole`: undefined where too few of them have the hole. */
  encode(sink: PartSink, rows: number, ofHole: RowsOfHole | undefined): ColumnEntry {
    if (this.#count === 0) return { encoding: "constant", value: "", count: 0 };
    const entry = this.#encode(sink, rows, ofHole);
    freeArrays([this.#rows, this.#ends, this.#bytes]);
    return entry;
  }

  #encode(sink: PartSink, rows: number, ofHole: RowsOfHole | undefined): ColumnEntry {
    const count = this.#count;
    const at = this.#rows.subarray(0, count);
    const isOfFew = isSparse(count, rows);
    const ids = new Uint32Array(count);
    const known = this.#number(ids, dictionaryLimit(isOfFew ? count : rows));
    if (known && ofHole) {
      const ordered = ofHole.order(at, ids, new Uint32Array(count));
      freeArrays([ids]);
      return { ...encodeWords(ofHole.cut(sink), known, ordered), byTemplate: ofHole.sliceRows };
    }
    const entry = known ? encodeWords(sink, known, ids) : this.#encodeTexts(sink, isOfFew ? count : rows, isOfFew);
    return isOfFew ? { ...entry, sparse: encodeSeries(sink, Float64Array.from(at)) } : entry;
  }

  /** Numbers equal words; undefined: there are more than `most` of them. */
  #number(ids: Uint32Array, most: number): ByteDictionary | undefined {
    const known = new ByteDictionary();
    for (let i = 0; i < ids.length; i++) {
      const id = known.idOf(this.#bytes, this.#begin(i), this.#ends[i]!);
      if (id > most) return undefined;
      ids[i] = id;
    }
    return known;
  }

  #encodeTexts(sink: PartSink, rows: number, isOfFew: boolean): ColumnEntry {
    const writer = new TextBlockWriter(sink);
    let next = 0;
    for (let i = 0; i < this.#count; i++) {
      const row = isOfFew ? i : this.#rows[i]!;
      for (; next < row; next++) writer.addText("");
      writer.addBytes(this.#bytes, this.#begin(i), this.#ends[i]!);
      next = row + 1;
    }
    for (; next < rows; next++) writer.addText("");
    return writer.finish();
  }

  #begin(word: number): number {
    return word === 0 ? 0 : this.#ends[word - 1]!;
  }
}

/** Gives up the ids. */
function encodeWords(sink: PartSink, { bytes, used, size }: ByteDictionary, ids: Uint32Array): ColumnEntry {
  const own = bytes.slice(0, used);
  const entry = encodeDictionaryBytes(sink, own, size, ids, ids.length);
  freeAdded(sink, [own, ids]);
  return entry;
}

/** At least twice as large; the old one is freed. */
function grown<T extends Uint8Array | Uint32Array>(array: T, needed: number): T {
  const larger = new (array.constructor as new (length: number) => T)(Math.max(needed, array.length * 2));
  larger.set(array);
  freeArrays([array]);
  return larger;
}
