import type { Migration } from "../migration.ts";

/** What users want the page to be like, by what they know their sessions again, and until when tokens are valid. */
export const accountsMigration: Migration = {
  name: "0020-accounts",
  sql: `
ALTER TABLE users ADD COLUMN preferences TEXT NOT NULL DEFAULT '{}';
ALTER TABLE authtokens ADD COLUMN expires_at INTEGER;
ALTER TABLE sessions ADD COLUMN address TEXT NOT NULL DEFAULT '';
ALTER TABLE sessions ADD COLUMN user_agent TEXT NOT NULL DEFAULT '';
`,
};
