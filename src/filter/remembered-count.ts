import type { Segment } from "../eventstore/segment.ts";
import type { TimeSpan } from "../eventstore/snapshot.ts";
import type { CompiledCondition } from "./compile-condition.ts";
import { countKnown } from "./count-known.ts";
import { isInside } from "./select-times.ts";

/**
 * `countKnown`, which asks each template of a segment: of sealed ones that lie within the span and have no repeats beside them, what it
 * found is remembered for the next page or the next refresh.
 */
export function countRemembered(
  segment: Segment,
  conditions: readonly CompiledCondition[],
  span: TimeSpan,
): number | undefined {
  const { memory } = segment;
  const [only, ...others] = conditions;
  if (!memory?.isSettled || only === undefined || others.length > 0 || !isInside(segment, span))
    return countKnown(segment, conditions, span);
  const key = `count ${only.key}`;
  const kept = memory.recall<KeptCount>(key);
  if (kept) return kept.rows;
  const rows = countKnown(segment, conditions, span);
  const count: KeptCount = { rows, byteLength: countBytes };
  memory.keep(key, count);
  return rows;
}

interface KeptCount {
  /** Undefined: it cannot be known without looking at rows. */
  rows: number | undefined;
  byteLength: number;
}

/** Roughly. */
const countBytes = 64;
