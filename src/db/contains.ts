import { or, type SQL, sql } from "drizzle-orm";
import type { AnySQLiteColumn } from "drizzle-orm/sqlite-core";

/**
 * One of the columns contains the text, in upper or lower case. Undefined, which is any row, for no text. SQLite itself
 * knows the case of ASCII letters only; for others `openDatabase` defines a function.
 */
export function contains(text: string | undefined, ...columns: readonly (AnySQLiteColumn | SQL)[]): SQL | undefined {
  if (text === undefined || text === "") return undefined;
  if (!isAscii.test(text)) {
    const lower = lowerCase(text);
    return or(...columns.map((column) => sql`instr(lower_case(${column}), ${lower}) > 0`));
  }
  const pattern = `%${text.replaceAll(/[\\%_]/g, "\\$&")}%`;
  return or(...columns.map((column) => sql`${column} LIKE ${pattern} ESCAPE '\\'`));
}

/** What `lower_case` is in SQL. NULL stays NULL. */
export function lowerCase(text: unknown): string | null {
  return text === null ? null : String(text).toLowerCase();
}

const isAscii = /^[\x00-\x7f]*$/;
