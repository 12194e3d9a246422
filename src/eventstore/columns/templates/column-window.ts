import { sliceRows } from "../../limits.ts";
import type { DictionaryColumn, NumberColumn, RowWindow, StoredRun } from "../../segment.ts";
import type { Words } from "../row-arrays.ts";

/** Rows of a window: those of a slice. */
export const windowRows = sliceRows;

/**
 * A window that opens on the rows from a multiple of `windowRows` to the next. A segment has dozens of holes of
 * templates: all rows of all of them would take more memory than a thread has.
 */
export class ColumnWindow implements RowWindow {
  values: Words = new Uint8Array(0);
  first = -1;
  #room = new ArrayBuffer(0);
  readonly #column: DictionaryColumn | NumberColumn;
  readonly #rows: number;
  readonly #isKept: boolean;

  /** `rows`: those of the column. `isKept`: of a column of one window, whose rows stay with it. */
  constructor(column: DictionaryColumn | NumberColumn, rows: number, isKept: boolean) {
    this.#column = column;
    this.#rows = rows;
    this.#isKept = isKept;
  }

  openOn(row: number): this {
    const first = row - (row % windowRows);
    if (this.first === first) return this;
    // Until it has read them: rows that fail to come have overwritten some of those before.
    this.first = -1;
    this.values = this.#isKept ? allOf(this.#column) : this.#read(first, Math.min(this.#rows, first + windowRows));
    this.first = first;
    return this;
  }

  runs(from: number, to: number): Iterable<StoredRun<Words>> {
    return this.#column.storedRuns?.(from, to) ?? this.#windows(from, to);
  }

  *#windows(from: number, to: number): Generator<StoredRun<Words>> {
    for (let begin = from; begin < to; ) {
      const first = begin;
      const end = Math.min(to, first - (first % windowRows) + windowRows);
      this.openOn(first);
      const placesToRows = (places: Uint32Array, count: number) => {
        for (let i = 0; i < count; i++) places[i]! += first;
      };
      yield { values: this.values.subarray(first - this.first, end - this.first), placesToRows };
      begin = end;
    }
  }

  #read(from: number, to: number): Words {
    const column = this.#column;
    const take = (bytes: number) => this.#take(bytes);
    if (column.encoding === "dictionary") return column.someIds?.(from, to, take) ?? column.ids.subarray(from, to);
    return column.someValues?.(from, to, take) ?? column.values.subarray(from, to);
  }

  /** Always the same, since the rows before are not asked for any more. */
  #take(bytes: number): Uint8Array {
    if (this.#room.byteLength < bytes) this.#room = new ArrayBuffer(bytes);
    return new Uint8Array(this.#room, 0, bytes);
  }
}

function allOf(column: DictionaryColumn | NumberColumn): Words {
  return column.encoding === "dictionary" ? column.ids : column.values;
}
