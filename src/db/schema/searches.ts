import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { users } from "./users.ts";

/** The question of a saved search. */
export interface SavedQuestion {
  q: string;
  filter: unknown[];
  time_range: Record<string, unknown>;
  sort: string;
}

/** Searches that people keep and share. */
export const searches = sqliteTable(
  "searches",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    title: text("title").notNull(),
    ownerId: integer("owner_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    isPublic: integer("is_public", { mode: "boolean" }).notNull(),
    question: text("question", { mode: "json" }).$type<SavedQuestion>().notNull(),
    columns: text("columns", { mode: "json" }).$type<string[]>().notNull(),
    tags: text("tags", { mode: "json" }).$type<string[]>().notNull(),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
  },
  (table) => [index("searches_owner_id").on(table.ownerId, table.title, table.id)],
);
