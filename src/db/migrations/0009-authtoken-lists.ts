import type { Migration } from "../migration.ts";

/** One for each order that a list of everybody's tokens may have. */
export const authtokenListsMigration: Migration = {
  name: "0009-authtoken-lists",
  sql: `
DROP INDEX authtokens_owner_id;
CREATE INDEX authtokens_owner_id ON authtokens (owner_id, id, token_type);
CREATE INDEX authtokens_created_at ON authtokens (created_at, id, token_type);
CREATE INDEX authtokens_last_used_at ON authtokens (last_used_at, id, token_type);
CREATE INDEX authtokens_token_type ON authtokens (token_type, id);
CREATE INDEX authtokens_description ON authtokens (description, id, token_type);
`,
};
