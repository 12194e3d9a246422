import { freeArrays } from "../../runtime/free-arrays.ts";
import { encodeNumbers, encodeSomeTexts, isSparse } from "../columns/column-writer.ts";
import { encodeSeries, freeAdded } from "../format/integers.ts";
import type { ColumnEntry, PartSink } from "../format/segment-format.ts";
import type { HoleSink } from "../template.ts";

/** Collects what fills the holes of templates, row by row, rising. */
export class HoleColumns implements HoleSink {
  readonly #numbers: { values: Float64Array; present: Uint8Array; count: number }[] = [];
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
    let column = this.#numbers[index];
    if (!column) {
      column = { values: new Float64Array(this.#rows), present: new Uint8Array(this.#rows), count: 0 };
      this.#numbers[index] = column;
    }
    column.values[this.#row] = value;
    column.present[this.#row] = 1;
    column.count++;
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
    for (const column of this.#numbers.slice(0, this.#filledNumbers)) {
      column.values[this.#row] = 0;
      column.present[this.#row] = 0;
      column.count--;
    }
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

  #encodeNumbers(
    sink: PartSink,
    { values, present, count }: { values: Float64Array; present: Uint8Array; count: number },
  ): ColumnEntry {
    if (count === 0) return { encoding: "constant", value: "", count: 0 };
    if (!isSparse(count, this.#rows)) {
      const entry = encodeNumbers(sink, values, count === this.#rows ? undefined : present);
      freeAdded(sink, [values, present]);
      return entry;
    }
    const at = new Float64Array(count);
    const some = new Float64Array(count);
    let used = 0;
    for (let row = 0; row < this.#rows; row++) {
      if (present[row] === 0) continue;
      at[used] = row;
      some[used++] = values[row]!;
    }
    freeArrays([values, present]);
    return { ...encodeNumbers(sink, some, undefined), sparse: encodeSeries(sink, at) };
  }
}
