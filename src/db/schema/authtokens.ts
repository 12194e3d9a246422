import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { users } from "./users.ts";

export const tokenTypes = ["USER", "INGEST"] as const;
export type TokenType = (typeof tokenTypes)[number];

export const authtokens = sqliteTable(
  "authtokens",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    /** SHA-256 of the whole key, hex. */
    keyHash: text("key_hash").notNull().unique(),
    /** The public part with its prefix, `user-<12 hex>`: names the token, opens nothing. */
    shortKey: text("short_key").notNull().unique(),
    tokenType: text("token_type", { enum: tokenTypes }).notNull(),
    ownerId: integer("owner_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    description: text("description").notNull().default(""),
    createdAt: integer("created_at").notNull(),
    lastUsedAt: integer("last_used_at"),
    /** Its quotas; null: unlimited. */
    eventsPerSecond: integer("events_per_second"),
    bytesPerDay: integer("bytes_per_day"),
    /** The UTC day of `sentBytes`, YYYY-MM-DD; "": it sent nothing yet. */
    sentDay: text("sent_day").notNull().default(""),
    sentBytes: integer("sent_bytes").notNull().default(0),
    /** Null: never. */
    expiresAt: integer("expires_at"),
  },
  // One for each order of a list of everybody's, with the columns of its filters: a page of 100,000 tokens is read
  // without a sort. The first also serves one's own, which are few.
  (table) => [
    index("authtokens_owner_id").on(table.ownerId, table.id, table.tokenType),
    index("authtokens_created_at").on(table.createdAt, table.id, table.tokenType),
    index("authtokens_last_used_at").on(table.lastUsedAt, table.id, table.tokenType),
    index("authtokens_token_type").on(table.tokenType, table.id),
    index("authtokens_description").on(table.description, table.id, table.tokenType),
    // For those that have used up their quota of today.
    index("authtokens_sent_day").on(table.sentDay),
  ],
);
