import { firstAtOrAfter } from "../../format/number-arrays.ts";
import { FormatError } from "../../format/segment-format.ts";
import type { DictionaryColumn } from "../../segment.ts";
import type { TemplatesHaving } from "./hole-counts.ts";

/**
 * The rows of a slice by template, in the order in which files have what fills a hole. Numbers of one template are
 * alike and those of others are not, so zstd makes them half as long, and templates tell which rows have any.
 */
export interface SliceOrder {
  /** Those that occur, rising. */
  readonly templates: Uint16Array;
  /** By template of these: where its rows end in `rows`. */
  readonly ends: Uint32Array;
  /** Counted from the first one of the slice; rising within a template. */
  readonly rows: Uint16Array;
}

/** `ids`: the template of each row. `templates`: how many there are, the id 0 counted; at most 65,536. */
export function orderOfSlice(ids: DictionaryColumn["ids"], templates: number): SliceOrder {
  const own = ids instanceof Uint16Array ? ids : new Uint16Array(ids);
  if (next.length < templates) next = new Uint32Array(templates * 2);
  next.fill(0, 0, templates);
  for (let row = 0; row < own.length; row++) next[own[row]!]! += 1;
  const used: number[] = [];
  const ends: number[] = [];
  let end = 0;
  for (let id = 0; id < templates; id++) {
    const count = next[id]!;
    next[id] = end;
    if (count === 0) continue;
    end += count;
    used.push(id);
    ends.push(end);
  }
  const rows = new Uint16Array(own.length);
  placeRows(own, rows);
  return { templates: new Uint16Array(used), ends: new Uint32Array(ends), rows };
}

function placeRows(ids: Uint16Array, rows: Uint16Array): void {
  for (let row = 0; row < ids.length; row++) {
    const id = ids[row]!;
    rows[next[id]!] = row;
    next[id]! += 1;
  }
}

/** By template: its rows, then where the next of them goes. Used again for each slice. */
let next = new Uint32Array(0);

/** Memory that it takes. */
export function orderBytes({ templates, ends, rows }: SliceOrder): number {
  return templates.byteLength + ends.byteLength + rows.byteLength;
}

/** How many rows have the hole. */
export function countRowsHaving({ templates, ends }: SliceOrder, { counts, index }: TemplatesHaving): number {
  let count = 0;
  for (let i = 0, from = 0; i < templates.length; i++) {
    const end = ends[i]!;
    if (counts[templates[i]!]! > index) count += end - from;
    from = end;
  }
  return count;
}

/** Where a row stands among those that have the hole, which its template has. */
export function placeOf(
  row: number,
  template: number,
  { templates, ends, rows }: SliceOrder,
  { counts, index }: TemplatesHaving,
): number {
  let before = 0;
  for (let i = 0, from = 0; i < templates.length; i++) {
    const end = ends[i]!;
    if (templates[i] === template) return before + firstAtOrAfter(rows.subarray(from, end), row);
    if (counts[templates[i]!]! > index) before += end - from;
    from = end;
  }
  throw new FormatError("A row has a template that its slice lacks.");
}

/** Writes the rows that have the hole, in this order, each plus `first`, to `at` and behind; gives where they end. */
export function listRowsHaving(
  { templates, ends, rows }: SliceOrder,
  { counts, index }: TemplatesHaving,
  { first, into, at }: { first: number; into: Uint32Array; at: number },
): number {
  let used = at;
  for (let i = 0, from = 0; i < templates.length; i++) {
    const end = ends[i]!;
    if (counts[templates[i]!]! > index) for (; from < end; from++) into[used++] = first + rows[from]!;
    from = end;
  }
  return used;
}

/** Puts the row, plus `first`, of each of the first `count` places among those that have the hole into its place. */
export function placesToRows(
  { templates, ends, rows }: SliceOrder,
  { counts, index }: TemplatesHaving,
  first: number,
  places: Uint32Array,
  count: number,
): void {
  let next = 0;
  for (let i = 0, from = 0, before = 0; i < templates.length && next < count; i++) {
    const end = ends[i]!;
    if (counts[templates[i]!]! > index) {
      const to = before + end - from;
      for (; next < count && places[next]! < to; next++) places[next] = first + rows[from + places[next]! - before]!;
      before = to;
    }
    from = end;
  }
}
