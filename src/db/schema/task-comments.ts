import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { tasks } from "./tasks.ts";
import { users } from "./users.ts";

export const taskComments = sqliteTable(
  "task_comments",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    taskId: integer("task_id")
      .notNull()
      .references(() => tasks.id, { onDelete: "cascade" }),
    /** Null when the user is gone: the comment stays, without an author. */
    authorId: integer("author_id").references(() => users.id, { onDelete: "set null" }),
    text: text("text").notNull(),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
  },
  (table) => [
    index("task_comments_task_id").on(table.taskId, table.createdAt),
    index("task_comments_author_id").on(table.authorId),
  ],
);
