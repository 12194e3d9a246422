import type { Migration } from "../migration.ts";

export const searchesMigration: Migration = {
  name: "0012-searches",
  sql: `
CREATE TABLE searches (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  title TEXT NOT NULL,
  owner_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  is_public INTEGER NOT NULL,
  question TEXT NOT NULL,
  columns TEXT NOT NULL,
  tags TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX searches_owner_id ON searches (owner_id, title, id);
CREATE TABLE search_history (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  question TEXT NOT NULL,
  time_range TEXT NOT NULL,
  times INTEGER NOT NULL,
  searched_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX search_history_question ON search_history (user_id, question);
CREATE INDEX search_history_searched_at ON search_history (user_id, searched_at, id);
`,
};
