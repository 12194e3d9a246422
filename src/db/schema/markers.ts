import { index, integer, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { users } from "./users.ts";

/** Moments that people named: a deploy, an incident. */
export const markers = sqliteTable(
  "markers",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    /** Epoch seconds with microseconds. */
    time: real("time").notNull(),
    title: text("title").notNull(),
    tags: text("tags", { mode: "json" }).$type<string[]>().notNull(),
    /** Null when the user is gone: the moment still matters. */
    ownerId: integer("owner_id").references(() => users.id, { onDelete: "set null" }),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [index("markers_time").on(table.time, table.id), index("markers_owner_id").on(table.ownerId)],
);
