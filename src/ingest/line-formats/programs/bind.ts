import { severityOfLevel } from "../../../eventstore/event/severity-words.ts";
import type { LineContext, LineFields } from "../line-fields.ts";
import { readLikelyTime } from "../times/free-time.ts";

/**
 * `21-Nov-2026 09:00:00.123 queries: info: client @0x7f …`, the channels of BIND that print everything; category and
 * level may be off.
 */
export function readBind(line: string, context: LineContext): LineFields | undefined {
  if (line[2] !== "-" || line[6] !== "-") return undefined;
  const time = readLikelyTime(line, 0, context);
  const rest = time === undefined ? null : restPattern.exec(line.slice(time.end, time.end + 80));
  const severity = rest === null ? undefined : severityOfLevel(rest[2]!);
  if (time === undefined || rest === null || severity === undefined) return undefined;
  const tags = rest[1] === undefined ? [] : ["category", rest[1]];
  const message = line.slice(time.end + rest[0].length);
  return {
    format: "bind",
    time: time.time,
    program: "named",
    severity,
    message: message === "" ? line : message,
    tags,
  };
}

const restPattern = /^ (?:([a-z][a-z0-9-]{2,31}): )?(critical|error|warning|notice|info|debug)(?: \d{1,2})?: /;
