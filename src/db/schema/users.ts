import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const users = sqliteTable("users", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  username: text("username").notNull().unique(),
  passwordHash: text("password_hash").notNull(),
  firstName: text("first_name").notNull().default(""),
  lastName: text("last_name").notNull().default(""),
  email: text("email").notNull().default(""),
  isActive: integer("is_active", { mode: "boolean" }).notNull().default(true),
  isSuperuser: integer("is_superuser", { mode: "boolean" }).notNull().default(false),
  permissions: text("permissions", { mode: "json" }).$type<string[]>().notNull().default([]),
  /** Host patterns the user is limited to; empty: no limit. */
  hosts: text("hosts", { mode: "json" }).$type<string[]>().notNull().default([]),
  createdAt: integer("created_at").notNull(),
  preferences: text("preferences", { mode: "json" }).$type<Preferences>().notNull().default({}),
});

/** A user's preferences for the page; the browser decides absent ones. */
export interface Preferences {
  /** BCP 47. */
  language?: string;
  /** IANA. */
  timezone?: string;
  theme?: "light" | "dark";
}

export type UserRow = typeof users.$inferSelect;
