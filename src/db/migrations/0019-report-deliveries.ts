import type { Migration } from "../migration.ts";

/** To whom a report of a schedule was sent, and what became of it. */
export const reportDeliveriesMigration: Migration = {
  name: "0019-report-deliveries",
  sql: `
ALTER TABLE reports ADD COLUMN deliveries TEXT NOT NULL DEFAULT '[]';
`,
};
