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
  },
  (table) => [index("authtokens_owner_id").on(table.ownerId)],
);
