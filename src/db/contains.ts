import { or, type SQL, sql } from "drizzle-orm";
import type { AnySQLiteColumn } from "drizzle-orm/sqlite-core";

/** One of the columns contains the text, in upper or lower case. Undefined, which is any row, for no text. */
export function contains(text: string | undefined, ...columns: readonly (AnySQLiteColumn | SQL)[]): SQL | undefined {
  if (text === undefined || text === "") return undefined;
  const pattern = `%${text.replaceAll(/[\\%_]/g, "\\$&")}%`;
  return or(...columns.map((column) => sql`${column} LIKE ${pattern} ESCAPE '\\'`));
}
