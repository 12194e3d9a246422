import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { reportFormats } from "./reports.ts";
import { users } from "./users.ts";

export interface ScheduledMail {
  to: string[];
  as: "attachment" | "link";
}

export interface ScheduledWebhook {
  url: string;
}

/** Scheduled reports. */
export const reportSchedules = sqliteTable(
  "report_schedules",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    title: text("title").notNull(),
    ownerId: integer("owner_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    isActive: integer("is_active", { mode: "boolean" }).notNull(),
    cron: text("cron").notNull(),
    timezone: text("timezone").notNull(),
    format: text("format", { enum: reportFormats }).notNull(),
    /** `{type, params}` as it was given; null for a dashboard. */
    query: text("query", { mode: "json" }).$type<Record<string, unknown>>(),
    /** Null for a query. A deleted dashboard stays named here, and the next run says so. */
    dashboardId: integer("dashboard_id"),
    keepLast: integer("keep_last").notNull(),
    mail: text("mail", { mode: "json" }).$type<ScheduledMail>(),
    webhook: text("webhook", { mode: "json" }).$type<ScheduledWebhook>(),
    /** Epoch seconds; null while it is not active. */
    nextRunAt: integer("next_run_at"),
    lastRunAt: integer("last_run_at"),
    lastReportId: integer("last_report_id"),
    lastError: text("last_error"),
    /** A report that is being made or delivered; a restart resumes it. */
    owedReportId: integer("owed_report_id"),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
  },
  (table) => [
    index("report_schedules_next_run_at").on(table.nextRunAt),
    index("report_schedules_owner_id").on(table.ownerId),
  ],
);

export type ReportScheduleColumns = typeof reportSchedules.$inferSelect;
