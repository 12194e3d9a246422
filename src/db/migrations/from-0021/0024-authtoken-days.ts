import type { Migration } from "../../migration.ts";

/** Tokens that sent on one day are found without reading all. */
export const authtokenDaysMigration: Migration = {
  name: "0024-authtoken-days",
  sql: "CREATE INDEX authtokens_sent_day ON authtokens (sent_day);",
};
