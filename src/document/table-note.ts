import { numberText } from "./cell-text.ts";
import type { Table } from "./document.ts";
import { tableRowsMax } from "./limits.ts";

/** Note below a table on pages: the number of its rows, and the total when some are missing. */
export function tableNote({ rowCount }: Table, { shown, isCut }: { shown: number; isCut: boolean }): string {
  if (!isCut) return shown === 1 ? "1 row." : `${numberText(shown)} rows.`;
  const all = rowCount === undefined ? "and there are more" : `of ${numberText(rowCount)}`;
  return `Cut: these are the first ${numberText(shown)} rows, ${all}; a document shows at most ${numberText(tableRowsMax)}. All are in csv, json and xlsx.`;
}
