import { rareWord } from "../corpora/corpus.ts";
import { type PeerName, peerQuestions } from "../peers/peer-questions.ts";

export interface BenchQuestion {
  name: string;
  body: { type: string; params: Record<string, unknown> };
  /** The same in the languages of other engines that can express it. */
  sql?: Partial<Record<PeerName, string>>;
  /** All give the same number, or numbers, as `Asker.ask` returns them. */
  isExact?: boolean;
}

/** Seventeen questions of people and dashboards, over the days before `until` (epoch seconds). */
export function benchQuestions(until: number, days = 1): BenchQuestion[] {
  const time_range = { ts_from: until - days * 86_400, ts_to: until + 1, timezone: "UTC" };
  const lastHours = { ts_from: until - 6 * 3_600, ts_to: until + 1, timezone: "UTC" };
  const hoursBefore = { ts_from: until - 12 * 3_600, ts_to: until - 6 * 3_600 };
  const all: [string, string, Record<string, unknown>][] = [
    ["Q1 count all", "EventRate", {}],
    ["Q2 newest 100 errors", "Search", { q: "severity:error" }],
    ["Q3 rare word", "Search", { q: rareWord }],
    ["Q4 phrase, first 50", "Search", { q: '"connection refused"', page_size: 50 }],
    ["Q4c phrase, count", "EventRate", { q: '"connection refused"' }],
    ["Q5 substring, first 50", "Search", { q: "*EFUSE*", page_size: 50 }],
    ["Q5c substring, count", "EventRate", { q: "*EFUSE*" }],
    ["Q6 regex, first 50", "Search", { q: "message=~port\\s[0-9]*777\\s", page_size: 50 }],
    ["Q6c regex, count", "EventRate", { q: "message=~port\\s[0-9]*777\\s" }],
    ["Q7 top src_ip (50,000)", "TopN", { field: "src_ip", limit: 10 }],
    ["Q8 top request_id (unique)", "TopN", { field: "request_id", limit: 10 }],
    ["Q9 top path, 5xx, 6 h", "TopN", { field: "path", limit: 10, q: "status_code>=500", time_range: lastHours }],
    [
      "Q10 rate by severity, 5 min",
      "TopN",
      { field: "severity", with_subperiods: true, time_range: { ...time_range, step: 300 * Math.ceil(days / 30) } },
    ],
    ["Q11 last 10 users", "LastN", { field: "user", limit: 10 }],
    ["Q12 statistics of duration", "Stats", { field: "duration_ms", by: ["program"], functions: ["avg", "p95"] }],
    ["Q13 three conditions", "Search", { q: "severity<=3 status_code>=500 -error_code:*", page_size: 50 }],
    ["Q13c the same, count", "EventRate", { q: "severity<=3 status_code>=500 -error_code:*" }],
    ["Q14 page far down", "Search", { page_size: 50, offset: 50_000 }],
    ["Q15 patterns", "Patterns", { limit: 50 }],
    ["Q15e patterns of errors", "Patterns", { limit: 50, q: "severity<=3" }],
    ["Q16 changes, 6 h to 6 h before", "Changes", { time_range: lastHours, base: hoursBefore }],
    ["Q17 around an event", "Around", { id: "1000" }],
  ];
  const duckdb = peerQuestions("duckdb", until);
  const clickhouse = peerQuestions("clickhouse", until);
  return all.map(([name, type, params]) => {
    const word = name.split(" ")[0]!;
    const [first, second] = [duckdb.get(word), clickhouse.get(word)];
    const sql = { ...(first && { duckdb: first }), ...(second && { clickhouse: second }) };
    return { name, body: { type, params: { time_range, ...params } }, sql };
  });
}
