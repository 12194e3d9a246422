import { freeArrays } from "../../runtime/free-arrays.ts";
import { encodeNumbers, encodeSomeTexts, isSparse } from "../columns/column-writer.ts";
import { encodeSeries, freeAdded } from "../format/integers.ts";
import type { ColumnEntry, PartSink } from "../format/segment-format.ts";
import type { HoleSink } from "../template.ts";

/** Collects what fills the holes of templates, row by row, rising. */
export class HoleColumns implements HoleSink {
  readonly #numbers: SomeNumbers[] = [];
  readonly #words: { at: number[]; values: string[] }[] = [];
  #row = 0;
  #text: Buffer = Buffer.alloc(0);
  /** How many holes of each kind the row in work has filled. */
  #filledNumbers = 0;
  #filledWords = 0;

  readonly #rows: number;

  constructor(rows: number) {
    this.#rows = rows;
  }

  begin(row: number, bytes: Uint8Array): void {
    this.#row = row;
    this.#filledNumbers = 0;
    this.#filledWords = 0;
    if (this.#text.buffer !== bytes.buffer || this.#text.byteOffset !== bytes.byteOffset)
      this.#text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  number(index: number, value: number): void {
    this.#numbers[index] ??= new SomeNumbers();
    this.#numbers[index].add(this.#row, value);
    this.#filledNumbers = index + 1;
  }

  word(index: number, from: number, to: number): void {
    this.#words[index] ??= { at: [], values: [] };
    this.#words[index].at.push(this.#row);
    this.#words[index].values.push(this.#text.toString("latin1", from, to));
    this.#filledWords = index + 1;
  }

  /** Takes back what the row in work has filled. */
  drop(): void {
    for (const column of this.#numbers.slice(0, this.#filledNumbers)) column.drop();
    for (const column of this.#words.slice(0, this.#filledWords)) {
      column.at.pop();
      column.values.pop();
    }
  }

  /** Once: the numbers are given up. */
  encode(sink: PartSink): { numbers: ColumnEntry[]; words: ColumnEntry[] } {
    return {
      numbers: this.#numbers.map((column) => this.#encodeNumbers(sink, column)),
      words: this.#words.map(({ at, values }) => encodeSomeTexts(sink, this.#rows, at, values, false)),
    };
  }

  #encodeNumbers(sink: PartSink, column: SomeNumbers): ColumnEntry {
    const { count } = column;
    if (count === 0) return { encoding: "constant", value: "", count: 0 };
    const { at, values: some } = column.take();
    if (isSparse(count, this.#rows)) {
      const numbers = Float64Array.from(some);
      const rows = Float64Array.from(at);
      freeArrays([at, some]);
      return { ...encodeNumbers(sink, numbers, undefined), sparse: encodeSeries(sink, rows) };
    }
    const values = new Float64Array(this.#rows);
    const present = new Uint8Array(this.#rows);
    for (let i = 0; i < count; i++) {
      values[at[i]!] = some[i]!;
      present[at[i]!] = 1;
    }
    freeArrays([at, some]);
    const entry = encodeNumbers(sink, values, count === this.#rows ? undefined : present);
    freeAdded(sink, [values, present]);
    return entry;
  }
}

/** The numbers that fill one hole, and their rows, rising: of most holes few rows have any. */
class SomeNumbers {
  count = 0;
  #at = new Uint32Array(256);
  #values = new Float64Array(256);

  add(row: number, value: number): void {
    if (this.count === this.#at.length) this.#grow();
    this.#at[this.count] = row;
    this.#values[this.count++] = value;
  }

  /** Takes back the last one. */
  drop(): void {
    this.count--;
  }

  /** Once: they belong to the caller. They are views of what may be freed. */
  take(): { at: Uint32Array; values: Float64Array } {
    return { at: this.#at.subarray(0, this.count), values: this.#values.subarray(0, this.count) };
  }

  #grow(): void {
    const [at, values] = [new Uint32Array(this.count * 2), new Float64Array(this.count * 2)];
    at.set(this.#at);
    values.set(this.#values);
    freeArrays([this.#at, this.#values]);
    [this.#at, this.#values] = [at, values];
  }
}
