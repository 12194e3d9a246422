import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Settings changed while the service ran; the start decides all others. */
export const settings = sqliteTable("settings", {
  name: text("name").primaryKey(),
  value: integer("value").notNull(),
});
