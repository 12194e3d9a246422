import type { Migration } from "../migration.ts";

export const taskEventsMigration: Migration = {
  name: "0018-task-events",
  sql: `
CREATE TABLE task_events (
  task_id INTEGER NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
  event_id TEXT NOT NULL,
  linked_at INTEGER NOT NULL,
  as_linked TEXT,
  PRIMARY KEY (task_id, event_id)
) STRICT;
`,
};
