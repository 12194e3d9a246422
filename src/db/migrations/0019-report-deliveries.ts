import type { Migration } from "../migration.ts";

/** Recipients of a schedule's report, and the results of the deliveries. */
export const reportDeliveriesMigration: Migration = {
  name: "0019-report-deliveries",
  sql: `
ALTER TABLE reports ADD COLUMN deliveries TEXT NOT NULL DEFAULT '[]';
`,
};
