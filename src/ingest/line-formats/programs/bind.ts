import { severityOfLevel } from "../../../eventstore/event/severity-words.ts";
import { readLikelyTime } from "../../../time-text/free-time.ts";
import { readIsoTime } from "../../../time-text/iso-time.ts";
import type { LineContext, LineFields } from "../line-fields.ts";

/**
 * `21-Nov-2026 09:00:00.123 queries: info: client @0x7f …`, the channels of BIND that print everything; category and
 * level may be off; with ISO times, too.
 */
export function readBind(line: string, context: LineContext): LineFields | undefined {
  const isIso = line[10] === "T" && line[4] === "-";
  if (!isIso && (line[2] !== "-" || line[6] !== "-")) return undefined;
  const time = isIso ? readIsoTime(line, 0, context.timezone) : readLikelyTime(line, 0, context);
  const pattern = isIso ? isoPattern : restPattern;
  const rest = time === undefined ? null : pattern.exec(line.slice(time.end, time.end + 80));
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

/** Other programs write the same form, but not these words. */
const isoPattern =
  /^ (client|config|database|dnssec|general|lame-servers|network|notify|queries|query-errors|rate-limit|resolver|rpz|security|update|update-security|xfer-in|xfer-out|zoneload): (critical|error|warning|notice|info|debug)(?: \d{1,2})?: /;
const restPattern = /^ (?:([a-z][a-z0-9-]{2,31}): )?(critical|error|warning|notice|info|debug)(?: \d{1,2})?: /;
