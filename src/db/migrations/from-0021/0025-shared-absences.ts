import type { Migration } from "../../migration.ts";

/** Which absences were told together in one message. */
export const sharedAbsencesMigration: Migration = {
  name: "0025-shared-absences",
  sql: "ALTER TABLE absences ADD COLUMN is_shared INTEGER NOT NULL DEFAULT 0;",
};
