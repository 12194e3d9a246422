import type { Migration } from "../../migration.ts";

/** Reported problems of the service, and the subject of a notification. */
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
