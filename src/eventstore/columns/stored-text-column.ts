import { viewOf } from "../format/integers.ts";
import { type ColumnEntry, FormatError, type PartSource, type TextEntry } from "../format/segment-format.ts";
import { textEnd } from "../format/write-text.ts";
import { type HexBlock, HexCodec } from "../hex-texts.ts";
import type { Column, DigitTexts, PackedTexts, SingleTexts, TakeBytes, TextBlock, TextColumn } from "../segment.ts";
import { newMemory, type RowMemory } from "./row-memory.ts";
import type { SliceOrder } from "./templates/slice-order.ts";
import { findOffsets } from "./text-blocks.ts";
import { blocksWith } from "./word-bloom-filter.ts";
import { blocksWith as olderBlocksWith } from "./word-bloom-filter-before-v3.ts";

/** Caches what columns are made of; it decides what and for how long. Columns that are kept hold on to it. */
export interface BlockCache {
  block(part: number, load: () => TextBlock): TextBlock;
  /** Has a block used that `block` would give, and evicts nothing for what is not asked for soon again. */
  passBlock(part: number, load: (take: TakeBytes) => TextBlock, use: (block: TextBlock) => void): void;
  /** A part of a word filter, as stored. */
  filterPart(part: number, load: () => Uint8Array): Uint8Array;
  /** Values of a dictionary; the key is that of a part, with the place of some values among all. */
  texts(key: string, load: () => PackedTexts): PackedTexts;
  /** A column that is part of another one. Undefined entry: FormatError. */
  column(key: string, entry: ColumnEntry | undefined, decode: DecodePart): Column;
  /** The order of the rows of a slice, which counts within the view. */
  order(slice: number, load: () => SliceOrder): SliceOrder;
  /** False: the rows of such a column are not there for longer than a question. */
  readonly keepsRows: boolean;
  /** True: columns outlive the view that decodes them. */
  readonly keepsColumns: boolean;
}

export type DecodePart = (entry: ColumnEntry, memory?: RowMemory) => Column;

/** For columns that are read once. */
export const keepNothing: BlockCache = {
  block: (_part, load) => load(),
  passBlock: (_part, load, use) => use(load(newMemory.take)),
  filterPart: (_part, load) => load(),
  texts: (_key, load) => load(),
  order: (_slice, load) => load(),
  keepsRows: true,
  keepsColumns: false,
  column: (_key, entry, decode) => {
    if (!entry) throw new FormatError("A column lacks one of its parts.");
    return decode(entry);
  },
};

export class StoredTextColumn implements TextColumn {
  readonly encoding = "text";
  readonly blockCount: number;
  /** First row of each block, and the number of rows at the end. */
  private readonly starts: Uint32Array;
  private last: TextBlock | undefined;
  /** By block, for the words that were asked for last. */
  private asked: { hashes: ArrayLike<number>; holders: Uint8Array | undefined } | undefined;
  private readonly codec: HexCodec | undefined;
  readonly digits: DigitTexts | undefined;

  constructor(
    private readonly source: PartSource,
    private readonly entry: TextEntry,
    rows: number,
    private readonly blocks: BlockCache,
  ) {
    this.blockCount = entry.blockRows.length;
    this.starts = new Uint32Array(this.blockCount + 1);
    for (let i = 0; i < this.blockCount; i++) this.starts[i + 1] = this.starts[i]! + entry.blockRows[i]!;
    if (this.starts[this.blockCount] !== rows)
      throw new FormatError("The blocks of a text column do not cover its rows.");
    const { digits } = entry;
    if (!digits) return;
    this.codec = new HexCodec(digits.pattern);
    if (digits.plain.length === 0)
      this.digits = { pattern: digits.pattern, block: (index) => this.digitBlock(this.codec!, index) };
  }

  block(index: number): TextBlock {
    const firstRow = this.starts[index];
    if (firstRow === undefined || index >= this.blockCount)
      throw new RangeError(`No block ${index} of ${this.blockCount}.`);
    if (this.last?.firstRow === firstRow) return this.last;
    const part = this.partOf(index);
    this.last = this.blocks.block(part, () => this.load(part, firstRow, this.entry.blockRows[index]!));
    return this.last;
  }

  passBlock(index: number, use: (block: TextBlock) => void): void {
    const firstRow = this.starts[index]!;
    const part = this.partOf(index);
    const rows = this.entry.blockRows[index]!;
    if (this.codec || this.last?.firstRow === firstRow) use(this.block(index));
    else this.blocks.passBlock(part, (take) => this.load(part, firstRow, rows, take), use);
  }

  private partOf(index: number): number {
    return this.entry.part + index * (this.entry.offsets ? 2 : 1);
  }

