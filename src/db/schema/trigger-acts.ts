import { index, integer, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { triggers } from "./triggers.ts";

/** One thing that a trigger did, and how that stands. */
export interface ActOutcome {
  kind: "task" | "notification" | "mail" | "webhook";
  /** The number of the task, how many people were told, addresses of a mail, scheme and host of a call. */
  place: string;
  state: "done" | "owed" | "delivered" | "failed" | "dropped";
  /** Of the last try that failed. */
  error: string | null;
}

/** The times that a trigger acted: for which event, what it did, and what became of it. The newest of each are kept. */
export const triggerActs = sqliteTable(
  "trigger_acts",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    triggerId: integer("trigger_id")
      .notNull()
      .references(() => triggers.id, { onDelete: "cascade" }),
    /** Epoch seconds. */
    at: integer("at").notNull(),
    /** How often it had fired since it last acted. */
    firedCount: integer("fired_count").notNull(),
    /** What stayed away was back. */
    isOver: integer("is_over", { mode: "boolean" }).notNull(),
    /** Null where it is about no single event. */
    eventId: text("event_id"),
    eventTime: real("event_time").notNull(),
    host: text("host").notNull(),
    program: text("program").notNull(),
    message: text("message").notNull(),
    outcomes: text("outcomes", { mode: "json" }).$type<ActOutcome[]>().notNull(),
  },
  (table) => [index("trigger_acts_trigger_id").on(table.triggerId, table.id)],
);

export type TriggerActRow = typeof triggerActs.$inferSelect;
