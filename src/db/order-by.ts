import { asc, desc, type SQL } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";

/** The requested ordering, as SQL; `id` comes last so that pages never overlap. */
export function orderBy(
  columns: Readonly<Record<string, SQLiteColumn | SQL>>,
  ordering: readonly { field: string; descending: boolean }[],
  id: SQLiteColumn,
): SQL[] {
  const terms = ordering.map(({ field, descending }) => {
    const column = columns[field];
    if (column === undefined) throw new Error(`no column for the ordering "${field}"`);
    return descending ? desc(column) : asc(column);
  });
  return [...terms, ordering[0]?.descending ? desc(id) : asc(id)];
}
