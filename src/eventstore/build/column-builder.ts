import { dictionaryLimit, encodeDictionaryBytes, encodeNumbers, isSparse } from "../columns/column-writer.ts";
import { ByteDictionary, grown } from "../format/byte-dictionary.ts";
import { canonicalBytes } from "../format/canonical-number.ts";
import { bytesOf, encodeSeries } from "../format/integers.ts";
import type { ColumnEntry, PartSink } from "../format/segment-format.ts";
import { TextCopier } from "../format/text-copier.ts";
import { textEnd, writeText } from "../format/write-text.ts";
import { dictionarySmall, textBlockBytes } from "../limits.ts";

/** The form that a column's values had last time: the next one starts with it and need not be converted. */
type Form = "dictionary" | "number" | "text";

/**
 * One column of a segment that is being made, fed with the UTF-8 bytes of its values: no strings, no objects a row. It
 * begins as a dictionary and turns to numbers or text when there are too many distinct values; used again for each
 * commit.
 */
export class ColumnBuilder {
  /** Rows that have a value. */
  count = 0;
  /**
   * The first values, until there are more of them: a sender with ever new names of tags makes many columns of one
   * value.
   */
  #few: Value[] | undefined = [];
  #rows = noRows;
  #form: Form = "dictionary";
  #first: Form = "dictionary";
  /** Dictionary encoding: the id of each value. */
  #ids = noRows;
  #dictionary!: ByteDictionary;
  /** Whether all values of the dictionary are numbers; `#parsed` has them by id. */
  #isNumeric: boolean;
  #parsed = noNumbers;
  #numbers = noNumbers;
  #text = noText;
  #ends = noRows;

  readonly #mayBeNumber: boolean;

  /** `mayBeNumber`: the column is kept as numbers when all of its values are written as numbers are. */
  constructor(mayBeNumber: boolean) {
    this.#mayBeNumber = mayBeNumber;
    this.#isNumeric = mayBeNumber;
  }

