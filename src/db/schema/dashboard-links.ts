import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { dashboards } from "./dashboards.ts";
import { users } from "./users.ts";

/** Addresses under which a dashboard is seen without an account. */
export const dashboardLinks = sqliteTable(
  "dashboard_links",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    dashboardId: integer("dashboard_id")
      .notNull()
      .references(() => dashboards.id, { onDelete: "cascade" }),
    /** The user who made the link; queries run under this user's rights. */
    ownerId: integer("owner_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    title: text("title").notNull(),
    /** SHA-256 of the whole key, hex. */
    keyHash: text("key_hash").notNull().unique(),
    /** `link-<12 hex>`: names the link, opens nothing. */
    shortKey: text("short_key").notNull(),
    /** Widget id → print of its question when the maker of the link released it. */
    shown: text("shown", { mode: "json" }).$type<Record<string, string>>().notNull(),
    createdAt: integer("created_at").notNull(),
    endsAt: integer("ends_at").notNull(),
    lastUsedAt: integer("last_used_at"),
  },
  (table) => [
    index("dashboard_links_dashboard_id").on(table.dashboardId, table.id),
    index("dashboard_links_owner_id").on(table.ownerId, table.id),
  ],
);
