import type { TimeTable } from "../../eventstore/segment.ts";
import type { SegmentHandle } from "../../eventstore/snapshot.ts";

export const searchSorts = [
  "first_occurrence",
  "-first_occurrence",
  "last_occurrence",
  "-last_occurrence",
  "counter",
  "-counter",
] as const;
export type SearchSort = (typeof searchSorts)[number];

/**
 * The order in which a search lists events: by this key ascending, among equal keys the highest tiebreak first. An
 * ascending order is the descending one reversed: among events that sort alike, the older goes first in it, the younger
 * in the other.
 */
export interface SortOrder {
  descending: boolean;
  by: "first" | "last" | "counter";
  /** Lower keys come first in the order. */
  keysOf(times: Pick<TimeTable, "first" | "last" | "counter">): (row: number) => number;
  /** Higher ones come first: rows are offered with it in place of the id. */
  tiebreakOf(id: number): number;
}

export function orderOf(sort: SearchSort): SortOrder {
  const descending = sort.startsWith("-");
  const by = sort.endsWith("counter") ? "counter" : sort.endsWith("first_occurrence") ? "first" : "last";
  return {
    descending,
    by,
    keysOf(times) {
      const values = times[by];
      return descending ? (row) => -values[row]! : (row) => values[row]!;
    },
    tiebreakOf: descending ? (id) => id : (id) => -id,
  };
}

/** Between which keys all rows of these segments lie. */
export function keyRange(
  { by, descending }: SortOrder,
  handles: readonly Pick<SegmentHandle, "minTime" | "maxTime">[],
): [low: number, high: number] {
  let low = by === "counter" ? 1 : Number.POSITIVE_INFINITY;
  let high = by === "counter" ? 65_535 : Number.NEGATIVE_INFINITY;
  if (by !== "counter")
    for (const { minTime, maxTime } of handles) {
      low = Math.min(low, minTime);
      high = Math.max(high, maxTime);
    }
  return descending ? [-high, -low] : [low, high];
}
