import type { Column, DictionaryColumn, RowWindow, TextBlock, TextColumn } from "../segment.ts";

/** The UTF-8 bytes of one row of one of several columns, for rows that mostly rise; holds one block of each. */
export class TextRows {
  /** The row's text is bytes[from .. to). */
  bytes: Uint8Array = nothing;
  from = 0;
  to = 0;
  readonly #blocks: (TextBlock | undefined)[] = [];

  readonly #columns: readonly (Column | undefined)[];
  /** Of columns that number their texts, where not all rows of these may be unpacked. */
  readonly #windows: readonly (RowWindow | undefined)[] | undefined;

  constructor(columns: readonly (Column | undefined)[], windowOf?: (column: DictionaryColumn) => RowWindow) {
    this.#columns = columns;
    this.#windows =
      windowOf && columns.map((column) => (column?.encoding === "dictionary" ? windowOf(column) : undefined));
  }

  seek(source: number, row: number): void {
    const column = this.#columns[source];
    if (column?.encoding === "text") this.#seekBlock(column, source, row);
    else if (column?.encoding === "dictionary") {
      const id = this.#windows ? idIn(this.#windows[source]!, row) : column.ids[row]!;
      const { bytes, offsets } = column.texts;
      this.bytes = bytes;
      this.from = id === 0 ? 0 : offsets[id - 1]!;
      this.to = id === 0 ? 0 : offsets[id]! - 1;
    } else {
      this.bytes = column ? Buffer.from(column.text(row)) : nothing;
      this.from = 0;
      this.to = this.bytes.length;
    }
  }

  #seekBlock(column: TextColumn, source: number, row: number): void {
    let block = this.#blocks[source];
    if (!block || row < block.firstRow || row >= block.firstRow + block.rows) {
      block = column.block(column.blockOf(row));
      this.#blocks[source] = block;
    }
    const at = row - block.firstRow;
    this.bytes = block.bytes;
    this.from = block.offsets[at]!;
    this.to = block.offsets[at + 1]! - 1;
  }
}

function idIn(window: RowWindow, row: number): number {
  const { values, first } = window.openOn(row);
  return values[row - first]!;
}

const nothing = new Uint8Array(0);
