import type { Segment } from "../eventstore/segment.ts";
import type { TimeSpan } from "../eventstore/snapshot.ts";
import type { CompiledCondition } from "./compile-condition.ts";
import { isInside } from "./select-times.ts";

/** How many rows of a segment meet the conditions, where that is known without looking at rows; else undefined. */
export function countKnown(
  segment: Segment,
  conditions: readonly CompiledCondition[],
  span: TimeSpan,
): number | undefined {
  if (!isInside(segment, span)) return undefined;
  const [condition] = conditions;
  if (condition === undefined) return segment.rows;
  return undefined;
}
