import type { Migration } from "../migration.ts";

/** Triggers that wait for absence, and the absences they reported. */
export const absencesMigration: Migration = {
  name: "0014-absences",
  sql: `
ALTER TABLE triggers ADD COLUMN absence TEXT;

CREATE TABLE absences (
  trigger_id INTEGER NOT NULL REFERENCES triggers (id) ON DELETE CASCADE,
  value TEXT NOT NULL,
  last_seen REAL,
  told_at INTEGER NOT NULL,
  PRIMARY KEY (trigger_id, value)
) STRICT;
`,
};
