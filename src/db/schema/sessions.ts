import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { users } from "./users.ts";

export const sessions = sqliteTable(
  "sessions",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    /** SHA-256 of the cookie's value, hex. */
    keyHash: text("key_hash").notNull().unique(),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    createdAt: integer("created_at").notNull(),
    renewedAt: integer("renewed_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
    /** Address and user agent that opened the session; empty for sessions from before these were kept. */
    address: text("address").notNull().default(""),
    userAgent: text("user_agent").notNull().default(""),
  },
  (table) => [index("sessions_user_id").on(table.userId), index("sessions_expires_at").on(table.expiresAt)],
);
