import type { Migration } from "../../migration.ts";

export const settingsMigration: Migration = {
  name: "0021-settings",
  sql: `
CREATE TABLE settings (
  name TEXT PRIMARY KEY NOT NULL,
  value INTEGER NOT NULL
) STRICT;
`,
};
