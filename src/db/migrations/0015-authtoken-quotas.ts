import type { Migration } from "../migration.ts";

/** A token's quotas, and how much it has sent today. */
export const authtokenQuotasMigration: Migration = {
  name: "0015-authtoken-quotas",
  sql: `
ALTER TABLE authtokens ADD COLUMN events_per_second INTEGER;
ALTER TABLE authtokens ADD COLUMN bytes_per_day INTEGER;
ALTER TABLE authtokens ADD COLUMN sent_day TEXT NOT NULL DEFAULT '';
ALTER TABLE authtokens ADD COLUMN sent_bytes INTEGER NOT NULL DEFAULT 0;
`,
};
