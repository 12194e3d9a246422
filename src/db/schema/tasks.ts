import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { users } from "./users.ts";

export const taskStatuses = ["new", "in_progress", "resolved", "closed"] as const;
export type TaskStatus = (typeof taskStatuses)[number];

export const tasks = sqliteTable(
  "tasks",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    title: text("title").notNull(),
    description: text("description").notNull().default(""),
    status: text("status", { enum: taskStatuses }).notNull(),
    /** Epoch seconds. */
    due: integer("due"),
    assignedToId: integer("assigned_to_id").references(() => users.id, { onDelete: "set null" }),
    /** The migration adds a trigger: the tasks of a deleted user pass to a superuser. */
    ownerId: integer("owner_id")
      .notNull()
      .references(() => users.id),
    /** Decimal strings. */
    eventIds: text("event_ids", { mode: "json" }).$type<string[]>().notNull().default([]),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
    /** Null while open. */
    closedAt: integer("closed_at"),
  },
  // One for each order a list may have. Each carries every column that a list is filtered by, so that the ids of a page
  // and their count are read from it alone: with 100,000 tasks that is milliseconds whatever the filter.
  (table) => {
    const { id, status, assignedToId, ownerId, due } = table;
    return [
      index("tasks_id").on(id, status, assignedToId, ownerId, due),
      index("tasks_title").on(table.title, id, status, assignedToId, ownerId, due),
      index("tasks_status").on(status, id, assignedToId, ownerId, due),
      index("tasks_due").on(due, id, status, assignedToId, ownerId),
      index("tasks_assigned_to_id").on(assignedToId, id, status, ownerId, due),
      index("tasks_owner_id").on(ownerId, id, status, assignedToId, due),
      index("tasks_created_at").on(table.createdAt, id, status, assignedToId, ownerId, due),
      index("tasks_updated_at").on(table.updatedAt, id, status, assignedToId, ownerId, due),
    ];
  },
);

export type TaskColumns = typeof tasks.$inferSelect;

/** The fields of an event that a task keeps: enough to recognise it when the event itself is no longer kept. */
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

/** The events of a task as they were when they were linked; the task itself lists the current ones. */
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