  /**
   * The value of a row, not empty; rows come in rising order and once each. `number`: what it is the text of, if the
   * caller knows that.
   */
  add(row: number, source: Uint8Array, from: number, to: number, number = Number.NaN): void {
    if (this.#few !== undefined) {
      if (this.#few.length < fewMax) {
        this.#addFew(row, Buffer.from(source.buffer, source.byteOffset + from, to - from).toString("utf8"));
        return;
      }
      this.#spread();
    }
    const index = this.count;
    if (index >= this.#rows.length) this.#rows = grown(this.#rows, index + 16);
    this.#rows[index] = row;
    this.count = index + 1;
    if (this.#form === "text") this.#addText(index, source, from, to);
    else if (this.#form === "number") this.#addNumber(index, source, from, to, number);
    else this.#addId(index, source, from, to);
  }

  addString(row: number, value: string): void {
    if (this.#few !== undefined && this.#few.length < fewMax) {
      this.#addFew(row, value.toWellFormed());
      return;
    }
    // Spreading may use the scratch, so it comes before the value is written there.
    this.#spread();
    const wanted = value.length * 3;
    if (wanted > scratch.length) scratch = Buffer.allocUnsafeSlow(wanted * 2);
    this.add(row, scratch, 0, writeText(scratch, value, 0));
  }

  /** The row that came last, -1 before the first. */
  get lastRow(): number {
    if (this.count === 0) return -1;
    return this.#few === undefined ? this.#rows[this.count - 1]! : this.#few[this.count - 1]!.row;
  }

  /** Strings, in the order of their rows: for the few columns that share one. */
  *values(): Generator<[row: number, value: string]> {
    if (this.#few !== undefined) {
      for (const { row, value } of this.#few) yield [row, value];
      return;
    }
    this.#become("text");
    for (let i = 0; i < this.count; i++) {
      const from = i === 0 ? 0 : this.#ends[i - 1]!;
      const bytes = Buffer.from(this.#text.buffer, from, this.#ends[i]! - 1 - from);
      yield [this.#rows[i]!, bytes.toString("utf8")];
    }
  }

  /** Writes the column for `rows` rows; `order` names the row that stands at each place, undefined: as they came. */
  encode(sink: PartSink, rows: number, order: Uint32Array | undefined): ColumnEntry {
    this.#spread();
    const places = order === undefined && this.count === rows ? undefined : this.#places(rows, order);
    const sparse = isSparse(this.count, rows);
    const length = sparse ? this.count : rows;
    if (this.#form === "dictionary" && this.#dictionary.size > dictionaryLimit(length)) this.#become("text");
    const picked = places !== undefined && sparse ? withoutGaps(places, this.count) : places;
    const entry = this.#encodeValues(sink, length, picked);
    if (!sparse) return entry;
    const at = new Float64Array(this.count);
    for (let place = 0, i = 0; place < places!.length; place++) if (places![place]! >= 0) at[i++] = place;
    return { ...entry, sparse: encodeSeries(sink, at) };
  }

  /** For the next commit. */
  clear(): void {
    if (this.#few !== undefined) {
      this.#few.length = 0;
      this.count = 0;
      return;
    }
    const seenMany = this.count >= rowsToLearnFrom;
    if (seenMany) this.#first = this.#form;
    this.count = 0;
    this.#form = this.#first;
    this.#isNumeric = this.#mayBeNumber;
    this.#dictionary.clear();
    if (this.#text.length > textKept) this.#text = new Uint8Array(0);
  }

  #addFew(row: number, value: string): void {
    this.#few!.push({ row, value });
    this.count++;
  }

  /** Too many distinct values for a dictionary: from now on, also for later commits, they are stored as bytes. */
  #spread(): void {
    const few = this.#few;
    if (few === undefined) return;
    this.#few = undefined;
    this.#dictionary = new ByteDictionary();
    this.count = 0;
    for (const { row, value } of few) this.addString(row, value);
  }

  /** Index of the value at each place, -1 where there is none. */
  #places(rows: number, order: Uint32Array | undefined): Int32Array {
    const places = new Int32Array(rows).fill(-1);
    if (order === undefined) {
      for (let i = 0; i < this.count; i++) places[this.#rows[i]!] = i;
      return places;
    }
    if (this.count === rows) return Int32Array.from(order);
    const byRow = new Int32Array(rows).fill(-1);
    for (let i = 0; i < this.count; i++) byRow[this.#rows[i]!] = i;
    for (let place = 0; place < rows; place++) places[place] = byRow[order[place]!]!;
    return places;
  }

  #encodeValues(sink: PartSink, length: number, places: Int32Array | undefined): ColumnEntry {
    if (this.#form === "text") return this.#encodeText(sink, length, places);
    if (this.#form === "number") return this.#encodeNumbers(sink, length, places);
    const ids = new Uint32Array(length);
    if (places === undefined) ids.set(this.#ids.subarray(0, length));
    else for (let place = 0; place < length; place++) if (places[place]! >= 0) ids[place] = this.#ids[places[place]!]!;
    const { bytes, used, size } = this.#dictionary;
    return encodeDictionaryBytes(sink, bytes.slice(0, used), size, ids, this.count);
  }

  #encodeNumbers(sink: PartSink, length: number, places: Int32Array | undefined): ColumnEntry {
    if (places === undefined) return encodeNumbers(sink, this.#numbers.slice(0, length), undefined);
    const values = new Float64Array(length);
    const present = new Uint8Array(length);
    for (let place = 0; place < length; place++) {
      const index = places[place]!;
      if (index < 0) continue;
      values[place] = this.#numbers[index]!;
      present[place] = 1;
    }
    return encodeNumbers(sink, values, present);
  }

  /** Values that already stand in the wanted order are handed over without a copy. */
  #encodeText(sink: PartSink, length: number, places: Int32Array | undefined): ColumnEntry {
    const { bytes, ends } =
      places === undefined ? { bytes: this.#text, ends: this.#ends } : this.#gather(length, places);
    const blockRows: number[] = [];
    let part = -1;
    let row = 0;
    let from = 0;
    while (row < length) {
      const first = row;
      while (row < length && ends[row]! - from < textBlockBytes) row++;
      if (row < length) row++;
      const offsets = new Uint32Array(row - first + 1);
      for (let i = first; i < row; i++) offsets[i - first + 1] = ends[i]! - from;
      const to = ends[row - 1]!;
      const added = sink.add(bytes.subarray(from, to));
      if (part < 0) part = added;
      if (sink.inMemory) sink.add(bytesOf(offsets));
      blockRows.push(row - first);
      from = to;
    }
    return { encoding: "text", count: this.count, blockRows, part, offsets: sink.inMemory, bytes: from };
  }

  /** The texts in the order of `places`, whole runs at once. */
  #gather(length: number, places: Int32Array): { bytes: Uint8Array; ends: Uint32Array } {
    const text = this.#text;
    const used = this.count === 0 ? 0 : this.#ends[this.count - 1]!;
    const bytes = new Uint8Array(used + length - this.count);
    const copier = new TextCopier(text, bytes);
    const ends = new Uint32Array(length);
    let at = 0;
    for (let place = 0; place < length; ) {
      const index = places[place]!;
      if (index < 0) {
        bytes[at++] = textEnd;
        ends[place++] = at;
        continue;
      }
      const from = index === 0 ? 0 : this.#ends[index - 1]!;
      let next = index;
      for (; place < length && places[place] === next; place++, next++) ends[place] = at + this.#ends[next]! - from;
      const to = this.#ends[next - 1]!;
      copier.copy(from, to, at);
      at += to - from;
    }
    return { bytes, ends };
  }

  #addId(index: number, source: Uint8Array, from: number, to: number): void {
    const before = this.#dictionary.size;
    const id = this.#dictionary.idOf(source, from, to);
    if (index >= this.#ids.length) this.#ids = grown(this.#ids, index + 16);
    this.#ids[index] = id;
    if (id > before) this.#meetNew(id, source, from, to);
  }

  /** A value that was not there before may make another form the better one. */
  #meetNew(id: number, source: Uint8Array, from: number, to: number): void {
    if (this.#isNumeric) {
      const number = canonicalBytes(source, from, to);
      if (Number.isNaN(number)) this.#isNumeric = false;
      else {
        if (id >= this.#parsed.length) this.#parsed = grown(this.#parsed, id + 16);
        this.#parsed[id] = number;
      }
    }
    if (id <= dictionarySmall) return;
    if (this.#isNumeric) this.#become("number");
    else if (id * 2 > this.count && id > hopelessValues) this.#become("text");
  }

  #addNumber(index: number, source: Uint8Array, from: number, to: number, known: number): void {
    const number = Number.isFinite(known) ? known : canonicalBytes(source, from, to);
    if (Number.isNaN(number)) {
      this.count = index;
      this.#become("text");
      this.count = index + 1;
      this.#addText(index, source, from, to);
      return;
    }
    if (index >= this.#numbers.length) this.#numbers = grown(this.#numbers, index + 64);
    this.#numbers[index] = number;
  }

  #addText(index: number, source: Uint8Array, from: number, to: number): void {
    let used = index === 0 ? 0 : this.#ends[index - 1]!;
    const end = used + to - from + 1;
    if (end > this.#text.length) this.#text = grown(this.#text, end);
    if (index >= this.#ends.length) this.#ends = grown(this.#ends, index + 64);
    const text = this.#text;
    if (to - from < 128) for (let i = from; i < to; i++) text[used++] = source[i]!;
    else text.set(source.subarray(from, to), used);
    text[end - 1] = textEnd;
    this.#ends[index] = end;
  }

  #become(form: Form): void {
    if (this.#form === form) return;
    if (form === "number") {
      if (this.count > this.#numbers.length) this.#numbers = grown(this.#numbers, this.count + 64);
      for (let i = 0; i < this.count; i++) this.#numbers[i] = this.#parsed[this.#ids[i]!]!;
    } else if (this.#form === "number") {
      for (let i = 0; i < this.count; i++) {
        const length = numberText.write(String(this.#numbers[i]!), 0, "latin1");
        this.#addText(i, numberText, 0, length);
      }
    } else {
      const { bytes, offsets } = this.#dictionary;
      for (let i = 0; i < this.count; i++) {
        const id = this.#ids[i]!;
        this.#addText(i, bytes, offsets[id - 1]!, offsets[id]! - 1);
      }
    }
    this.#form = form;
  }
}

/** Those that are not negative, of which there are `count`. */
function withoutGaps(places: Int32Array, count: number): Int32Array {
  const picked = new Int32Array(count);
  for (let place = 0, i = 0; place < places.length; place++) if (places[place]! >= 0) picked[i++] = places[place]!;
  return picked;
}

interface Value {
  row: number;
  value: string;
}

/** Shared by all empty builders: they have no room, so nobody writes into them. */
const noRows = new Uint32Array(0);
const noNumbers = new Float64Array(0);
const noText = new Uint8Array(0);
const fewMax = 2;
let scratch = Buffer.allocUnsafeSlow(16 * 1024);
/** A buffer of its own, since `scratch` may hold the value that is being added. */
const numberText = Buffer.allocUnsafeSlow(32);
/** A smaller commit says nothing of the next one's values. */
const rowsToLearnFrom = 512;
/** With this many distinct values in at most twice as many rows, a dictionary is hopeless. */
const hopelessValues = 1_024;
/** A column of long texts keeps this much capacity for the next commit. */
const textKept = 8 * 1024 * 1024;
