import type { Migration } from "../migration.ts";

export const reportsMigration: Migration = {
  name: "0005-reports",
  sql: `
CREATE TABLE reports (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  title TEXT NOT NULL,
  owner_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  hosts TEXT NOT NULL,
  status TEXT NOT NULL,
  source_type TEXT NOT NULL,
  source_id TEXT,
  schedule_id INTEGER,
  format TEXT NOT NULL,
  file_name TEXT NOT NULL,
  content_type TEXT NOT NULL,
  size INTEGER,
  progress INTEGER NOT NULL DEFAULT 0,
  error TEXT,
  created_at INTEGER NOT NULL,
  finished_at INTEGER
) STRICT;
CREATE INDEX reports_title ON reports (title);
CREATE INDEX reports_status ON reports (status);
CREATE INDEX reports_format ON reports (format);
CREATE INDEX reports_created_at ON reports (created_at);
CREATE INDEX reports_finished_at ON reports (finished_at);
CREATE INDEX reports_owner_id ON reports (owner_id);
CREATE INDEX reports_owner_id_title ON reports (owner_id, title);
CREATE INDEX reports_owner_id_status ON reports (owner_id, status);
CREATE INDEX reports_owner_id_format ON reports (owner_id, format);
CREATE INDEX reports_owner_id_created_at ON reports (owner_id, created_at);
CREATE INDEX reports_owner_id_finished_at ON reports (owner_id, finished_at);
`,
};
