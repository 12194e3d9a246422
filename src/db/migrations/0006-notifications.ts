import type { Migration } from "../migration.ts";

export const notificationsMigration: Migration = {
  name: "0006-notifications",
  sql: `
CREATE TABLE notifications (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  title TEXT NOT NULL,
  text TEXT NOT NULL DEFAULT '',
  event_id TEXT,
  created_at INTEGER NOT NULL,
  read_at INTEGER
) STRICT;
CREATE INDEX notifications_user_id ON notifications (user_id, created_at, id);
`,
};
