import { usageError } from "../command.ts";
import { readMoment, readTimezone, secondsOf } from "../time-arguments.ts";
import { readLimit } from "./options.ts";
import type { Question } from "./question-body.ts";

interface Arguments {
  _: string[];
  since?: string;
  "since-marker"?: string;
  until?: string;
  against?: string;
  by?: string;
  limit?: string;
  timezone?: string;
}

/**
 * The ranges to compare. `now`: epoch seconds; `markerTime`: that of the named marker. Throws CommandError with exit
 * code 2.
 */
export function readChangesOptions(args: Arguments, now: number, markerTime?: number): Question {
  const timezone = readTimezone(args.timezone);
  if (args.since !== undefined && args["since-marker"] !== undefined)
    throw usageError("Give one of --since and --since-marker.");
  const from = markerTime ?? readMoment("--since", args.since ?? defaultSince, timezone, now);
  const to = args.until === undefined ? now : readMoment("--until", args.until, timezone, now);
  if (to <= from) throw usageError("--until: expected a time after --since.");
  const base = readAgainst(args.against, from, to, timezone);
  const params = { by: args.by ?? "pattern", limit: readLimit(args.limit, 20, 1000), ...(base && { base }) };
  return { type: "Changes", q: args._[0] ?? "", params, timeRange: { ts_from: from, ts_to: to, timezone }, timezone };
}

const defaultSince = "10 minutes ago";

/** Undefined: the range right before. */
function readAgainst(text: string | undefined, from: number, to: number, timezone: string) {
  if (text === undefined || text === "before") return undefined;
  if (text === "yesterday") return { shift: shiftBy(from, 1, timezone) };
  if (text === "last week") return { shift: shiftBy(from, 7, timezone) };
  const ago = /^(.+?)(?:\s+ago)?$/.exec(text.trim());
  const seconds = ago ? secondsOf(ago[1]!) : undefined;
  if (seconds === undefined)
    throw usageError(`--against: expected before, yesterday, "last week" or, say, "2 hours ago", got "${text}".`);
  if (seconds < to - from) throw usageError("--against: expected a range that does not overlap the one since then.");
  return { shift: seconds };
}

/** To the same hour of the clock, also across a change of the clocks. */
function shiftBy(from: number, days: number, timezone: string): number {
  const then = Temporal.Instant.fromEpochMilliseconds(Math.floor(from * 1000)).toZonedDateTimeISO(timezone);
  return (then.epochMilliseconds - then.subtract({ days }).epochMilliseconds) / 1000;
}
