import { severityOfLevel } from "../../../eventstore/event/severity-words.ts";
import { readIsoTime } from "../../../time-text/iso-time.ts";
import { addTag } from "../../../time-text/scan.ts";
import type { LineContext, LineFields } from "../line-fields.ts";

/** `I, [2026-11-21T09:00:00.123456 #1234]  INFO -- app: message`, Ruby's logger. */
export function readRuby(line: string, context: LineContext): LineFields | undefined {
  if (line.startsWith(created)) return readCreated(line, context);
  if (line[1] !== "," || line[3] !== "[") return undefined;
  const time = readIsoTime(line, 4, context.timezone);
  const rest = time === undefined ? null : restPattern.exec(line.slice(time.end, time.end + 200));
  const severity = rest === null ? undefined : rest[2] === "ANY" ? 6 : severityOfLevel(rest[2]!);
  if (time === undefined || rest === null || severity === undefined) return undefined;
  const tags: string[] = [];
  addTag(tags, "pid", rest[1]);
  const program = rest[3] ? { program: rest[3] } : {};
  const message = line.slice(time.end + rest[0].length);
  return { format: "ruby", time: time.time, ...program, severity, message: message === "" ? line : message, tags };
}

const created = "# Logfile created on ";

/** `# Logfile created on 2026-11-21 09:00:00 +0000 by logger.rb/v1.5.0`, the first line of each file. */
function readCreated(line: string, context: LineContext): LineFields | undefined {
  const read = readIsoTime(line, created.length, context.timezone);
  return read && { format: "ruby", time: read.time, message: line, tags: [] };
}

const restPattern = /^ #(\d{1,10})\] +([A-Z]{3,7}) -- (?:([^:]{1,120}))?: ?/;
