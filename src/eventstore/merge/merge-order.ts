import { nextBit } from "../../lib/bits.ts";
import { freeArrays } from "../../runtime/free-arrays.ts";
import { hasValue } from "../columns/column-presence.ts";
import type { StoredColumn } from "../columns/column-reader.ts";
import { firstAtOrAfter, isRising } from "../format/number-arrays.ts";
import type { StoredSegment } from "../read/stored-segment.ts";
import type { Column, TimeTable } from "../segment.ts";

export interface MergeSource {
  /** Its `times()` have the repeats to fold in. */
  view: StoredSegment;
  /** Only these rows, rising; undefined: all. */
  rows?: Uint32Array;
}

/** For each row of a merged segment, where it comes from. */
export interface MergeOrder {
  readonly rows: number;
  readonly source: Uint32Array;
  readonly row: Uint32Array;
  /**
   * The same by source: its rows, and where each goes. Loops over one source at a time need not ask for the source at
   * each row.
   */
  readonly moves: readonly Moves[];
}

export interface Moves {
  readonly row: Uint32Array;
  readonly to: Uint32Array;
}

/** Rows of all sources by first occurrence; equal times in the order of the sources. `rows`: only these, rising. */
export function mergeOrder(sources: readonly { times: TimeTable; rows?: Uint32Array }[]): MergeOrder {
  const lengths = sources.map(({ times, rows }) => rows?.length ?? times.first.length);
  const total = lengths.reduce((sum, length) => sum + length, 0);
  const runs = { source: new Uint32Array(total), row: new Uint32Array(total), key: new Float64Array(total) };
  const starts = [0];
  let used = 0;
  sources.forEach((source, index) => {
    const rows = rowsByTime(source.times, source.rows);
    for (let i = 0; i < lengths[index]!; i++) {
      const row = rows ? rows[i]! : i;
      runs.source[used] = index;
      runs.row[used] = row;
      runs.key[used++] = source.times.first[row]!;
    }
    starts.push(used);
  });
  if (isRising(runs.key)) {
    freeArrays([runs.key]);
    return orderOf(runs.source, runs.row, sources.length);
  }
  const order = mergeRuns(runs.key, starts);
  const source = new Uint32Array(total);
  const row = new Uint32Array(total);
  for (let i = 0; i < total; i++) {
    source[i] = runs.source[order[i]!]!;
    row[i] = runs.row[order[i]!]!;
  }
  freeArrays([order, runs.source, runs.row, runs.key]);
  return orderOf(source, row, sources.length);
}

/** How many rows have a value in the column of their source, which is undefined where none of its rows has one. */
export function countHaving({ moves }: MergeOrder, columns: readonly (Column | undefined)[]): number {
  let count = 0;
  for (const [index, { row }] of moves.entries()) {
    const column = columns[index];
    const isPresent = column && hasValue(column);
    if (isPresent) for (let i = 0; i < row.length; i++) if (isPresent(row[i]!)) count++;
  }
  return count;
}

/** The rows of a merge that have some value. */
export interface OrderOfSome {
  /** Its rows are counted as the columns store them. */
  order: MergeOrder;
  /** Which rows of the merge they are. */
  at: Float64Array;
}

/**
 * Finds the rows that have a value of a column, one column after the other. Of a column that its source stores as a
 * list of rows it touches only those: a segment has a hundred tags, and an event ten.
 */
export class StoredRowsOrder {
  readonly #order: MergeOrder;
  /** A bit for each row of the merge; no bit is set between two calls. */
  readonly #words: Uint32Array;
  /** By source, then by its row: the row of the merge. */
  readonly #places: (Uint32Array | undefined)[] = [];

  constructor(order: MergeOrder) {
    this.#order = order;
    this.#words = new Uint32Array(Math.ceil(order.rows / 32));
  }

  /** `columns`: by source; undefined: no row of it has a value. */
  of(columns: readonly (StoredColumn | undefined)[]): OrderOfSome {
    let count = 0;
    for (const [index, stored] of columns.entries())
      if (stored?.at) count += this.#markListed(index, stored.at);
      else if (stored) count += this.#markPresent(index, stored);
    return this.#collect(columns, count);
  }

  /** Nothing can be asked of it any more. */
  free(): void {
    freeArrays([this.#words]);
  }

  #markListed(source: number, at: Uint32Array): number {
    const words = this.#words;
    const places = this.#placesOf(source);
    let count = 0;
    for (let i = 0; i < at.length; i++) {
      const place = at[i]! < places.length ? places[at[i]!]! : leftOut;
      if (place === leftOut) continue;
      words[place >>> 5]! |= 1 << (place & 31);
      count++;
    }
    return count;
  }

  #markPresent(source: number, { column }: StoredColumn): number {
    const words = this.#words;
    const { row, to } = this.#order.moves[source]!;
    const isPresent = hasValue(column);
    let count = 0;
    for (let i = 0; i < row.length; i++) {
      if (!isPresent(row[i]!)) continue;
      words[to[i]! >>> 5]! |= 1 << (to[i]! & 31);
      count++;
    }
    return count;
  }

