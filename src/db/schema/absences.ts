import { integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { triggers } from "./triggers.ts";

/** Absences that triggers wait for and have reported; deleted when events come again. */
export const absences = sqliteTable(
  "absences",
  {
    triggerId: integer("trigger_id")
      .notNull()
      .references(() => triggers.id, { onDelete: "cascade" }),
    /** Value of the trigger's field; "" when it has none. */
    value: text("value").notNull(),
    /** Epoch seconds of the last event before; null: there was none. */
    lastSeen: real("last_seen"),
    /** Epoch seconds. */
    toldAt: integer("told_at").notNull(),
    /** Its message was about others, too; their incident ends with the last of them. */
    isShared: integer("is_shared", { mode: "boolean" }).notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.triggerId, table.value] })],
);

export type AbsenceRow = typeof absences.$inferSelect;
