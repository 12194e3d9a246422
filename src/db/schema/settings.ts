import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** What was set while the service ran; what is not here is as the start said. */
export const settings = sqliteTable("settings", {
  name: text("name").primaryKey(),
  value: integer("value").notNull(),
});
