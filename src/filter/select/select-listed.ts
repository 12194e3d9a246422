import type { ListedRows } from "../../eventstore/segment.ts";
import { RowBits, type RowSet } from "../rows/row-set.ts";

/**
 * The rows whose value has the verdict 1, not 0, from the lists of those that have: or of those that have not, if the
 * value without a list has it. Undefined: to read all `rows` of the column takes less.
 */
export function rowsListed(
  { rest, effort, addTo }: ListedRows,
  verdicts: Uint8Array,
  rows: number,
  tick: () => void,
): RowSet | undefined {
  const listed = verdicts[rest] === 1 ? 0 : 1;
  const values = [...verdicts.keys()].filter((value) => value !== rest && verdicts[value] === listed);
  if (values.reduce((sum, value) => sum + effort(value), 0) > rows) return undefined;
  const bits = new RowBits(rows);
  for (const value of values) {
    tick();
    addTo(bits.words, value);
  }
  return listed === 1 ? bits.toSet() : bits.others();
}
