import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { users } from "./users.ts";

export const runNames = [
  "performance-test.dashboard",
  "performance-test.estimate",
  "performance-test.parser-rules",
  "performance-test.storage",
] as const;
export type RunName = (typeof runNames)[number];

export const runStatuses = ["PENDING", "STARTED", "SUCCESS", "FAILURE", "REVOKED"] as const;
export type RunStatus = (typeof runStatuses)[number];

export const runs = sqliteTable(
  "jobs",
  {
    /** For the order of arrival; never shown. */
    id: integer("id").primaryKey({ autoIncrement: true }),
    uuid: text("uuid").notNull().unique(),
    name: text("name", { enum: runNames }).notNull(),
    status: text("status", { enum: runStatuses }).notNull(),
    /** 0..100; written when the run ends. */
    progress: integer("progress").notNull().default(0),
    /** JSON text, null until it succeeded. */
    result: text("result", { mode: "json" }),
    error: text("error"),
    ownerId: integer("owner_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    createdAt: integer("created_at").notNull(),
    startedAt: integer("started_at"),
    finishedAt: integer("finished_at"),
  },
  (table) => [index("jobs_owner_id").on(table.ownerId), index("jobs_finished_at").on(table.finishedAt)],
);
