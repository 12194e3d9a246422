import { isSparse } from "../columns/column-writer.ts";
import { HoleCounts } from "../columns/templates/hole-counts.ts";
import { countRowsHaving, listRowsHaving, orderOfSlice, type SliceOrder } from "../columns/templates/slice-order.ts";
import type { PartSink } from "../format/segment-format.ts";
import { groupedRowsMin, sliceRows as rowsOfSlice } from "../limits.ts";
import type { Hole } from "../template.ts";
import type { MergedDictionary } from "./merge-dictionaries.ts";

/** The rows of a merged segment in the order in which files have what fills a hole. Twin: grouped-column.ts. */
export class GroupedRows {
  readonly sliceRows: number;
  readonly #orders: SliceOrder[] = [];
  readonly #rows: number;
  readonly #holes: HoleCounts;
  /** Used again for each hole: by row, its place among those that have the hole. */
  readonly #places: Uint32Array;

  /** `ids`: the template of each row; they are not kept. */
  constructor(sink: PartSink, { ids, values }: MergedDictionary) {
    this.sliceRows = sliceRowsOf(sink);
    this.#rows = ids.length;
    this.#places = new Uint32Array(ids.length);
    this.#holes = new HoleCounts(values, values.size);
    for (let row = 0; row < ids.length; row += this.sliceRows)
      this.#orders.push(orderOfSlice(ids.subarray(row, row + this.sliceRows), values.size + 1));
  }

  /** Undefined where so few rows have the hole that their list takes less. */
  of(hole: Hole): RowsOfHole | undefined {
    const having = this.#holes.having(hole);
    let count = 0;
    const ends = this.#orders.map((order) => {
      count += countRowsHaving(order, having);
      return count;
    });
    if (count === 0 || (isSparse(count, this.#rows) && count < ends.length * groupedRowsMin)) return undefined;
    const rows = new Uint32Array(count);
    let used = 0;
    for (const [slice, order] of this.#orders.entries())
      used = listRowsHaving(order, having, { first: slice * this.sliceRows, into: rows, at: used });
    return new RowsOfHole(rows, ends, this.sliceRows, this.#places);
  }
}

export function sliceRowsOf({ sliceRows = rowsOfSlice }: PartSink): number {
  return sliceRows;
}

/** The rows that have a hole, in the order of files. */
export class RowsOfHole {
  readonly #ends: readonly number[];
  readonly #places: Uint32Array;

  /**
   * `ends`: how many of the rows there are up to the end of each slice, which has `sliceRows` of all. `places`: room
   * for a number for each row of the segment.
   */
  constructor(
    readonly rows: Uint32Array,
    ends: readonly number[],
    readonly sliceRows: number,
    places: Uint32Array,
  ) {
    this.#ends = ends;
    this.#places = places;
  }

  /** Brings values, each that of the row at its place in `at`, which has the same rows in any order, into this one. */
  order<T extends Float64Array | Uint32Array>(at: Uint32Array, values: T, into: T): T {
    const { rows } = this;
    const places = this.#places;
    if (at.length !== rows.length) throw new Error(`expected ${rows.length} rows with the hole, got ${at.length}`);
    for (let i = 0; i < at.length; i++) places[at[i]!] = i;
    for (let i = 0; i < rows.length; i++) into[i] = values[places[rows[i]!]!]!;
    return into;
  }

  /** Cuts parts with these rows where the slices end, rather than after so many of them. */
  cut(sink: PartSink): PartSink {
    const ends = this.#ends;
    return {
      inMemory: sink.inMemory,
      ends,
      add: (bytes, planes, rowBytes = 0) => sink.add(bytes, planes, rowBytes, rowBytes > 0 ? ends : undefined),
    };
  }
}
