import { textEnd } from "../../format/write-text.ts";
import type { TextBlock, TextColumn } from "../../segment.ts";

/** Texts that are stored, and the rows they belong to, rising. */
export interface SparseTexts {
  readonly stored: TextColumn;
  readonly at: Uint32Array;
}

/** Shows a text column that stores only some rows as one that has them all: the others are the empty text. */
export class SparseTextColumn implements TextColumn {
  readonly encoding = "text";
  private last: TextBlock | undefined;
  private loaded: SparseTexts | undefined;

  /** `all`: at least the texts that `load` gives, for what is known of words without knowing the rows. */
  constructor(
    private readonly load: () => SparseTexts,
    private readonly rows: number,
    private readonly all: Pick<TextColumn, "blockCount" | "mayHold">,
  ) {}

  get sparse(): SparseTexts {
    this.loaded ??= this.load();
    return this.loaded;
  }

  get blockCount(): number {
    return this.compact.blockCount;
  }

  mayHoldAny(wordHashes: ArrayLike<number>): boolean {
    if (wordHashes.length === 0) return true;
    for (let index = 0; index < this.all.blockCount; index++) if (this.all.mayHold(index, wordHashes)) return true;
    return false;
  }

  block(index: number): TextBlock {
    const stored = this.compact.block(index);
    const firstRow = index === 0 ? 0 : this.at[stored.firstRow]!;
    if (this.last?.firstRow === firstRow) return this.last;
    const nextStored = stored.firstRow + stored.rows;
    const end = nextStored < this.at.length ? this.at[nextStored]! : this.rows;
    this.last = this.spread(stored, firstRow, end - firstRow);
    return this.last;
  }

  blockOf(row: number): number {
    const index = this.lastAtOrBefore(row);
    return index < 0 ? 0 : this.compact.blockOf(index);
  }

  firstRow(index: number): number {
    if (index === 0) return 0;
    return index === this.blockCount ? this.rows : this.at[this.compact.firstRow(index)]!;
  }

  mayHold(index: number, wordHashes: ArrayLike<number>): boolean {
    return this.compact.mayHold(index, wordHashes);
  }

  text(row: number): string {
    const index = this.lastAtOrBefore(row);
    return index >= 0 && this.at[index] === row ? this.compact.text(index) : "";
  }

  private spread(stored: TextBlock, firstRow: number, rows: number): TextBlock {
    const { at } = this;
    const bytes = new Uint8Array(stored.bytes.length + rows - stored.rows).fill(textEnd);
    const offsets = new Uint32Array(rows + 1);
    let used = 0;
    let next = 0;
    for (let row = 0; row < rows; row++) {
      if (next < stored.rows && at[stored.firstRow + next] === firstRow + row) {
        bytes.set(stored.bytes.subarray(stored.offsets[next]!, stored.offsets[next + 1]!), used);
        used += stored.offsets[next + 1]! - stored.offsets[next]!;
        next++;
      } else used++;
      offsets[row + 1] = used;
    }
    return { firstRow, rows, bytes, offsets };
  }

  private get compact(): TextColumn {
    return this.sparse.stored;
  }

  private get at(): Uint32Array {
    return this.sparse.at;
  }

  private lastAtOrBefore(row: number): number {
    const { at } = this;
    let low = -1;
    let high = at.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (at[middle]! <= row) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
