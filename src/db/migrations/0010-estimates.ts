import type { Migration } from "../migration.ts";

/** The capacity of the machine at each estimate. */
export const estimatesMigration: Migration = {
  name: "0010-estimates",
  sql: `
CREATE TABLE estimates (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  created_at INTEGER NOT NULL,
  max_eps REAL NOT NULL,
  parser_eps REAL NOT NULL,
  store_eps REAL NOT NULL,
  trigger_eps REAL,
  http_eps REAL NOT NULL,
  query_ms REAL,
  bytes_per_event REAL,
  cpu_count INTEGER NOT NULL
);
`,
};
