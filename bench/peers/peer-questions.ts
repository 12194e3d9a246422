export type PeerName = "duckdb" | "clickhouse";

/** The questions in the language of another engine, by their first word ("Q1"). `until`: epoch seconds. */
export function peerQuestions(peer: PeerName, until: number): ReadonlyMap<string, string> {
  const words = peer === "duckdb" ? duckDb : clickHouse;
  const { table, since, contains, containsAnyCase, matches, word, bucket, p95, hasNone, hasAny } = words;
  const newest = (where: string, page: string) =>
    `SELECT * FROM ${table}${where === "" ? "" : ` WHERE ${where}`} ORDER BY ts DESC ${page}`;
  const count = (where: string) => `SELECT count(*) FROM ${table} WHERE ${where}`;
  const top = (field: string, where = "true") =>
    `SELECT ${field}, count(*) AS n FROM ${table} WHERE ${where} GROUP BY ${field} ORDER BY n DESC LIMIT 10`;
  const threeConditions = `severity <= 3 AND status_code >= 500 AND ${hasNone("error_code")}`;
  return new Map([
    ["Q1", `SELECT count(*) FROM ${table}`],
    ["Q2", newest("severity = 3", "LIMIT 100")],
    ["Q3", newest(word("kraken"), "LIMIT 100")],
    ["Q4", newest(contains("connection refused"), "LIMIT 50")],
    ["Q4c", count(contains("connection refused"))],
    ["Q5", newest(containsAnyCase("efuse"), "LIMIT 50")],
    ["Q5c", count(containsAnyCase("efuse"))],
    ["Q6", newest(matches, "LIMIT 50")],
    ["Q6c", count(matches)],
    ["Q7", top("src_ip")],
    ["Q8", top("request_id")],
    ["Q9", top("path", `status_code >= 500 AND ${since(until - 6 * 3_600)}`)],
    ["Q10", `SELECT ${bucket} AS step, severity, count(*) FROM ${table} GROUP BY step, severity ORDER BY step`],
    ["Q11", `SELECT "user", max(ts) AS seen FROM ${table} WHERE ${hasAny} GROUP BY "user" ORDER BY seen DESC LIMIT 10`],
    ["Q12", `SELECT program, avg(duration_ms), ${p95} FROM ${table} GROUP BY program`],
    ["Q13", newest(threeConditions, "LIMIT 50")],
    ["Q13c", count(threeConditions)],
    ["Q14", newest("", "LIMIT 50 OFFSET 50000")],
  ]);
}

const duckDb = {
  table: "events",
  since: (seconds: number) => `ts >= make_timestamp(${seconds}::BIGINT * 1000000)`,
  contains: (text: string) => `contains(message, '${text}')`,
  containsAnyCase: (text: string) => `message ILIKE '%${text}%'`,
  word: (text: string) => `contains(message, '${text}')`,
  matches: "regexp_matches(message, 'port\\s[0-9]*777\\s')",
  bucket: "time_bucket(INTERVAL 5 minutes, ts)",
  p95: "quantile_cont(duration_ms, 0.95)",
  hasNone: (field: string) => `${field} IS NULL`,
  hasAny: '"user" IS NOT NULL',
};

const clickHouse: typeof duckDb = {
  table: "bench.events",
  since: (seconds) => `ts >= toDateTime(${seconds})`,
  contains: (text) => `position(message, '${text}') > 0`,
  containsAnyCase: (text) => `positionCaseInsensitive(message, '${text}') > 0`,
  word: (text) => `hasToken(message, '${text}')`,
  matches: "match(message, 'port\\\\s[0-9]*777\\\\s')",
  bucket: "toStartOfInterval(ts, INTERVAL 5 MINUTE)",
  p95: "quantile(0.95)(duration_ms)",
  hasNone: (field) => `${field} = ''`,
  hasAny: `"user" != ''`,
};
