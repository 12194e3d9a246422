import type { Migration } from "../../migration.ts";

/** The recent actions of each trigger, and their results. */
export const triggerActsMigration: Migration = {
  name: "0022-trigger-acts",
  sql: `
CREATE TABLE trigger_acts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  trigger_id INTEGER NOT NULL REFERENCES triggers (id) ON DELETE CASCADE,
  at INTEGER NOT NULL,
  fired_count INTEGER NOT NULL,
  is_over INTEGER NOT NULL,
  event_id TEXT,
  event_time REAL NOT NULL,
  host TEXT NOT NULL,
  program TEXT NOT NULL,
  message TEXT NOT NULL,
  outcomes TEXT NOT NULL
) STRICT;
CREATE INDEX trigger_acts_trigger_id ON trigger_acts (trigger_id, id);

ALTER TABLE owed_messages ADD COLUMN act_id INTEGER;
`,
};
