import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { users } from "./users.ts";

export const dashboards = sqliteTable(
  "dashboards",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    title: text("title").notNull(),
    /** A migration adds a trigger: public ones of a deleted user pass to a superuser. */
    ownerId: integer("owner_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    isPublic: integer("is_public", { mode: "boolean" }).notNull().default(false),
    /** JSON text of an object, kept as it was given. */
    config: text("config").notNull().default("{}"),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
  },
  // One for each order a list may have, within an owner and over all: a page of 100,000 rows is read without a sort.
  (table) => [
    index("dashboards_title").on(table.title),
    index("dashboards_created_at").on(table.createdAt),
    index("dashboards_updated_at").on(table.updatedAt),
    index("dashboards_owner_id").on(table.ownerId),
    index("dashboards_owner_id_title").on(table.ownerId, table.title),
    index("dashboards_owner_id_created_at").on(table.ownerId, table.createdAt),
    index("dashboards_owner_id_updated_at").on(table.ownerId, table.updatedAt),
  ],
);
