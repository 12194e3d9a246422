import { StoredDictionary } from "../columns/dictionary-column.ts";
import { StoredNumbers } from "../columns/number-column.ts";
import type { Column } from "../segment.ts";

/**
 * Gives back what the rows of decoded columns take, once a merge has copied them: those of eight segments are as large
 * as the merged column. For columns that were decoded for the merge alone (`StoredSegment.uncached`); nobody may read
 * them afterwards. Blocks of text are held one at a time anyway.
 */
export function freeColumns(columns: readonly (Column | undefined)[]): void {
  for (const column of columns)
    if (column instanceof StoredNumbers || column instanceof StoredDictionary) column.free();
}
