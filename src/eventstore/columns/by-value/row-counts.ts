import { decodeIntegers, encodeIntegers } from "../../format/integers.ts";
import type { PartSink, PartSource, UsesEntry } from "../../format/segment-format.ts";
import { fewRowsMax, totalsRowsMin, usesValuesMax } from "../../limits.ts";
import type { ValueUses } from "../../segment.ts";
import { encodeValueRows } from "./listed-rows.ts";

/**
 * Counts the rows of each value of a dictionary and notes those of rare ones, so that a search for a value knows how
 * many it will find, and rare ones where, before it reads a row. `ids`: 0 for absent. `isListed`: notes the rows of
 * others, too, where that pays. Undefined where nothing does.
 */
export function encodeRowCounts(
  sink: PartSink,
  ids: Uint32Array,
  size: number,
  isListed = false,
): UsesEntry | undefined {
  if (sink.inMemory || sink.ends || ids.length < totalsRowsMin || size > usesValuesMax) return undefined;
  const rows = new Float64Array(size + 1);
  for (let row = 0; row < ids.length; row++) rows[ids[row]!]! += 1;
  const starts = fewStarts(rows);
  const few = new Float64Array(starts[size + 1]!);
  const next = starts.slice();
  if (few.length > 0)
    for (let row = 0; row < ids.length; row++) {
      const id = ids[row]!;
      if (isFew(rows[id]!)) few[next[id]!++] = row;
    }
  const lists = isListed ? encodeValueRows(sink, ids, rows) : undefined;
  return { rows: encodeIntegers(sink, rows), few: encodeIntegers(sink, few), ...(lists !== undefined && { lists }) };
}

export function decodeRowCounts(source: PartSource, entry: UsesEntry): ValueUses {
  const rows = Uint32Array.from(decodeIntegers(source, entry.rows));
  const few = Uint32Array.from(decodeIntegers(source, entry.few));
  const starts = fewStarts(rows);
  return {
    rows,
    rowsOf: (id) => (isFew(rows[id]!) ? few.subarray(starts[id], starts[id + 1]) : undefined),
  };
}

/** Start of each rare value's rows in the shared list of rows. */
function fewStarts(rows: ArrayLike<number>): Uint32Array {
  const starts = new Uint32Array(rows.length + 1);
  for (let id = 0; id < rows.length; id++) starts[id + 1] = starts[id]! + (isFew(rows[id]!) ? rows[id]! : 0);
  return starts;
}

function isFew(rows: number): boolean {
  return rows <= fewRowsMax;
}
