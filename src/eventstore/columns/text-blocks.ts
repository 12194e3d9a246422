import { bytesOf } from "../format/integers.ts";
import type { PartSink, TextEntry, WordFilterEntry } from "../format/segment-format.ts";
import { writeTextEnds } from "../format/text-ends.ts";
import { textEnd } from "../format/write-text.ts";
import { HexCodec, type HexPattern, patternOf } from "../hex-texts.ts";
import { textBlockBytes } from "../limits.ts";
import type { TextBlock } from "../segment.ts";
import { WordBloomFilterWriter } from "./word-bloom-filter.ts";

/** Fills blocks of text with rows, in order, and hands each full one to the sink. */
export class TextBlockWriter {
  private buffer = Buffer.allocUnsafeSlow(initialBytes);
  private used = 0;
  private offsets: number[] = [0];
  private readonly blockRows: number[] = [];
  private firstPart = -1;
  private bytes = 0;
  private count = 0;
  private readonly filters: WordBloomFilterWriter | undefined;
  /** Codec for digits, chosen by how the first block begins, when that block is smaller as digits. */
  private digits: { pattern: HexPattern; codec: HexCodec; plain: number[] } | undefined;

  constructor(
    private readonly sink: PartSink,
    private readonly blockBytes = textBlockBytes,
  ) {
    // In memory there are few blocks, and each merge rewrites them.
    if (!sink.inMemory) this.filters = new WordBloomFilterWriter();
  }

  /** True when a block was handed over: a good moment to let others run. */
  addText(text: string): boolean {
    // UTF-8 takes at most 3 bytes for each UTF-16 unit.
    this.makeRoom(text.length * 3 + 1);
    if (text.length > 0) {
      this.used += this.buffer.write(text, this.used, "utf8");
      this.count++;
    }
    return this.endRow();
  }

  /** Copies the bytes of a row, without the end mark. */
  addBytes(source: Uint8Array, from: number, to: number): boolean {
    this.makeRoom(to - from + 1);
    if (to > from) {
      if (to - from < 32) for (let i = from; i < to; i++) this.buffer[this.used++] = source[i]!;
      else {
        this.buffer.set(source.subarray(from, to), this.used);
        this.used += to - from;
      }
      this.count++;
    }
    return this.endRow();
  }

  /** Copies neighbouring rows of a block at once. */
  addRows(block: TextBlock, from: number, to: number): boolean {
    let flushed = false;
    let row = from;
    while (row < to) {
      const start = block.offsets[row]!;
      let end = row + 1;
      while (end < to && block.offsets[end + 1]! - start + this.used <= this.blockBytes) end++;
      const length = block.offsets[end]! - start;
      this.makeRoom(length);
      this.buffer.set(block.bytes.subarray(start, start + length), this.used);
      const shift = this.used - start;
      for (; row < end; row++) {
        const next = block.offsets[row + 1]!;
        if (next - block.offsets[row]! > 1) this.count++;
        this.offsets.push(next + shift);
      }
      this.used += length;
      if (this.used >= this.blockBytes) {
        this.flush();
        flushed = true;
      }
    }
    return flushed;
  }

  finish(): TextEntry {
    if (this.offsets.length > 1) this.flush();
    const { blockRows, bytes, count } = this;
    const { inMemory: offsets } = this.sink;
    return {
      encoding: "text",
      count,
      blockRows,
      part: this.firstPart,
      offsets,
      bytes,
      ...this.digitsEntry(),
      ...this.addFilters(),
    };
  }

  private digitsEntry(): { digits?: { pattern: HexPattern; plain: number[] } } {
    if (!this.digits) return {};
    const { pattern, plain } = this.digits;
    return { digits: { pattern, plain } };
  }

  private addFilters(): { words?: WordFilterEntry[] } {
    return this.filters ? { words: this.filters.finish(this.sink) } : {};
  }

  private endRow(): boolean {
    this.buffer[this.used++] = textEnd;
    this.offsets.push(this.used);
    if (this.used < this.blockBytes) return false;
    this.flush();
    return true;
  }

  private flush(): void {
    const bytes = new Uint8Array(this.buffer.subarray(0, this.used));
    const part = this.sink.add(this.packed(bytes) ?? bytes);
    this.filters?.add(bytes);
    if (this.firstPart < 0) this.firstPart = part;
    if (this.sink.inMemory) this.sink.add(bytesOf(Uint32Array.from(this.offsets)));
    this.blockRows.push(this.offsets.length - 1);
    this.bytes += this.used;
    this.offsets = [0];
    this.used = 0;
  }

  /** The digits of a block that is stored as digits. */
  private packed(bytes: Uint8Array): Uint8Array | undefined {
    if (this.sink.inMemory) return undefined;
    if (this.blockRows.length === 0) this.digits = digitsOf(bytes, this.offsets);
    const packed = this.digits?.codec.packBlock(bytes, this.offsets);
    if (this.digits && !packed) this.digits.plain.push(this.blockRows.length);
    return packed;
  }

  private makeRoom(wanted: number): void {
    if (this.used + wanted <= this.buffer.length) return;
    const grown = Buffer.allocUnsafeSlow(Math.max(this.buffer.length * 2, this.used + wanted));
    grown.set(this.buffer.subarray(0, this.used));
    this.buffer = grown;
  }
}

function digitsOf(bytes: Uint8Array, offsets: readonly number[]) {
  const row = offsets.findIndex((start, i) => i + 1 < offsets.length && offsets[i + 1]! - start > 1);
  if (row < 0) return undefined;
  const pattern = patternOf(Buffer.from(bytes.subarray(offsets[row]!, offsets[row + 1]! - 1)).toString("latin1"));
  if (!pattern) return undefined;
  const codec = new HexCodec(pattern);
  const packed = codec.packBlock(bytes, offsets);
  return packed && packedLength(packed) < packedLength(bytes) ? { pattern, codec, plain: [] } : undefined;
}

/** Counters and other digits that repeat may take less room as text. */
function packedLength(bytes: Uint8Array): number {
  return Math.min(bytes.length, Bun.zstdCompressSync(bytes as Uint8Array<ArrayBuffer>).length);
}

/** Offsets of a block's rows, found by their end marks. The last one is another when their number is wrong. */
export function findOffsets(bytes: Uint8Array, rows: number): Uint32Array {
  const offsets = new Uint32Array(rows + 1);
  if (bytes.length < rows * callBytes) {
    // A last text without its end mark would end with the block all the same.
    if (writeTextEnds(bytes, offsets) !== rows) offsets[rows] = nowhere;
    return offsets;
  }
  let position = 0;
  for (let row = 1; row <= rows; row++) {
    position = bytes.indexOf(textEnd, position) + 1;
    offsets[row] = position;
  }
  return offsets;
}

/** An offset that no block has. */
const nowhere = 0xffff_ffff;
/** A call takes as long as a look at so many bytes. */
const callBytes = 24;

const initialBytes = 16 * 1024;
