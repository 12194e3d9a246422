import { firstAtOrAfter } from "../format/number-arrays.ts";
import type { Column, DictionaryColumn, RowWindow, TextBlock, TextColumn } from "../segment.ts";

/**
 * The UTF-8 bytes of one row of one of several columns, for rows that mostly rise; holds one block of each. Of a column
 * that stores only some rows it looks at those: all others need no place for their empty text.
 */
export class TextRows {
  /** The row's text is bytes[from .. to). */
  bytes: Uint8Array = nothing;
  from = 0;
  to = 0;
  readonly #blocks: (TextBlock | undefined)[] = [];
  /** Of columns that store only some rows: where the last one that was looked for would stand among them. */
  readonly #places: number[] = [];

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
    if (column?.encoding === "text") this.#seekText(column, source, row);
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

  #seekText(column: TextColumn, source: number, row: number): void {
    const { sparse } = column;
    if (!sparse) {
      this.#seekBlock(column, source, row);
      return;
    }
    const { stored, at } = sparse;
    const place = placeFrom(this.#places[source] ?? 0, at, row);
    this.#places[source] = place;
    if (at[place] === row) this.#seekBlock(stored, source, place);
    else {
      this.bytes = nothing;
      this.from = 0;
      this.to = 0;
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

/** Of the first number that is not less, which is mostly `near`, or soon behind it. */
function placeFrom(near: number, rising: ArrayLike<number>, bound: number): number {
  if (near > 0 && rising[near - 1]! >= bound) return firstAtOrAfter(rising, bound);
  let from = near;
  let step = 1;
  for (; from + step <= rising.length && rising[from + step - 1]! < bound; step *= 2) from += step;
  return firstAtOrAfter(rising, bound, from, Math.min(from + step - 1, rising.length));
}

function idIn(window: RowWindow, row: number): number {
  const { values, first } = window.openOn(row);
  return values[row - first]!;
}

const nothing = new Uint8Array(0);
