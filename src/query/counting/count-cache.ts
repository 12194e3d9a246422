import { conditionKey, sortedKeys } from "../../filter/condition/condition-key.ts";
import type { PackedArray } from "../execution/team.ts";
import { cachedCountsMax, cachedStatisticsMax } from "../limits.ts";
import type { ChosenRows } from "../query-kind.ts";

/**
 * The counts that `count` makes of the chosen rows of a segment. Counts of a whole sealed segment are cached, since its
 * rows never change: a dashboard that asks again counts only newer segments and those that its range cuts. `about`
 * names everything that the counts depend on besides the conditions. Callers must not write to the counts.
 */
export function cacheCounts(chosen: ChosenRows, about: readonly unknown[], count: () => Float64Array): Float64Array {
  const { wholeCache: cache } = chosen;
  if (cache === undefined) return count();
  const key = keyOf("counts", about, chosen);
  const known = cache.recall<Float64Array>(key);
  if (known) return known;
  const counts = count();
  if (counts.length <= cachedCountsMax) cache.keep(key, counts);
  return counts;
}

interface Cached {
  /** Absent: they were too many to be kept. */
  arrays: readonly PackedArray[] | undefined;
  byteLength: number;
}

/**
 * The same for a `count` that finds several arrays. Undefined: nothing can be cached, or the arrays are too large, as
 * the last try showed or as `count` says by returning undefined; then counting works better without them.
 */
export function cacheArrays(
  chosen: ChosenRows,
  about: readonly unknown[],
  count: () => readonly PackedArray[] | undefined,
): readonly PackedArray[] | undefined {
  const { wholeCache: cache } = chosen;
  if (cache === undefined) return undefined;
  const key = keyOf("arrays", about, chosen);
  const known = cache.recall<Cached>(key);
  if (known) return known.arrays;
  const arrays = count();
  const byteLength = (arrays ?? []).reduce((sum, array) => sum + array.byteLength, 0);
  const isKept = arrays !== undefined && byteLength <= cachedStatisticsMax;
  const piece: Cached = isKept ? { arrays, byteLength } : { arrays: undefined, byteLength: 0 };
  cache.keep(key, piece);
  return arrays;
}

/** What `cacheArrays` has kept; undefined: nothing. */
export function recallArrays(chosen: ChosenRows, about: readonly unknown[]): readonly PackedArray[] | undefined {
  return chosen.wholeCache?.recall<Cached>(keyOf("arrays", about, chosen))?.arrays;
}

function keyOf(kind: string, about: readonly unknown[], { conditions, counted }: ChosenRows): string {
  return conditionKey([kind, about, counted, sortedKeys(conditions)]);
}
