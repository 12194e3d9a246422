import type { DictionaryColumn } from "../../segment.ts";
import type { TemplatesHaving } from "./hole-counts.ts";

/**
 * The rows of a slice by template, in the order in which files have what fills a hole. Numbers of one template are
 * alike and those of others are not, so zstd makes them half as long, and templates tell which rows have any.
 */
export interface SliceOrder {
  /** Those that occur, rising. */
  readonly templates: Uint16Array | Uint32Array;
  /** By template of these: where its rows end in `rows`. */
  readonly ends: Uint32Array;
  /** Counted from the first one of the slice; rising within a template. */
  readonly rows: Uint16Array;
}

/** `ids`: the template of each row. `templates`: how many there are, the id 0 counted. */
export function orderOfSlice(ids: DictionaryColumn["ids"], templates: number): SliceOrder {
  const starts = new Uint32Array(templates + 1);
  const own = ids instanceof Uint32Array ? ids : new Uint32Array(ids);
  for (let row = 0; row < own.length; row++) starts[own[row]! + 1]! += 1;
  const used: number[] = [];
  const ends: number[] = [];
  for (let id = 0; id < templates; id++) {
    const count = starts[id + 1]!;
    starts[id + 1] = starts[id]! + count;
    if (count === 0) continue;
    used.push(id);
    ends.push(starts[id + 1]!);
  }
  const rows = new Uint16Array(own.length);
  for (let row = 0; row < own.length; row++) rows[starts[own[row]!]!++] = row;
  const Ids = templates <= 2 ** 16 ? Uint16Array : Uint32Array;
  return { templates: Ids.from(used), ends: Uint32Array.from(ends), rows };
}

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