  #collect(columns: readonly (StoredColumn | undefined)[], count: number): OrderOfSome {
    const words = this.#words;
    const { source: sources, row: rows, moves } = this.#order;
    const at = new Float64Array(count);
    const source = new Uint32Array(count);
    const row = new Uint32Array(count);
    /** By source, where the next of its listed rows is expected. */
    const next = new Uint32Array(moves.length);
    let found = -1;
    for (let i = 0; i < count; i++) {
      found = nextBit(words, found + 1, words.length);
      const from = sources[found]!;
      const listed = columns[from]!.at;
      at[i] = found;
      source[i] = from;
      row[i] = listed ? placeIn(listed, rows[found]!, next[from]!) : rows[found]!;
      next[from] = row[i]! + 1;
    }
    words.fill(0);
    return { order: orderOf(source, row, moves.length), at };
  }

  #placesOf(source: number): Uint32Array {
    let places = this.#places[source];
    if (places === undefined) {
      places = placesOf(this.#order.moves[source]!);
      this.#places[source] = places;
    }
    return places;
  }
}

/** Only these rows, in this order. */
export function pickOrder(order: MergeOrder, rows: Uint32Array): MergeOrder {
  const source = new Uint32Array(rows.length);
  const row = new Uint32Array(rows.length);
  for (let i = 0; i < rows.length; i++) {
    source[i] = order.source[rows[i]!]!;
    row[i] = order.row[rows[i]!]!;
  }
  return orderOf(source, row, order.moves.length);
}

export function freeOrder({ source, row, moves }: MergeOrder): void {
  const large = moves.filter((move) => move.row.byteLength > collectedBytesMax);
  freeArrays([source, row, ...large.flatMap((move) => [move.row, move.to])]);
}

function orderOf(source: Uint32Array, row: Uint32Array, sources: number): MergeOrder {
  const counts = new Uint32Array(sources);
  for (let i = 0; i < source.length; i++) counts[source[i]!]!++;
  const moves = Array.from(counts, (count) => ({ row: new Uint32Array(count), to: new Uint32Array(count) }));
  counts.fill(0);
  for (let i = 0; i < source.length; i++) {
    const from = source[i]!;
    const at = counts[from]!++;
    moves[from]!.row[at] = row[i]!;
    moves[from]!.to[at] = i;
  }
  return { rows: source.length, source, row, moves };
}

/** Folded repeats may have moved a first occurrence; otherwise the rows stand in order already. */
function rowsByTime(times: TimeTable, rows: Uint32Array | undefined): Uint32Array | undefined {
  if (times.sorted) return rows;
  const sorted = rows ? Uint32Array.from(rows) : Uint32Array.from(times.first, (_, row) => row);
  return sorted.sort((a, b) => times.first[a]! - times.first[b]! || a - b);
}

/** Merges neighbouring runs two by two until one is left. */
function mergeRuns(key: Float64Array, starts: readonly number[]): Uint32Array {
  let from = new Uint32Array(key.length);
  for (let i = 0; i < from.length; i++) from[i] = i;
  let to = new Uint32Array(key.length);
  let bounds = [...starts];
  while (bounds.length > 2) {
    const next = [0];
    for (let i = 0; i + 1 < bounds.length; i += 2) {
      const end = bounds[i + 2] ?? bounds[i + 1]!;
      mergeTwo(key, from, to, bounds[i]!, bounds[i + 1]!, end);
      next.push(end);
    }
    [from, to] = [to, from];
    bounds = next;
  }
  freeArrays([to]);
  return from;
}

/** Parameters: two runs and where they go; called for each pair of runs. */
function mergeTwo(
  key: Float64Array,
  from: Uint32Array,
  to: Uint32Array,
  left: number,
  middle: number,
  end: number,
): void {
  let a = left;
  let b = middle;
  for (let at = left; at < end; at++) {
    const takeLeft = b >= end || (a < middle && key[from[a]!]! <= key[from[b]!]!);
    to[at] = takeLeft ? from[a++]! : from[b++]!;
  }
}

/** Smaller arrays lie in the collector's heap; to free one, a buffer of its own would be made for it first. */
const collectedBytesMax = 1_000;

const leftOut = 0xffff_ffff;

function placesOf({ row, to }: Moves): Uint32Array {
  if (row.every((of, i) => of === i)) return to;
  const places = new Uint32Array(row.reduce((most, of) => Math.max(most, of), 0) + 1).fill(leftOut);
  for (let i = 0; i < row.length; i++) places[row[i]!] = to[i]!;
  return places;
}

/** Rows nearly always come in their order; only repeats that were folded in change it. */
function placeIn(listed: Uint32Array, row: number, expected: number): number {
  return listed[expected] === row ? expected : firstAtOrAfter(listed, row);
}