  blockOf(row: number): number {
    let low = 0;
    let high = this.blockCount - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.starts[middle]! <= row) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  firstRow(index: number): number {
    return this.starts[index]!;
  }

  mayHold(index: number, wordHashes: ArrayLike<number>): boolean {
    if (wordHashes.length === 0) return true;
    if (this.asked?.hashes !== wordHashes) this.asked = { hashes: wordHashes, holders: this.holders(wordHashes) };
    return this.asked.holders?.[index] !== 0;
  }

  text(row: number): string {
    const block = this.block(this.blockOf(row));
    return block instanceof DigitTextBlock ? block.text(row - block.firstRow) : textOf(block, row);
  }

  /** Undefined: nothing is known of words. */
  private holders(wordHashes: ArrayLike<number>): Uint8Array | undefined {
    const { words, filters } = this.entry;
    const read = (part: number) => this.blocks.filterPart(part, () => this.source.part(part));
    if (words) return blocksWith(words, this.blockCount, wordHashes, read);
    return (
      filters && olderBlocksWith({ lengths: filters.lengths, bytes: read(filters.part) }, this.blockCount, wordHashes)
    );
  }

  private digitBlock(codec: HexCodec, index: number): HexBlock {
    const { part, blockRows } = this.entry;
    const block = codec.openBlock(this.source.part(part + index), this.starts[index]!, blockRows[index]!);
    if (!block) throw new FormatError(`A block of ${blockRows[index]} rows has another number of digits.`);
    return block;
  }

  private load(part: number, firstRow: number, rows: number, take = newMemory.take): TextBlock {
    const index = part - this.entry.part;
    if (this.codec && !this.entry.digits!.plain.includes(index))
      return new DigitTextBlock(this.codec, this.digitBlock(this.codec, index));
    const bytes = this.source.part(part, take);
    if (bytes[bytes.length - 1] !== textEnd) throw wrongCount(rows);
    const stored = this.entry.offsets ? viewOf(this.source.part(part + 1), 4, rows + 1) : undefined;
    return new StoredBlock(firstRow, rows, bytes, stored as Uint32Array | undefined);
  }
}

/**
 * In files rows are delimited by end marks alone. They are located on first use, since most blocks that are searched
 * have no match.
 */
class StoredBlock implements TextBlock {
  private known: Uint32Array | undefined;

  constructor(
    readonly firstRow: number,
    readonly rows: number,
    readonly bytes: Uint8Array,
    stored: Uint32Array | undefined,
  ) {
    if (stored) this.known = this.checked(stored);
  }

  get offsets(): Uint32Array {
    this.known ??= this.checked(findOffsets(this.bytes, this.rows));
    return this.known;
  }

  private checked(offsets: Uint32Array): Uint32Array {
    if (offsets[this.rows] !== this.bytes.length) throw wrongCount(this.rows);
    return offsets;
  }
}

/** A page shows one text of the block: all of them are joined only on request. */
class DigitTextBlock implements TextBlock, SingleTexts {
  readonly singly: SingleTexts = this;
  readonly firstRow: number;
  readonly rows: number;
  readonly byteLength: number;
  private joined: { bytes: Uint8Array; offsets: Uint32Array } | undefined;

  constructor(
    private readonly codec: HexCodec,
    private readonly block: HexBlock,
  ) {
    this.firstRow = block.firstRow;
    this.rows = block.rows;
    const textBytes = block.rows * (codec.textLength + 1) + (block.rows + 1) * Uint32Array.BYTES_PER_ELEMENT;
    this.byteLength = block.words.byteLength + (block.present?.byteLength ?? 0) + textBytes;
  }

  get bytes(): Uint8Array {
    return this.all().bytes;
  }

  get offsets(): Uint32Array {
    return this.all().offsets;
  }

  text(at: number): string {
    return this.codec.textOf(this.block, at);
  }

  isEmpty(at: number): boolean {
    return this.block.present?.[at] === 0;
  }

  write(at: number, into: Uint8Array): number {
    return this.isEmpty(at) ? 0 : this.codec.unpack(this.block.words, at * this.codec.wordsPerText, into, 0);
  }

  private all(): { bytes: Uint8Array; offsets: Uint32Array } {
    this.joined ??= this.codec.textsOf(this.block);
    return this.joined;
  }
}

function wrongCount(rows: number): FormatError {
  return new FormatError(`A text block of ${rows} rows has another number of texts.`);
}

/** `row` counts in the whole column. */
function textOf(block: TextBlock, row: number): string {
  const at = row - block.firstRow;
  const start = block.offsets[at]!;
  const { buffer, byteOffset } = block.bytes;
  return Buffer.from(buffer, byteOffset, block.bytes.byteLength).toString("utf8", start, block.offsets[at + 1]! - 1);
}
