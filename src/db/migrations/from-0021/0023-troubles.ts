import type { Migration } from "../../migration.ts";

/** What is wrong with the service and was told, and what a notification of it is about. */
export const troublesMigration: Migration = {
  name: "0023-troubles",
  sql: `
CREATE TABLE troubles (
  cause TEXT PRIMARY KEY NOT NULL,
  kind TEXT NOT NULL,
  told_at INTEGER NOT NULL,
  ended_at INTEGER
) STRICT;

ALTER TABLE notifications ADD COLUMN about TEXT;
`,
};
