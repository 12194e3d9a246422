import type { ColumnEntry, PartSource } from "../format/segment-format.ts";
import type { Column } from "../segment.ts";
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
  const hasValue = presenceOf(column);
  for (let index = 0; index < stored; index++)
    if (hasValue(index)) visit(at === undefined ? index : at[index]!, column.text(index));
}

function presenceOf(column: Column): (row: number) => boolean {
  if (column.encoding === "dictionary") {
    const { ids } = column;
    return (row) => ids[row] !== 0;
  }
  if (column.encoding === "text") return (row) => column.text(row) !== "";
  const { present } = column;
  return (row) => present === undefined || present[row] !== 0;
}
