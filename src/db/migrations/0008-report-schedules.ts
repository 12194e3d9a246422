import type { Migration } from "../migration.ts";

/** The indexes on reports: the bytes of all, and those of a schedule, without reading the rows. */
export const reportSchedulesMigration: Migration = {
  name: "0008-report-schedules",
  sql: `
CREATE TABLE report_schedules (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  title TEXT NOT NULL,
  owner_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  is_active INTEGER NOT NULL,
  cron TEXT NOT NULL,
  timezone TEXT NOT NULL,
  format TEXT NOT NULL,
  query TEXT,
  dashboard_id INTEGER,
  keep_last INTEGER NOT NULL,
  mail TEXT,
  webhook TEXT,
  next_run_at INTEGER,
  last_run_at INTEGER,
  last_report_id INTEGER,
  last_error TEXT,
  owed_report_id INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX report_schedules_next_run_at ON report_schedules (next_run_at);
CREATE INDEX report_schedules_owner_id ON report_schedules (owner_id);
CREATE INDEX reports_size ON reports (size);
CREATE INDEX reports_schedule_id ON reports (schedule_id, id);
`,
};
