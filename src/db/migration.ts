import type { Database } from "better-sqlite3";
import { ExitCode, StartError } from "../lib/start-error.ts";

/** One step of the schema. Append-only: once released, neither its name nor its text ever changes. */
export interface Migration {
  /** Four digits and a noun, in order: `0001-users`. */
  name: string;
  sql: string;
}

/** Brings the schema from any step to the end of the list; each step is applied wholly or not at all. Idempotent. */
export function applyMigrations(database: Database, migrations: readonly Migration[], path: string): void {
  database.exec(
    "CREATE TABLE IF NOT EXISTS migration (name TEXT PRIMARY KEY, applied_at INTEGER NOT NULL) STRICT, WITHOUT ROWID",
  );
  const applied = database.prepare("SELECT name FROM migration ORDER BY name").pluck().all() as string[];
  const stranger = applied.find((name, index) => migrations[index]?.name !== name);
  if (stranger !== undefined)
    throw new StartError(
      `"${path}" was written by another version of vigie: its step "${stranger}" is not known here. Use that version or a newer one.`,
      ExitCode.failed,
    );
  for (const migration of migrations.slice(applied.length)) applyOne(database, migration);
}

function applyOne(database: Database, migration: Migration): void {
  database.transaction(() => {
    database.exec(migration.sql);
    database.prepare("INSERT INTO migration (name, applied_at) VALUES (?, unixepoch())").run(migration.name);
  })();
}
