import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { users } from "./users.ts";

/** Questions that a user searched for, each once. */
export const searchHistory = sqliteTable(
  "search_history",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** JSON text of [q, filter]. */
    question: text("question").notNull(),
    /** The latest, JSON text. */
    timeRange: text("time_range").notNull(),
    /** Number of times. */
    times: integer("times").notNull(),
    searchedAt: integer("searched_at").notNull(),
  },
  (table) => [
    uniqueIndex("search_history_question").on(table.userId, table.question),
    index("search_history_searched_at").on(table.userId, table.searchedAt, table.id),
  ],
);
