import * as z from "zod";
import { rewriteRulesMax } from "../../parser-rules/limits.ts";
import { storageModes } from "../../performance/measure/measure-storage.ts";
import {
  batchBytesMax,
  batchSizeMax,
  defaultTimeoutSeconds,
  epsMax,
  estimateSecondsMax,
  estimateSecondsMin,
  eventCountMax,
  messageSizeMax,
  messagesBytesMax,
  repeatMax,
  ruleNameCharactersMax,
  rulesMax,
  sampleEventsMax,
  timeoutSecondsMax,
} from "./limits.ts";

const pollHelp = "Of an own run of this kind: it is answered, and nothing is started.";
const runId = z.uuid().nullish();
const eventCount = z.int().min(1).max(eventCountMax);
const timeout = z
  .int()
  .min(1)
  .max(timeoutSecondsMax)
  .default(defaultTimeoutSeconds)
  .describe("Seconds; a run that is not done by then is a FAILURE.");

/** The fields read from an AsyncTask; all others are ignored, so that a record can be sent back. */
export const dashboardPerfTestRequest = z
  .object({
    id: runId.describe(pollHelp),
    dashboard_id: z.int().min(1).nullish().describe("Only this dashboard; else all that the caller may see."),
    repeat: z.int().min(1).max(repeatMax).default(3).describe("Number of times that each widget's question is asked."),
  })
  .meta({ id: "DashboardPerfTestRequest" });
export type DashboardPerfTestRequest = z.output<typeof dashboardPerfTestRequest>;

export const estimateRequest = z
  .object({
    id: runId.describe(pollHelp),
    seconds: z
      .number()
      .min(estimateSecondsMin)
      .max(estimateSecondsMax)
      .default(10)
      .describe("About how long to measure; sealing and questions come on top."),
    eps: z.number().positive().max(epsMax).nullish().describe("A rate to say days of retention and query times for."),
    disk_bytes: z
      .int()
      .min(1)
      .nullish()
      .describe(
        "Disk space for events, for which days of retention are computed. Default: the space that settings and disk leave.",
      ),
  })
  .meta({ id: "EstimateRequest" });
export type EstimateRequest = z.output<typeof estimateRequest>;

export const parserRulesPerfTestRequest = z
  .object({
    task_id: runId.describe(pollHelp),
    rules: z
      .array(z.string().min(1).max(ruleNameCharactersMax))
      .max(rulesMax)
      .default([])
      .describe("Names of rule files to measure, also switched off ones; else all that are enabled."),
    rewrite_rules: z
      .array(z.record(z.string(), z.unknown()))
      .max(rewriteRulesMax)
      .default([])
      .describe("Rules as in a rule file, to measure in the place of those that there are."),
    sample_events: z
      .array(z.union([z.string(), z.record(z.string(), z.unknown())]))
      .max(sampleEventsMax)
      .default([])
      .describe("Events as in POST /incoming, or single lines as programs write them."),
    sample_source: z
      .enum(["built_in", "stored"])
      .default("built_in")
      .describe(
        "Without sample_events: built-in lines, or the newest 500 stored events of the last 7 days that the caller may see.",
      ),
    event_count: eventCount.default(10_000).describe("Events to parse; the samples are repeated in turn."),
    timeout,
  })
  .superRefine(({ rules, rewrite_rules }, context) => {
    if (rules.length > 0 && rewrite_rules.length > 0)
      context.addIssue({
        code: "custom",
        path: ["rewrite_rules"],
        message: "Expected rules or rewrite_rules, not both.",
      });
  })
  .meta({ id: "ParserRulesPerfTestRequest" });
export type ParserRulesPerfTestRequest = z.output<typeof parserRulesPerfTestRequest>;

export const storagePerfTestRequest = z
  .object({
    task_id: runId.describe(pollHelp),
    event_count: eventCount.default(100_000).describe("Events to write to a scratch store."),
    message_size: z.int().min(16).max(messageSizeMax).default(256).describe("Bytes of the message of each event."),
    batch_size: z.int().min(1).max(batchSizeMax).default(1000).describe("Events of one delivery, flushed together."),
    mode: z.enum(storageModes).default("both").describe("Parts to measure; for reading, events are written first."),
    timeout,
  })
  .superRefine(({ event_count, message_size, batch_size }, context) => {
    const refuse = (field: string, what: string, maxBytes: number) =>
      context.addIssue({
        code: "custom",
        path: [field],
        message: `${what} of ${message_size} bytes are more than ${maxBytes} bytes: expected at most ${Math.floor(maxBytes / message_size)}.`,
      });
    if (batch_size * message_size > batchBytesMax) refuse("batch_size", "So many messages", batchBytesMax);
    if (event_count * message_size > messagesBytesMax) refuse("event_count", "So many messages", messagesBytesMax);
  })
  .meta({ id: "StoragePerfTestRequest" });
export type StoragePerfTestRequest = z.output<typeof storagePerfTestRequest>;
