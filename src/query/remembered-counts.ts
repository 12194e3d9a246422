import type { TimeSpan } from "../eventstore/snapshot.ts";
import { conditionKey } from "../filter/condition-key.ts";
import { isInside } from "../filter/select-times.ts";
import { rememberedCountsMax } from "./limits.ts";
import type { SegmentPart } from "./query-kind.ts";

/**
 * The counts that `count` makes of the chosen rows of a segment. Those of a whole sealed segment are remembered, since its rows never change: who
 * asks again, as a dashboard does all day, has only those counted anew that the range cuts or that came since. `about`: what is
 * counted, besides the conditions. Nobody may write into the counts.
 */
export function rememberCounts(
  { segment, conditions }: SegmentPart,
  span: TimeSpan,
  about: readonly unknown[],
  count: () => Float64Array,
): Float64Array {
  const { memory } = segment;
  if (!memory?.isSettled || !isInside(segment, span)) return count();
  const key = conditionKey(["counts", about, conditions.map((condition) => condition.key).sort()]);
  const known = memory.recall<Float64Array>(key);
  if (known) return known;
  const counts = count();
  if (counts.length <= rememberedCountsMax) memory.keep(key, counts);
  return counts;
}
