import type { Segment, TextColumn } from "../eventstore/segment.ts";
import { hashPair } from "./utf8.ts";

/**
 * The values of one segment's text column by row, without their texts: sorted by part of the hash, so that the values of all segments are
 * counted part by part, each in the processor's cache. Several threads' records can be put together; they name their segment.
 */
export interface ValueRecords {
  /** Position in the question's list of segments. */
  readonly segment: number;
  /** Where the records of each part begin; one more than parts. */
  readonly starts: Uint32Array;
  /** Of each record `recordWords` words: see `Word`. */
  readonly words: Uint32Array;
  /** Rows and counts, in turn, where a count does not fit its word; rising rows. */
  readonly largeCounts: Float64Array;
}

/** Two hashes, the order of the value's begin, and row and count in one. */
export const Word = { first: 0, second: 1, order: 2, rowAndCount: 3 } as const;
export const recordWords = 4;
/** By the upper bits of the first hash. */
export const hashParts = 256;
const rowBits = 20;
/** Rows of a segment that records can name. */
export const recordRowsMax = 1 << rowBits;
/** Stands for a count that is among the large ones. */
const largeCount = 2 ** (32 - rowBits) - 1;

export function rowOf(rowAndCount: number): number {
  return rowAndCount & (recordRowsMax - 1);
}

/** Undefined: see `largeCounts`. */
export function countOf(rowAndCount: number): number | undefined {
  const count = rowAndCount >>> rowBits;
  return count === largeCount ? undefined : count;
}

/** Takes chosen rows of a text column one by one. `parts`: only values of these parts of the hash are kept, from … to before. */
export class RecordWriter {
  absent = 0;
  #length = 0;
  readonly #words: Uint32Array;
  readonly #sizes = new Uint32Array(hashParts + 1);
  readonly #large: number[] = [];
  readonly #pair = new Uint32Array(2);
  #firstRow = 0;
  #endRow = 0;
  #bytes = new Uint8Array(0);
  #offsets = new Uint32Array(0);

  constructor(
    private readonly column: TextColumn,
    rows: number,
    private readonly order: ValueOrder,
    private readonly parts: { from: number; to: number },
  ) {
    this.#words = new Uint32Array(rows * recordWords);
  }

  add(row: number, count: number): void {
    if (row < this.#firstRow || row >= this.#endRow) this.#enter(row);
    const start = this.#offsets[row - this.#firstRow]!;
    const end = this.#offsets[row - this.#firstRow + 1]! - 1;
    if (start === end) {
      this.absent += count;
      return;
    }
    hashPair(this.#bytes, start, end, this.#pair);
    const part = this.#pair[0]! >>> 24;
    if (part < this.parts.from || part >= this.parts.to) return;
    if (count >= largeCount) this.#large.push(row, count);
    const at = this.#length;
    this.#length += recordWords;
    this.#words[at] = this.#pair[0]!;
    this.#words[at + 1] = this.#pair[1]!;
    this.#words[at + 2] = this.order.of(this.#bytes, start, end);
    this.#words[at + 3] = row | (Math.min(count, largeCount) << rowBits);
    this.#sizes[part + 1]! += 1;
  }

  finish(segment: number): ValueRecords {
    const starts = this.#sizes;
    for (let part = 0; part < hashParts; part++) starts[part + 1]! += starts[part]!;
    const next = starts.slice();
    const words = new Uint32Array(this.#length);
    for (let at = 0; at < this.#length; at += recordWords) {
      const to = next[this.#words[at]! >>> 24]!++ * recordWords;
      words[to] = this.#words[at]!;
      words[to + 1] = this.#words[at + 1]!;
      words[to + 2] = this.#words[at + 2]!;
      words[to + 3] = this.#words[at + 3]!;
    }
    return { segment, starts, words, largeCounts: Float64Array.from(this.#large) };
  }

  #enter(row: number): void {
    const block = this.column.block(this.column.blockOf(row));
    this.#firstRow = block.firstRow;
    this.#endRow = block.firstRow + block.rows;
    this.#bytes = block.bytes as Uint8Array<ArrayBuffer>;
    this.#offsets = block.offsets as Uint32Array<ArrayBuffer>;
  }
}

/**
 * Puts values in order by four bytes behind what most of them begin with: a number that never falls from one value to the next in the order
 * of names, so that of many equally frequent values only the few first ones need be read.
 */
export class ValueOrder {
  private constructor(private readonly common: Uint8Array) {}

  static after(common: Uint8Array): ValueOrder {
    return new ValueOrder(common);
  }

  /** For the values of a column: by what its first rows have in common. */
  static of(segment: Segment, column: TextColumn): ValueOrder {
    const { bytes, offsets, rows } = column.block(column.blockOf(segment.rows >> 1));
    let common: Uint8Array | undefined;
    for (let row = 0; row < Math.min(rows, sampleRows); row++) {
      const value = bytes.subarray(offsets[row]!, offsets[row + 1]! - 1);
      if (value.length > 0)
        common = common === undefined ? value.slice() : common.subarray(0, sameBytes(common, value));
    }
    return ValueOrder.after(common ?? new Uint8Array(0));
  }

  of(bytes: Uint8Array, start: number, end: number): number {
    const { common } = this;
    for (let i = 0; i < common.length; i++) {
      const byte = start + i < end ? bytes[start + i]! : -1;
      if (byte !== common[i]) return byte < 0 || rankOf(byte) < rankOf(common[i]!) ? 0 : 0xffffffff;
    }
    let order = 0;
    for (let i = start + common.length; i < start + common.length + 4; i++)
      order = (order << 8) | (i < end ? rankOf(bytes[i]!) : 0);
    return order >>> 0;
  }
}

const sampleRows = 1_000;

function sameBytes(a: Uint8Array, b: Uint8Array): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length++;
  return length;
}

/** A byte of UTF-8 by the order of UTF-16: see `compareUtf8`. */
function rankOf(byte: number): number {
  if (byte < 0xee) return byte;
  return byte >= 0xf0 ? byte - 2 : byte + 5;
}
