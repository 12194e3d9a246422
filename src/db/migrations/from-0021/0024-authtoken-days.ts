import type { Migration } from "../../migration.ts";

/** Finds tokens that sent on one day without reading all. */
export const authtokenDaysMigration: Migration = {
  name: "0024-authtoken-days",
  sql: "CREATE INDEX authtokens_sent_day ON authtokens (sent_day);",
};
