import { severityOfLevel } from "../../eventstore/event/severity-words.ts";
import { readFacility } from "../../eventstore/event/syslog-priority.ts";
import { readMonthTime } from "../../time-text/month-time.ts";
import { addTag } from "../../time-text/scan.ts";
import { readFullTime } from "./find-time.ts";
import type { LineContext, LineFields, LinePattern } from "./line-fields.ts";

/** The names of a pattern's groups that mean fields of ours. Every other one is a tag. */
const fieldNames = {
  time: ["time", "ts", "timestamp", "@timestamp"],
  host: ["host", "hostname"],
  program: ["program", "app", "service"],
  logger: ["logger"],
  severity: ["severity", "level", "loglevel"],
  facility: ["facility"],
  message: ["message", "msg"],
} as const;

/** Reads a line by a user's pattern; a line that does not match is text. */
export function readGroups(line: string, pattern: LinePattern, context: LineContext): LineFields | undefined {
  const groups = pattern(line);
  if (groups === undefined) return undefined;
  const rest = new Map(groups);
  const take = (names: readonly string[]) => {
    const name = names.find((one) => rest.get(one)?.trim());
    const text = name === undefined ? undefined : rest.get(name)!.trim();
    if (name !== undefined) rest.delete(name);
    return text;
  };
  const timeText = take(fieldNames.time);
  const time = timeText === undefined ? undefined : readTimeText(timeText, context);
  const level = take(fieldNames.severity);
  const severity = level === undefined ? undefined : (severityOfLevel(level) ?? numberUpTo(level, 7));
  const host = take(fieldNames.host);
  const program = take(fieldNames.program);
  const logger = take(fieldNames.logger);
  const facility = readFacility(take(fieldNames.facility));
  const message = take(fieldNames.message) ?? line;
  const tags: string[] = [];
  // Values that are not understood are kept under their names.
  if (time === undefined) addTag(tags, "time", timeText);
  if (severity === undefined) addTag(tags, "level", level);
  for (const [name, value] of rest) addTag(tags, name, value);
  return {
    format: "pattern",
    message,
    tags,
    ...(time === undefined ? {} : { time }),
    ...(host === undefined ? {} : { host }),
    ...(program === undefined ? {} : { program }),
    ...(logger === undefined ? {} : { logger }),
    ...(severity === undefined ? {} : { severity }),
    ...(facility === undefined ? {} : { facility }),
  };
}

function readTimeText(text: string, context: LineContext): number | undefined {
  const { timeFormat } = context;
  const read =
    timeFormat === undefined
      ? (readFullTime(text, 0, context) ?? readMonthTime(text, 0, context))
      : timeFormat.read(text, 0, context);
  return read?.end === text.length ? read.time : undefined;
}

function numberUpTo(text: string, max: number): number | undefined {
  return /^\d$/.test(text) && Number(text) <= max ? Number(text) : undefined;
}
