import type { TimeSpan } from "../../eventstore/snapshot.ts";
import type { CompiledElement } from "../condition/compile-element.ts";
import { conditionKey, sortedKeys } from "../condition/condition-key.ts";
import type { AskedSegment } from "./asked-segment.ts";
import { countKnown } from "./count-known.ts";

/**
 * How many rows of a segment meet the conditions: from `countKnown`, else from `countRows`, else undefined; without
 * `countRows` no text is read for it. For sealed
 * segments inside the span without repeats beside them the number is cached for the next page or refresh, also when the
 * cache has no room for the rows themselves.
 */
export function countCachedRows(
  asked: AskedSegment,
  conditions: readonly CompiledElement[],
  span: TimeSpan,
  tick: () => void,
  countRows?: () => number,
): number | undefined {
  const { wholeCache: cache } = asked;
  if (cache === undefined || conditions.length === 0)
    return countKnown(asked.segment, conditions, span, tick, countRows !== undefined) ?? countRows?.();
  const key = conditionKey(["count", sortedKeys(conditions)]);
  const kept = cache.recall<KeptCount>(key);
  if (kept && (kept.rows !== undefined || !countRows)) return kept.rows;
  const rows = countKnown(asked.segment, conditions, span, tick, countRows !== undefined) ?? countRows?.();
  const count: KeptCount = { rows, byteLength: countBytes };
  cache.keep(key, count);
  return rows;
}

interface KeptCount {
  /** Undefined: rows or texts have to be read to know it. */
  rows: number | undefined;
  byteLength: number;
}

/** Roughly. */
const countBytes = 64;
