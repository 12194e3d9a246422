import type { TimeRange } from "../../query/time/time-range.ts";
import { usageError } from "../command.ts";
import { defaultSpan, readLast, readMoment, readStep, readTimezone } from "../time-arguments.ts";
import type { Question } from "./question-body.ts";

export interface QueryOptions extends Question {
  type: "Search" | "TopN" | "LastN" | "EventRate" | "Around" | "Stats";
}

/** The time range of the events. */
export interface TimeArguments {
  last?: string;
  from?: string;
  to?: string;
  all?: boolean;
}

interface Arguments extends TimeArguments {
  _: string[];
  top?: string;
  "last-of"?: string;
  rate?: string;
  around?: string;
  same?: string;
  stats?: string;
  by?: string;
  oldest?: boolean;
  limit?: string;
  timezone?: string;
}

/** The question on the command line. Throws CommandError with exit code 2 when the options contradict each other. */
export function readQueryOptions(args: Arguments): QueryOptions {
  const timezone = readTimezone(args.timezone);
  const { step, swallowed } = readRate(args);
  const { type, params } = readQuestion(args);
  const namesTime = args.last !== undefined || args.from !== undefined || args.to !== undefined;
  const timeRange = type === "Around" && !namesTime ? undefined : readTimeRange(args, timezone);
  if (timeRange !== undefined && step !== undefined) timeRange.step = step;
  return {
    type,
    q: args._[0] ?? swallowed ?? "",
    params: step === undefined ? params : { ...params, step },
    timeRange,
    timezone,
  };
}

function readQuestion(args: Arguments): Pick<QueryOptions, "type" | "params"> {
  const asked = (["top", "last-of", "rate", "around", "stats"] as const).filter((name) => args[name] !== undefined);
  if (asked.length > 1)
    throw usageError("--top, --last-of, --rate, --around and --stats are different questions: ask one.");
  if (args.same !== undefined && asked[0] !== "around") throw usageError("--same needs --around.");
  if (args.by !== undefined && asked[0] !== "stats") throw usageError("--by needs --stats.");
  if (args.oldest && asked.length > 0) throw usageError("--oldest is for events alone.");
  switch (asked[0]) {
    case "top":
    case "last-of": {
      const field = args[asked[0]];
      if (field === "") throw usageError(`--${asked[0]} needs a field, such as host.`);
      return { type: asked[0] === "top" ? "TopN" : "LastN", params: { field, limit: readLimit(args.limit, 10, 1000) } };
    }
    case "rate":
      return { type: "EventRate", params: {} };
    case "around": {
      if (!/^\d{1,16}$/.test(args.around!)) throw usageError("--around needs the id of an event; --ids shows them.");
      const limit = readLimit(args.limit, 10, 1000);
      const same = listOf(args.same);
      return { type: "Around", params: { id: args.around, before: limit, after: limit, same } };
    }
    case "stats": {
      if (args.stats === "") throw usageError("--stats needs a field, such as duration.");
      const params = { field: args.stats, by: listOf(args.by), functions: shownStatistics };
      return { type: "Stats", params: { ...params, limit: readLimit(args.limit, 10, 1000) } };
    }
    default: {
      const order = args.oldest ? { sort: "first_occurrence" } : {};
      return { type: "Search", params: { page_size: readLimit(args.limit, 20, 10_000), ...order } };
    }
  }
}

export const shownStatistics = ["count", "min", "avg", "p50", "p95", "max"];

function listOf(text = ""): string[] {
  return text.split(",").filter((name) => name !== "");
}

/** The parser gives `--rate` the next word; a word that is no step belongs to the query. */
function readRate(args: Arguments): { step: number | undefined; swallowed: string | undefined } {
  if (args.rate === undefined || args.rate === "" || args.rate === "auto")
    return { step: undefined, swallowed: undefined };
  const step = readStep(args.rate);
  if (step === undefined && args._.length > 0)
    throw usageError(`--rate: expected a step such as 60, 5m or 1h, got "${args.rate}".`);
  return { step, swallowed: step === undefined ? args.rate : undefined };
}

/** Undefined: from the first event to the last. Throws CommandError with exit code 2. */
export function readTimeRange(args: TimeArguments, timezone: string): TimeRange | undefined {
  const given = [args.last !== undefined, args.from !== undefined || args.to !== undefined, args.all === true];
  if (given.filter(Boolean).length > 1) throw usageError("Give one of --last, --from with --to, and --all.");
  if (args.all) return undefined;
  if (args.from === undefined && args.to === undefined) return { preset: readLast(args.last ?? defaultSpan), timezone };
  if (args.from === undefined) throw usageError("--to needs --from.");
  const now = Date.now() / 1000;
  const from = readMoment("--from", args.from, timezone, now);
  const to = args.to === undefined ? 0 : readMoment("--to", args.to, timezone, now);
  if (to !== 0 && to <= from) throw usageError("--to: expected a time after --from.");
  if (to === 0 && from >= Math.floor(now)) throw usageError(`--from: expected a time before now, got "${args.from}".`);
  return { ts_from: from, ts_to: to, timezone };
}

export function readLimit(text: string | undefined, fallback: number, max: number): number {
  if (text === undefined) return fallback;
  const value = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (value < 1 || value > max) throw usageError(`--limit: expected a number from 1 to ${max}, got "${text}".`);
  return value;
}
