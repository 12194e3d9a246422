import type { Migration } from "../../migration.ts";

/** When a trigger looked for absences. */
export const lookedAtMigration: Migration = {
  name: "0027-looked-at",
  sql: "ALTER TABLE triggers ADD COLUMN looked_at REAL;",
};
