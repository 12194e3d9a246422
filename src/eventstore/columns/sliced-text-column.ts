import { passBlock, type TextBlock, type TextColumn } from "../segment.ts";

/** Shows some neighbouring rows of a text column as a column of their own; blocks that reach beyond them are cut. */
export class SlicedTextColumn implements TextColumn {
  readonly encoding = "text";
  readonly blockCount: number;
  private readonly firstBlock: number;

  constructor(
    private readonly whole: TextColumn,
    private readonly from: number,
    private readonly rows: number,
  ) {
    this.firstBlock = whole.blockOf(from);
    this.blockCount = whole.blockOf(from + rows - 1) - this.firstBlock + 1;
  }

  block(index: number): TextBlock {
    return this.cut(this.whole.block(this.firstBlock + index));
  }

  passBlock(index: number, use: (block: TextBlock) => void): void {
    passBlock(this.whole, this.firstBlock + index, (block) => use(this.cut(block)));
  }

  private cut(block: TextBlock): TextBlock {
    const begin = Math.max(0, this.from - block.firstRow);
    const end = Math.min(block.rows, this.from + this.rows - block.firstRow);
    const start = block.offsets[begin]!;
    return {
      firstRow: block.firstRow + begin - this.from,
      rows: end - begin,
      bytes: block.bytes.subarray(start, block.offsets[end]),
      offsets: block.offsets.slice(begin, end + 1).map((offset) => offset - start),
    };
  }

  blockOf(row: number): number {
    return this.whole.blockOf(this.from + row) - this.firstBlock;
  }

  firstRow(index: number): number {
    return Math.min(this.rows, Math.max(0, this.whole.firstRow(this.firstBlock + index) - this.from));
  }

  mayHold(index: number, wordHashes: ArrayLike<number>): boolean {
    return this.whole.mayHold(this.firstBlock + index, wordHashes);
  }

  text(row: number): string {
    return this.whole.text(this.from + row);
  }
}
