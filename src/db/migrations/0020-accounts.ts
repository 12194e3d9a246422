import type { Migration } from "../migration.ts";

/** Preferences of users, addresses and user agents of sessions, and expiry of tokens. */
export const accountsMigration: Migration = {
  name: "0020-accounts",
  sql: `
ALTER TABLE users ADD COLUMN preferences TEXT NOT NULL DEFAULT '{}';
ALTER TABLE authtokens ADD COLUMN expires_at INTEGER;
ALTER TABLE sessions ADD COLUMN address TEXT NOT NULL DEFAULT '';
ALTER TABLE sessions ADD COLUMN user_agent TEXT NOT NULL DEFAULT '';
`,
};
