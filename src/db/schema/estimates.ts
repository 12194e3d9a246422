import { integer, real, sqliteTable } from "drizzle-orm/sqlite-core";

/** Estimates of the machine's capacity; rates are events a second. */
export const estimates = sqliteTable("estimates", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  createdAt: integer("created_at").notNull(),
  maxEps: real("max_eps").notNull(),
  parserEps: real("parser_eps").notNull(),
  storeEps: real("store_eps").notNull(),
  triggerEps: real("trigger_eps"),
  httpEps: real("http_eps").notNull(),
  queryMs: real("query_ms"),
  bytesPerEvent: real("bytes_per_event"),
  cpuCount: integer("cpu_count").notNull(),
});
