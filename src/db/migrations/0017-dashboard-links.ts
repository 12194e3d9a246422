import type { Migration } from "../migration.ts";

export const dashboardLinksMigration: Migration = {
  name: "0017-dashboard-links",
  sql: `
CREATE TABLE dashboard_links (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  dashboard_id INTEGER NOT NULL REFERENCES dashboards (id) ON DELETE CASCADE,
  owner_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  title TEXT NOT NULL,
  key_hash TEXT NOT NULL UNIQUE,
  short_key TEXT NOT NULL,
  shown TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  ends_at INTEGER NOT NULL,
  last_used_at INTEGER
) STRICT;
CREATE INDEX dashboard_links_dashboard_id ON dashboard_links (dashboard_id, id);
CREATE INDEX dashboard_links_owner_id ON dashboard_links (owner_id, id);
`,
};
