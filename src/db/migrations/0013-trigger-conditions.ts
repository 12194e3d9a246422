import type { Migration } from "../migration.ts";

/** Triggers that wait for patterns that never came before, and quiet times. */
export const triggerConditionsMigration: Migration = {
  name: "0013-trigger-conditions",
  sql: `
ALTER TABLE triggers ADD COLUMN is_new_pattern INTEGER NOT NULL DEFAULT 0;
ALTER TABLE triggers ADD COLUMN learning_time INTEGER NOT NULL DEFAULT 0;
ALTER TABLE triggers ADD COLUMN quiet_hours TEXT NOT NULL DEFAULT '[]';
ALTER TABLE triggers ADD COLUMN maintenance TEXT NOT NULL DEFAULT '[]';
`,
};
