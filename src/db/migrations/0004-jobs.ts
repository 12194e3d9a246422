import type { Migration } from "../migration.ts";

export const jobsMigration: Migration = {
  name: "0004-jobs",
  sql: `
CREATE TABLE jobs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  status TEXT NOT NULL,
  progress INTEGER NOT NULL DEFAULT 0,
  result TEXT,
  error TEXT,
  owner_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  started_at INTEGER,
  finished_at INTEGER
) STRICT;
CREATE INDEX jobs_owner_id ON jobs (owner_id);
CREATE INDEX jobs_finished_at ON jobs (finished_at);
`,
};
