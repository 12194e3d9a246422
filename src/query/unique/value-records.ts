import type { Segment, TextBlock, TextColumn } from "../../eventstore/segment.ts";
import type { Field } from "../../filter/condition/fields.ts";
import type { ValueHash } from "../execution/keyed-hash.ts";
import { recordedRowsMin } from "../limits.ts";
import { cutBuckets } from "./bucketed-words.ts";

/**
 * The values of one segment's text column by row, without their texts: sorted by bucket (a range of the hash), so that
 * the values of all segments are counted bucket by bucket, each in the processor's cache. Several threads' records can
 * be put together; they name their segment.
 */
export interface ValueRecords {
  /** Position in the question's list of segments. */
  readonly segment: number;
  /** Start of each bucket's records; one more than buckets. */
  readonly starts: Uint32Array;
  /** `recordWords` words per record: two hashes, the order of the value's beginning, row and count in one. */
  readonly words: Uint32Array;
  /** Rows and counts, in turn, where a count does not fit its word; rising rows. */
  readonly largeCounts: Float64Array;
}

export const recordWords = 4;
/** By the upper bits of the first hash. */
export const hashBuckets = 256;
const rowBits = 20;
/** Rows of a segment that records can name. */
const recordRowsMax = 1 << rowBits;
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

/** Takes chosen rows of a text column. `buckets`: only values of these buckets are kept, from … to before. */
export class RecordWriter {
  absent = 0;
  private length = 0;
  private readonly words: Uint32Array;
  private readonly sizes = new Uint32Array(hashBuckets + 1);
  private readonly large: number[] = [];
  private block: TextBlock;

  /** Parameters: used by the loop over millions of rows. */
  constructor(
    private readonly column: TextColumn,
    rows: number,
    private readonly order: ValueOrder,
    private readonly hash: ValueHash,
    private readonly buckets: { from: number; to: number },
    scratch: Scratch,
  ) {
    this.words = scratch.take(rows * recordWords);
    this.block = plainBlock(column.block(0));
  }

  /** The first `length` rows, rising, and their counts. */
  add(rows: Uint32Array, counts: Uint32Array, length: number): void {
    for (let from = 0; from < length; ) {
      const { firstRow, rows: count } = this.block;
      let to = from;
      while (to < length && rows[to]! >= firstRow && rows[to]! < firstRow + count) to++;
      if (to > from) this.addRows(rows, counts, from, to);
      else this.block = plainBlock(this.column.block(this.column.blockOf(rows[from]!)));
      from = to;
    }
  }

  /** Rows of the current block. The loop over millions of rows: what it needs stands in local variables. */
  private addRows(rows: Uint32Array, counts: Uint32Array, from: number, to: number): void {
    const { bytes, offsets, firstRow } = this.block;
    const words = this.words;
    const sizes = this.sizes;
    const pair = new Uint32Array(2);
    const { order, hash } = this;
    const { from: firstBucket, to: endBucket } = this.buckets;
    let at = this.length;
    for (let i = from; i < to; i++) {
      const row = rows[i]!;
      const start = offsets[row - firstRow]!;
      const end = offsets[row - firstRow + 1]! - 1;
      const count = counts[i]!;
      if (start === end) {
        this.absent += count;
        continue;
      }
      hash.hash(bytes, start, end, pair);
      const first = pair[0]!;
      const bucket = first >>> 24;
      if (bucket < firstBucket || bucket >= endBucket) continue;
      if (count >= largeCount) this.large.push(row, count);
      words[at] = first;
      words[at + 1] = pair[1]!;
      words[at + 2] = order.of(bytes, start, end);
      words[at + 3] = row | (Math.min(count, largeCount) << rowBits);
      at += recordWords;
      sizes[bucket + 1] = sizes[bucket + 1]! + 1;
    }
    this.length = at;
  }

  finish(segment: number): ValueRecords {
    const starts = this.sizes;
    for (let bucket = 0; bucket < hashBuckets; bucket++) starts[bucket + 1]! += starts[bucket]!;
    const next = starts.slice();
    const from = this.words;
    const words = new Uint32Array(this.length);
    for (let at = 0; at < words.length; at += recordWords) {
      const bucket = from[at]! >>> 24;
      const to = next[bucket]! * recordWords;
      next[bucket] = next[bucket]! + 1;
      words[to] = from[at]!;
      words[to + 1] = from[at + 1]!;
      words[to + 2] = from[at + 2]!;
      words[to + 3] = from[at + 3]!;
    }
    return { segment, starts, words, largeCounts: Float64Array.from(this.large) };
  }
}

/** Without the values of buckets from `end` on, whose memory is given back. */
export function cutRecords(records: ValueRecords, end: number): ValueRecords {
  return { ...records, ...cutBuckets(records, end, recordWords) };
}

/** Whether values are ranked as hashed records; otherwise they are counted by text. */
export function isRecorded({ rows }: { rows: number }): boolean {
  return rows >= recordedRowsMin && rows <= recordRowsMax;
}

/** A field's column when it is kept as texts. */
export function textColumnOf(segment: Segment, field: Field): TextColumn | undefined {
  const column =
    field.kind === "text" ? segment.base(field.column) : field.kind === "tag" ? segment.tag(field.name) : undefined;
  return column?.encoding === "text" ? column : undefined;
}

/**
 * Memory that the writers use in turn: freshly allocated arrays would grow to hundreds of megabytes before they are
 * collected.
 */
export class Scratch {
  private words = new Uint32Array(0);

  take(words: number): Uint32Array {
    if (this.words.length < words) this.words = new Uint32Array(words);
    return this.words;
  }
}

/** Bytes come as several kinds of arrays, which would make the loops over them slow. */
function plainBlock({ bytes, offsets, firstRow, rows }: TextBlock): TextBlock {
  return { bytes: new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength), offsets, firstRow, rows };
}

/**
 * Orders values by four bytes after the beginning that most of them share. The number never falls from one value to the
 * next in the order of names, so among many equally frequent values only the first few need be read.
 */
export class ValueOrder {
  private constructor(private readonly common: Uint8Array) {}

  static after(common: Uint8Array): ValueOrder {
    return new ValueOrder(common);
  }

  /** For values of these columns, by what some rows at both ends and in the middle of each have in common. */
  static of(columns: readonly TextColumn[]): ValueOrder {
    let common: Uint8Array | undefined;
    for (const column of columns)
      for (const index of new Set([0, column.blockCount >> 1, column.blockCount - 1])) {
        const { bytes, offsets, rows } = column.block(index);
        for (let row = 0; row < Math.min(rows, sampleRows); row++) {
          const value = bytes.subarray(offsets[row]!, offsets[row + 1]! - 1);
          if (value.length > 0)
            common = common === undefined ? value.slice() : common.subarray(0, sameBytes(common, value));
        }
      }
    return ValueOrder.after(common ?? new Uint8Array(0));
  }

  of(bytes: Uint8Array, start: number, end: number): number {
    const { common } = this;
    if (common.length === 0 && end - start >= 4) return orderOfFour(bytes, start);
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

function orderOfFour(bytes: Uint8Array, start: number): number {
  const high = (rankOf(bytes[start]!) << 8) | rankOf(bytes[start + 1]!);
  return ((high << 16) | (rankOf(bytes[start + 2]!) << 8) | rankOf(bytes[start + 3]!)) >>> 0;
}

const sampleRows = 256;

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
