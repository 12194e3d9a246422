import { freeArrays } from "../../runtime/free-arrays.ts";
import { encodeNumbers } from "../columns/column-writer.ts";
import { encodeSeries, freeAdded } from "../format/integers.ts";
import type { ColumnEntry, PartSink, TemplateEntry } from "../format/segment-format.ts";
import { type WordPairs, wordPairsBytes } from "../format/word-pairs.ts";
import type { Hole, HoleSink } from "../template.ts";
import type { GroupedRows, RowsOfHole } from "./grouped-rows.ts";
import { WordsOfHole } from "./words-of-hole.ts";

/** Collects what fills the holes of templates, row by row, rising. */
export class HoleColumns implements HoleSink {
  readonly #numbers: SomeNumbers[] = [];
  readonly #words = new SomeWords();
  readonly #others = new SomeWords();
  #row = 0;
  #text: Uint8Array = new Uint8Array(0);
  /** How many number holes the row in work has filled. */
  #filledNumbers = 0;

  readonly #rows: number;

  constructor(rows: number) {
    this.#rows = rows;
  }

  begin(row: number, bytes: Uint8Array): void {
    this.#row = row;
    this.#filledNumbers = 0;
    this.#words.filled = 0;
    this.#others.filled = 0;
    this.#text = bytes;
  }

  number(index: number, value: number): void {
    this.#numbers[index] ??= new SomeNumbers();
    this.#numbers[index].add(this.#row, value);
    this.#filledNumbers = index + 1;
  }

  word(index: number, from: number, to: number): void {
    this.#words.add(index, this.#row, this.#text, from, to);
  }

  any(index: number, from: number, to: number): void {
    this.#others.add(index, this.#row, this.#text, from, to);
  }

  /** The number that fills a hole of the row in work; NaN: some other word. */
  last({ kind, index }: Hole): number {
    return kind === "number" ? this.#numbers[index]!.last : this.#others.lastNumber(index);
  }

  /** Takes back what the row in work has filled. */
  drop(): void {
    for (const column of this.#numbers.slice(0, this.#filledNumbers)) column.drop();
    this.#words.drop();
    this.#others.drop();
  }

  /** Once: the numbers are given up. `grouped`: the rows by the templates that they have in the end. */
  encode(sink: PartSink, grouped: GroupedRows): Pick<TemplateEntry, "numbers" | "words" | "any" | "pairs"> {
    const numbers = this.#numbers.map((column, index) =>
      this.#encodeNumbers(sink, column, grouped.of({ kind: "number", index })),
    );
    const words = this.#words.encode(sink, this.#rows, (index) => grouped.of({ kind: "word", index }));
    const any = this.#others.encode(sink, this.#rows, (index) => grouped.of({ kind: "any", index }));
    const pairs = encodePairs(sink, [...this.#words.pairs(), ...this.#others.pairs()]);
    return { numbers, words, ...(any.length > 0 && { any }), ...pairs };
  }

  #encodeNumbers(sink: PartSink, column: SomeNumbers, ofHole: RowsOfHole | undefined): ColumnEntry {
    const { count } = column;
    if (count === 0) return { encoding: "constant", value: "", count: 0 };
    const { at, values: some } = column.take();
    if (!ofHole) {
      const numbers = Float64Array.from(some);
      const rows = Float64Array.from(at);
      freeArrays([at, some]);
      return { ...encodeNumbers(sink, numbers, undefined), sparse: encodeSeries(sink, rows) };
    }
    const ordered = ofHole.order(at, some, new Float64Array(count));
    freeArrays([at, some]);
    const entry = { ...encodeNumbers(ofHole.cut(sink), ordered, undefined), byTemplate: ofHole.sliceRows };
    freeAdded(sink, [ordered]);
    return entry;
  }
}

/** The entry for the pairs of each hole; none where there are no holes. */
export function encodePairs(sink: PartSink, pairs: readonly WordPairs[]): Pick<TemplateEntry, "pairs"> {
  if (pairs.length === 0) return {};
  const all = new Uint8Array(pairs.length * wordPairsBytes);
  for (const [i, { bytes }] of pairs.entries()) all.set(bytes, i * wordPairsBytes);
  return { pairs: sink.add(all) };
}

/** The words that fill holes of one kind, and their rows. */
class SomeWords {
  /** How many of the holes the row in work has filled. */
  filled = 0;
  readonly #holes: WordsOfHole[] = [];

  /** The word in text[from .. to), which is ASCII. */
  add(index: number, row: number, text: Uint8Array, from: number, to: number): void {
    this.#holes[index] ??= new WordsOfHole();
    this.#holes[index].add(row, text, from, to);
    this.filled = index + 1;
  }

  lastNumber(index: number): number {
    return this.#holes[index]!.lastNumber;
  }

  pairs(): WordPairs[] {
    return this.#holes.map(({ pairs }) => pairs);
  }

  drop(): void {
    for (const words of this.#holes.slice(0, this.filled)) words.drop();
  }

  encode(sink: PartSink, rows: number, grouped: (index: number) => RowsOfHole | undefined): ColumnEntry[] {
    return this.#holes.map((words, index) => words.encode(sink, rows, grouped(index)));
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

  get last(): number {
    return this.#values[this.count - 1]!;
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
