import type { Column } from "../segment.ts";

/** Tells which rows of a column have a value. */
export function hasValue(column: Column): (row: number) => boolean {
  if (column.encoding === "dictionary") return (row) => column.ids[row] !== 0;
  if (column.encoding === "number") {
    const { present } = column;
    return present ? (row) => present[row] !== 0 : () => true;
  }
  return (row) => {
    const block = column.block(column.blockOf(row));
    const at = row - block.firstRow;
    return block.offsets[at + 1]! - block.offsets[at]! > 1;
  };
}
