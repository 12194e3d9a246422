import type { PeerName } from "./peer-questions.ts";

const duckDb = {
  contains: (text: string) => `contains(message, '${text}')`,
  containsAnyCase: (text: string) => `message ILIKE '%${text}%'`,
  word: (text: string) => `contains(message, '${text}')`,
  matches: (pattern: string) => `regexp_matches(message, '${pattern}')`,
  startsWith: (column: string, text: string) => `starts_with(${column}, '${text}')`,
  bucket: (minutes: number) => `time_bucket(INTERVAL ${minutes} minutes, ts)`,
  hour: "date_trunc('hour', ts)",
  p95: (column: string) => `quantile_cont(${column}, 0.95)`,
  distinct: (column: string) => `count(DISTINCT ${column})`,
  /** The `n` of all rows as one text. */
  counts: (rows: string) => `SELECT coalesce(string_agg(n, ' '), '0 rows') FROM (${rows})`,
};

/** What the peers call by different names. Columns are names in SQL. */
export type SqlWords = typeof duckDb;

const clickHouse: SqlWords = {
  contains: (text) => `position(message, '${text}') > 0`,
  containsAnyCase: (text) => `positionCaseInsensitive(message, '${text}') > 0`,
  word: (text) => `hasToken(message, '${text}')`,
  matches: (pattern) => `match(message, '${pattern.replaceAll("\\", "\\\\")}')`,
  startsWith: (column, text) => `startsWith(${column}, '${text}')`,
  bucket: (minutes) => `toStartOfInterval(ts, INTERVAL ${minutes} MINUTE)`,
  hour: "toStartOfHour(ts)",
  p95: (column) => `quantile(0.95)(${column})`,
  distinct: (column) => `uniqExact(${column})`,
  counts: (rows) => `SELECT if(count() = 0, '0 rows', arrayStringConcat(groupArray(toString(n)), ' ')) FROM (${rows})`,
};

/** One text in the languages of both peers, with the name of their table. */
export function bySql(write: (table: string, words: SqlWords) => string): Record<PeerName, string> {
  return { duckdb: write("events", duckDb), clickhouse: write("bench.events", clickHouse) };
}
