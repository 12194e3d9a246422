import * as z from "zod";

/** Results of the tests: for the API's description, and as types. */

const count = z.int().min(0);
const milliseconds = z.number().min(0);

const measuredRule = z.object({
  name: z.string().describe("Of the file and of the rule in it, such as `sshd / failed login`."),
  type: z.string().describe("tag, rewrite, replace, tokenize, kv, grok, json or drop."),
  asked: count.describe("Events that it looked at: those of programs that it may concern."),
  matched: count,
  errors: count,
  seconds: z.number().min(0).describe("Of this rule alone."),
  eps: z.number().nullable().describe("Events a second that this rule alone could look at. Null: it was never asked."),
  us_per_event: z.number().min(0).describe("Microseconds, spread over all events of the test."),
  us_per_asked: z.number().nullable().describe("Microseconds for each event that it looked at."),
  share: z.number().min(0).max(1).describe("Of the time of all rules."),
  slowest_sample: z.string().nullable().describe("The message that it takes longest for, cut to 300 characters."),
  slowest_us: z.number().nullable().describe("How long it takes for that one: the least of all times it came."),
  reason: z.string().nullable().describe("Why it deserves a look; null: it does not."),
});
export type MeasuredRule = z.output<typeof measuredRule>;

export const rulesResult = z
  .object({
    event_count: count,
    samples: z.object({
      of: z.enum(["built_in", "given", "stored"]),
      count: count.describe("Different ones; they come in turn."),
    }),
    seconds: z.number().describe("Reading the events and all rules together; rests do not count."),
    eps: z.number().describe("Events a second of that."),
    rules_seconds: z.number().describe("Of the seconds, all rules together."),
    rule_count: count.describe("Rules that were measured; the slowest 500 are listed."),
    rules: z.array(measuredRule).describe("Slowest first."),
  })
  .meta({ id: "ParserRulesPerfTestResult" });
export type RulesResult = z.output<typeof rulesResult>;

const throughput = z.object({
  eps: z.number().describe("Events a second: written ones, or rows that answers were made from."),
  bytes_per_second: z.number().describe("Of their messages."),
  p50_ms: milliseconds.describe("Of one delivery until it is on disk, or of one answer."),
  p95_ms: milliseconds,
  p99_ms: milliseconds,
});
export type Throughput = z.output<typeof throughput>;

export const storageResult = z
  .object({
    write: throughput.nullable().describe("Null when only reading was asked for."),
    read: throughput.nullable().describe("Null when only writing was asked for."),
    bytes_per_event: z.number().nullable().describe("On disk, sealed. Null: the parser rules dropped all."),
    fsync_ms: milliseconds.describe("Median of writing 4 KiB to the end of a file and flushing it."),
    fsync_p95_ms: milliseconds,
    fsync_max_ms: milliseconds,
    rule_count: count.describe("Parser rules in force, which all events went through."),
    trigger_count: count.describe("Active triggers, which all events met; none of them acted."),
  })
  .meta({ id: "StoragePerfTestResult" });
export type StorageResult = z.output<typeof storageResult>;

const times = {
  p50_ms: milliseconds.nullable().describe("Null: no answer, or no widget."),
  p95_ms: milliseconds.nullable(),
  max_ms: milliseconds.nullable(),
  cold_ms: milliseconds.nullable().describe("The first asking, with nothing of it in the memory of the service."),
  rows_read: count,
  bytes_read: count.describe("Of the event files, cold: what was not in memory."),
  status: z.enum(["SUCCESS", "FAILURE"]),
};

const widgetTimes = z.object({
  id: z.int(),
  title: z.string(),
  type: z.string(),
  ...times,
  error: z.string().nullable(),
  reason: z.string().nullable().describe("What makes it slow, for people; null: nothing does."),
});
export type WidgetTimes = z.output<typeof widgetTimes>;

const dashboardTimes = z.object({
  id: z.int(),
  title: z.string(),
  ...times,
  widgets: z.array(widgetTimes).describe("Slowest first; what fails before all."),
});
export type DashboardTimes = z.output<typeof dashboardTimes>;

export const dashboardsResult = z
  .object({
    repeat: z.int(),
    dashboards: z.array(dashboardTimes).describe("Slowest first. Times are of all widgets, one after the other."),
  })
  .meta({ id: "DashboardPerfTestResult" });
export type DashboardsResult = z.output<typeof dashboardsResult>;

const rates = {
  max_eps: z
    .number()
    .describe("Events a second that can come in for long, over HTTP from a sender on this machine, 1,000 in a body."),
  parser_eps: z.number().describe("Reading events and parser rules alone, by one thread."),
  store_eps: z
    .number()
    .describe("All that intake does until events are on disk and sealed, triggers too, by one thread."),
  trigger_eps: z.number().nullable().describe("Asking the active triggers alone. Null: there are none."),
  http_eps: z.number().describe("Sending and receiving bodies alone, both ends by one thread."),
  query_ms: milliseconds
    .nullable()
    .describe("Median of typical questions about what is stored. Null: nothing is, or the caller may not search."),
  bytes_per_event: z.number().nullable().describe("On disk. Null: the parser rules drop all."),
};

const earlierEstimate = z.object({ created_at: z.int(), ...rates, cpu_count: z.int() });
export type EarlierEstimate = z.output<typeof earlierEstimate>;

export const estimateResult = z
  .object({
    ...rates,
    query_ms_at: z
      .array(z.object({ events: count, ms: milliseconds }))
      .describe("The same when so many events of the last 24 hours are stored."),
    stored_events: count,
    bytes_per_event_of: z
      .enum(["stored", "scratch"])
      .describe("Real sealed events, or while there are none the test's."),
    samples: z.object({ of: z.enum(["built_in", "stored"]), count }).describe("Events that the rates are of."),
    rule_count: count,
    trigger_count: count,
    disk_bytes: z.number().describe("What events may take: as asked, or by the settings and the disk."),
    retention_days_at: z.array(
      z.object({ eps: z.number(), days: z.number(), of: z.enum(["given", "last_24_hours", "example", "max_eps"]) }),
    ),
    cpu_count: z.int(),
    duration: z.number().describe("Seconds."),
    drift: z
      .object({ max_eps: z.number(), parser_eps: z.number(), store_eps: z.number(), query_ms: z.number().nullable() })
      .nullable()
      .describe("Against the median of the earlier ones: 0.1 is a tenth more. Null: there are none."),
    history: z.array(earlierEstimate).describe("The last 20 before this one, newest first."),
  })
  .meta({ id: "EstimateResult" });
export type EstimateResult = z.output<typeof estimateResult>;
