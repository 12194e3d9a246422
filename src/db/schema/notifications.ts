import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { users } from "./users.ts";

/** Messages of the service to a user. */
export const notifications = sqliteTable(
  "notifications",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    title: text("title").notNull(),
    text: text("text").notNull().default(""),
    /** Decimal string; null when it is about no single event. */
    eventId: text("event_id"),
    createdAt: integer("created_at").notNull(),
    /** Null until the user has seen it. */
    readAt: integer("read_at"),
    /**
     * The fact about the service that it reports, as in notifications/about-service.ts; null for other notifications.
     */
    about: text("about", { mode: "json" }).$type<{ kind: string; values: Record<string, string | number> }>(),
  },
  (table) => [index("notifications_user_id").on(table.userId, table.createdAt, table.id)],
);

/** Reported problems of the service, until they are over and a pause has passed. */
export const troubles = sqliteTable("troubles", {
  /** Names one trouble among all, such as `damage 2026-01-02.sqlite.damaged-1`. */
  cause: text("cause").primaryKey(),
  kind: text("kind").notNull(),
  /** Epoch seconds. */
  toldAt: integer("told_at").notNull(),
  /** Epoch seconds; null while it lasts. */
  endedAt: integer("ended_at"),
});
