import { StoredDictionary } from "../columns/dictionary-column.ts";
import { StoredNumbers } from "../columns/number-column.ts";
import type { Column } from "../segment.ts";

/**
 * Frees the rows of decoded columns once a merge has copied them: those of eight segments are as large as the merged
 * column. For columns decoded for the merge alone (`StoredSegment.uncached`), which must not be read afterwards. Text
 * blocks are held one at a time anyway.
 */
export function freeColumns(columns: readonly (Column | undefined)[]): void {
  for (const column of columns)
    if (column instanceof StoredNumbers || column instanceof StoredDictionary) column.free();
}
