import { freeArrays } from "../../../runtime/free-arrays.ts";
import { sliceRows } from "../../limits.ts";
import type { DictionaryColumn, NumberColumn, RowWindow } from "../../segment.ts";
import type { Words } from "../row-arrays.ts";

/** Rows of a window: those of a slice. */
export const windowRows = sliceRows;

/**
 * A window that opens on the rows from a multiple of `windowRows` to the next, or in a small column on all. A large
 * segment has dozens of holes of templates: all rows of all of them would take more memory than a thread has.
 */
export class ColumnWindow implements RowWindow {
  values: Words = new Uint8Array(0);
  first = -1;
  readonly #column: DictionaryColumn | NumberColumn;
  readonly #rows: number;

  /** `rows`: those of the column. */
  constructor(column: DictionaryColumn | NumberColumn, rows: number) {
    this.#column = column;
    this.#rows = rows;
  }

  openOn(row: number): this {
    const isLarge = this.#rows > wholeRowsMax;
    const first = isLarge ? row - (row % windowRows) : 0;
    if (this.first === first) return this;
    const before = this.values;
    this.values = isLarge ? this.#read(first, Math.min(this.#rows, first + windowRows)) : allOf(this.#column);
    this.first = first;
    // What is part of a larger array, which is kept elsewhere, is left alone.
    freeArrays([before]);
    return this;
  }

  #read(from: number, to: number): Words {
    const column = this.#column;
    if (column.encoding === "dictionary") return column.someIds?.(from, to) ?? column.ids.subarray(from, to);
    return column.someValues?.(from, to) ?? column.values.subarray(from, to);
  }
}

function allOf(column: DictionaryColumn | NumberColumn): Words {
  return column.encoding === "dictionary" ? column.ids : column.values;
}

/** Columns of so many rows are unpacked whole, and kept for the next question. */
const wholeRowsMax = 262_144;
