import type { HexBlock } from "../../eventstore/hex-texts.ts";
import type { TextColumn } from "../../eventstore/segment.ts";
import type { BucketedWords } from "./bucketed-words.ts";
import type { HexMixer } from "./hex-mixer.ts";
import type { Scratch } from "./value-records.ts";

/** The values of one segment's column of digits. They are the values themselves: nothing can fall together. */
export interface HexRecords {
  /** The value of each row. */
  readonly rows: BucketedWords;
  /** Values of rows with several occurrences, with the number of occurrences beyond the first. */
  readonly more: BucketedWords;
}

export const hexBuckets = 256;

export function bucketOf(first: number): number {
  return first >>> 24;
}

/** Takes chosen rows of a column of digits. `buckets`: only values of these are kept, from … to before. */
export class HexWriter {
  absent = 0;
  #length = 0;
  #block: HexBlock;
  readonly #words: Uint32Array;
  #more = new Uint32Array(1024);
  #moreLength = 0;

  readonly #column: TextColumn;
  readonly #wordsPerText: number;
  readonly #mixer: HexMixer;
  readonly #buckets: { from: number; to: number };

  /** Parameters: used by the loop over millions of rows. */
  constructor(
    column: TextColumn,
    wordsPerText: number,
    rows: number,
    mixer: HexMixer,
    buckets: { from: number; to: number },
    scratch: Scratch,
  ) {
    this.#column = column;
    this.#wordsPerText = wordsPerText;
    this.#mixer = mixer;
    this.#buckets = buckets;
    this.#words = scratch.take(rows * wordsPerText);
    this.#block = column.digits!.block(0);
  }

  /** The first `length` rows, rising, and their counts. */
  add(rows: Uint32Array, counts: Uint32Array, length: number): void {
    for (let from = 0; from < length; ) {
      const end = this.#block.firstRow + this.#block.rows;
      let to = from;
      if (rows[from]! >= this.#block.firstRow) while (to < length && rows[to]! < end) to++;
      if (to > from) this.#addRows(rows, counts, from, to);
      else this.#block = this.#column.digits!.block(this.#column.blockOf(rows[from]!));
      from = to;
    }
  }

  finish(): HexRecords {
    return {
      rows: bucketed(this.#words, this.#length, this.#wordsPerText),
      more: bucketed(this.#more, this.#moreLength, this.#wordsPerText + 1),
    };
  }

  /** Rows of the current block. The loop over millions of rows: what it needs stands in local variables. */
  #addRows(rows: Uint32Array, counts: Uint32Array, from: number, to: number): void {
    const { words: texts, present, firstRow } = this.#block;
    const wordsPerText = this.#wordsPerText;
    const mixer = this.#mixer;
    const { from: firstBucket, to: endBucket } = this.#buckets;
    const words = this.#words;
    let at = this.#length;
    for (let i = from; i < to; i++) {
      const row = rows[i]! - firstRow;
      if (present !== undefined && present[row] === 0) {
        this.absent += counts[i]!;
        continue;
      }
      const start = row * wordsPerText;
      const first = mixer.mix(texts, start);
      if (bucketOf(first) < firstBucket || bucketOf(first) >= endBucket) continue;
      words[at] = first;
      for (let word = 1; word < wordsPerText; word++) words[at + word] = texts[start + word]!;
      if (counts[i]! > 1) this.#addMore(words, at, counts[i]! - 1);
      at += wordsPerText;
    }
    this.#length = at;
  }

  #addMore(words: Uint32Array, at: number, more: number): void {
    const end = this.#moreLength + this.#wordsPerText + 1;
    if (end > this.#more.length) {
      const grown = new Uint32Array(end * 2);
      grown.set(this.#more);
      this.#more = grown;
    }
    for (let i = 0; i < this.#wordsPerText; i++) this.#more[this.#moreLength + i] = words[at + i]!;
    this.#more[end - 1] = more;
    this.#moreLength = end;
  }
}

/** Groups of `size` words of the first `length`, put by bucket. */
export function bucketed(from: Uint32Array, length: number, size: number): BucketedWords {
  const starts = new Uint32Array(hexBuckets + 1);
  for (let at = 0; at < length; at += size) starts[bucketOf(from[at]!) + 1]! += 1;
  for (let bucket = 0; bucket < hexBuckets; bucket++) starts[bucket + 1]! += starts[bucket]!;
  const next = starts.map((start) => start * size);
  const words = new Uint32Array(length);
  for (let at = 0; at < length; at += size) {
    const bucket = bucketOf(from[at]!);
    const to = next[bucket]!;
    next[bucket] = to + size;
    for (let i = 0; i < size; i++) words[to + i] = from[at + i]!;
  }
  return { starts, words };
}
