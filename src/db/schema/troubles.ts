import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** What is wrong with the service, from when it was told until it is good again and a pause is over. */
export const troubles = sqliteTable("troubles", {
  /** Names one trouble among all, such as `damage 2026-01-02.sqlite.damaged-1`. */
  cause: text("cause").primaryKey(),
  kind: text("kind").notNull(),
  /** Epoch seconds. */
  toldAt: integer("told_at").notNull(),
  /** Epoch seconds; null while it lasts. */
  endedAt: integer("ended_at"),
});
