import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { tasks } from "./tasks.ts";

/** As much of an event as a task keeps: enough to know what it was once it is not kept any more. */
export interface SeenEvent {
  host: string;
  program: string;
  severity: number;
  message: string;
  /** Occurrences until then; null: not known. */
  counter: number | null;
  /** Epoch seconds with microseconds. */
  first_occurrence: number;
  last_occurrence: number;
}

/** What the events of a task were when they were linked; which they are now, the task itself says. */
export const taskEvents = sqliteTable(
  "task_events",
  {
    taskId: integer("task_id")
      .notNull()
      .references(() => tasks.id, { onDelete: "cascade" }),
    eventId: text("event_id").notNull(),
    /** Epoch seconds. */
    linkedAt: integer("linked_at").notNull(),
    /** Null when nobody could see it. */
    asLinked: text("as_linked", { mode: "json" }).$type<SeenEvent>(),
  },
  (table) => [primaryKey({ columns: [table.taskId, table.eventId] })],
);
