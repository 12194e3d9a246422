import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { triggers } from "./triggers.ts";

/** A webhook to call or a mail to send, ready to go; kept until it is delivered or given up. */
export type OwedContent = (
  | { kind: "webhook"; url: string; method: "POST" | "PUT" | "PATCH" | "GET"; contentType: string; body: string }
  | { kind: "mail"; to: string[]; subject: string; text: string }
) & {
  /** Something that begins and ends: its messages are delivered in their order. */
  incident?: string;
};

/** Messages that triggers owe to other machines, kept over restarts. */
export const owedMessages = sqliteTable(
  "owed_messages",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    triggerId: integer("trigger_id")
      .notNull()
      .references(() => triggers.id, { onDelete: "cascade" }),
    kind: text("kind").notNull(),
    message: text("message", { mode: "json" }).$type<OwedContent>().notNull(),
    createdAt: integer("created_at").notNull(),
    /** The act that gets its result; null for messages of earlier versions. */
    actId: integer("act_id"),
  },
  (table) => [index("owed_messages_trigger_id").on(table.triggerId)],
);

/** Actions that a stop did not get to, as JSON; the next start carries them out. */
export const waitingActions = sqliteTable("waiting_actions", {
  id: integer("id").primaryKey(),
  action: text("action").notNull(),
});
