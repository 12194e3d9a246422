import type { Migration } from "../migration.ts";

export const markersMigration: Migration = {
  name: "0011-markers",
  sql: `
CREATE TABLE markers (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  time REAL NOT NULL,
  title TEXT NOT NULL,
  tags TEXT NOT NULL,
  owner_id INTEGER REFERENCES users (id) ON DELETE SET NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX markers_time ON markers (time, id);
CREATE INDEX markers_owner_id ON markers (owner_id);
`,
};
