import type { DictionaryColumn, Segment } from "../../eventstore/segment.ts";
import { familyIdsOf } from "../../pattern/family-cache.ts";
import { patternColumn } from "./pattern-column.ts";
import { eachPatternText } from "./pattern-texts.ts";

/**
 * The ids of each row's pattern and of its families, between commas, as a column: `patternColumn` with other texts.
 * `tick` is called at least every few milliseconds and may throw. Any thread.
 */
export function familyColumn(segment: Segment, tick: () => void): DictionaryColumn {
  const patterns = patternColumn(segment, tick);
  const values = [...patterns.values];
  const add = (number: number, text: string) => {
    const id = values[number]!;
    values[number] = [id, ...familyIdsOf(id, () => text)].join();
  };
  eachPatternText(segment, patterns, () => true, add, tick);
  return patterns.withValues(values);
}
