import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { users } from "./users.ts";

export const reportStatuses = ["PENDING", "IN_PROGRESS", "SUCCESS", "FAILURE"] as const;

export const reportFormats = ["csv", "json", "xlsx", "docx", "pdf"] as const;

export const reportSources = ["query", "dashboard"] as const;

/** A report on its way to its recipients: by mail, or by a call that announces it. */
export interface ReportDelivery {
  kind: "mail" | "webhook";
  /** Addresses of a mail; scheme and host of a call, without the rest of its address. */
  place: string;
  state: "owed" | "delivered" | "failed";
  /** Error of the last failed attempt. */
  error: string | null;
  /** Epoch seconds since it has this state. */
  at: number;
}

/** Finished documents; their bytes lie in the folder of reports under their ids. */
export const reports = sqliteTable(
  "reports",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    title: text("title").notNull(),
    ownerId: integer("owner_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Host patterns it was made under; empty: it may contain every host. */
    hosts: text("hosts", { mode: "json" }).$type<string[]>().notNull(),
    status: text("status", { enum: reportStatuses }).notNull(),
    sourceType: text("source_type", { enum: reportSources }).notNull(),
    /** A qid or the id of a dashboard; null for a query that was given whole. */
    sourceId: text("source_id"),
    scheduleId: integer("schedule_id"),
    format: text("format", { enum: reportFormats }).notNull(),
    fileName: text("file_name").notNull(),
    contentType: text("content_type").notNull(),
    /** Bytes; null until it is finished. */
    size: integer("size"),
    progress: integer("progress").notNull().default(0),
    error: text("error"),
    deliveries: text("deliveries", { mode: "json" }).$type<ReportDelivery[]>().notNull().default([]),
    createdAt: integer("created_at").notNull(),
    finishedAt: integer("finished_at"),
  },
  // One for each order a list may have, within an owner and over all: a page of 100,000 rows is read without a sort.
  // The last two: the bytes of all, and the reports of a schedule.
  (table) => [
    index("reports_title").on(table.title),
    index("reports_status").on(table.status),
    index("reports_format").on(table.format),
    index("reports_created_at").on(table.createdAt),
    index("reports_finished_at").on(table.finishedAt),
    index("reports_owner_id").on(table.ownerId),
    index("reports_owner_id_title").on(table.ownerId, table.title),
    index("reports_owner_id_status").on(table.ownerId, table.status),
    index("reports_owner_id_format").on(table.ownerId, table.format),
    index("reports_owner_id_created_at").on(table.ownerId, table.createdAt),
    index("reports_owner_id_finished_at").on(table.ownerId, table.finishedAt),
    index("reports_size").on(table.size),
    index("reports_schedule_id").on(table.scheduleId, table.id),
  ],
);

export type ReportColumns = typeof reports.$inferSelect;
