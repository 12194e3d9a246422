import { freeArrays } from "../../runtime/free-arrays.ts";
import { isRising } from "../format/number-arrays.ts";
import type { StoredSegment } from "../read/stored-segment.ts";
import type { TimeTable } from "../segment.ts";

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

/** How many rows there are for which `keep` of their source is true; undefined: of none. */
export function countKept({ moves }: MergeOrder, keep: readonly (KeepRow | undefined)[]): number {
  let count = 0;
  for (const [index, { row }] of moves.entries()) {
    const isKept = keep[index];
    if (isKept) for (let i = 0; i < row.length; i++) if (isKept(row[i]!)) count++;
  }
  return count;
}

export type KeepRow = (row: number) => boolean;

/** Only the rows for which `keep` of their source is true (undefined: none of them), and which they were. */
export function filterOrder(
  order: MergeOrder,
  keep: readonly (KeepRow | undefined)[],
): { order: MergeOrder; at: Float64Array } {
  const kept = new Uint8Array(order.rows);
  let count = 0;
  for (const [index, moves] of order.moves.entries()) {
    const isKept = keep[index];
    if (isKept) count += markKept(moves, isKept, kept);
  }
  const at = new Float64Array(count);
  const source = new Uint32Array(count);
  const row = new Uint32Array(count);
  for (let i = 0, used = 0; used < count; i++) {
    if (kept[i] === 0) continue;
    at[used] = i;
    source[used] = order.source[i]!;
    row[used++] = order.row[i]!;
  }
  freeArrays([kept]);
  return { order: orderOf(source, row, order.moves.length), at };
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

function markKept({ row, to }: Moves, isKept: KeepRow, kept: Uint8Array): number {
  let count = 0;
  for (let i = 0; i < row.length; i++) {
    if (!isKept(row[i]!)) continue;
    kept[to[i]!] = 1;
    count++;
  }
  return count;
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
