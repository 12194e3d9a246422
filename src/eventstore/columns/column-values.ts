import type { ColumnEntry, PartSource } from "../format/segment-format.ts";
import { hasValue } from "./column-presence.ts";
import { decodeCompact } from "./column-reader.ts";
import type { BlockCache } from "./stored-text-column.ts";

/** Visits the rows of a stored column that have a value, rising. Of a sparse column it touches only those. */
export function visitValues(
  source: PartSource,
  entry: ColumnEntry,
  rows: number,
  blocks: BlockCache,
  visit: (row: number, value: string) => void,
): void {
  const { at, column } = decodeCompact(source, entry, rows, blocks);
  const stored = at?.length ?? rows;
  const isPresent = hasValue(column);
  for (let index = 0; index < stored; index++)
    if (isPresent(index)) visit(at === undefined ? index : at[index]!, column.text(index));
}
