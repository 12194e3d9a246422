import { textEnd } from "../../format/write-text.ts";
import type { TextBlock, TextColumn } from "../../segment.ts";

/** Shows a text column that stores only some rows as one that has them all: the others are the empty text. */
export class SparseTextColumn implements TextColumn {
  readonly encoding = "text";
  readonly blockCount: number;
  private last: TextBlock | undefined;

  constructor(
    private readonly compact: TextColumn,
    /** The rows that are stored. */
    private readonly at: Float64Array,
    private readonly rows: number,
  ) {
    this.blockCount = compact.blockCount;
  }

  get sparse(): TextColumn["sparse"] {
    return { stored: this.compact, at: this.at };
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
    const bytes = new Uint8Array(stored.bytes.length + rows - stored.rows).fill(textEnd);
    const offsets = new Uint32Array(rows + 1);
    let used = 0;
    let next = 0;
    for (let row = 0; row < rows; row++) {
      if (next < stored.rows && this.at[stored.firstRow + next] === firstRow + row) {
        bytes.set(stored.bytes.subarray(stored.offsets[next]!, stored.offsets[next + 1]!), used);
        used += stored.offsets[next + 1]! - stored.offsets[next]!;
        next++;
      } else used++;
      offsets[row + 1] = used;
    }
    return { firstRow, rows, bytes, offsets };
  }

  private lastAtOrBefore(row: number): number {
    let low = -1;
    let high = this.at.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.at[middle]! <= row) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
