import { readLikelyTime } from "../../../time-text/free-time.ts";
import { addTag } from "../../../time-text/scan.ts";
import type { LineContext, LineFields } from "../line-fields.ts";

/**
 * `[21-Nov-2026 09:00:00 Europe/Berlin] PHP Warning:  …` of PHP, `[21-Nov-2026 09:00:00] WARNING: [pool www] …` of its
 * process manager.
 */
export function readPhp(line: string, context: LineContext): LineFields | undefined {
  const head = headPattern.exec(line);
  if (head === null) return undefined;
  const zone = head[2];
  const timezone = zone === undefined ? context.timezone : knownZone(zone);
  if (timezone === undefined) return undefined;
  const time = readLikelyTime(head[1]!, 0, { ...context, timezone });
  const rest = line.slice(head[0].length);
  const level = levelPattern.exec(rest);
  if (time === undefined || time.end !== head[1]!.length || level === null) return undefined;
  const severity = severities[(level[1] ?? level[2])!.toLowerCase()];
  if (severity === undefined) return undefined;
  const isManager = level[2] !== undefined;
  const message = rest.slice(level[0].length);
  const tags: string[] = [];
  const place = / in (\/[^ ]{1,200}|[A-Z]:\\[^ ]{1,200}) on line (\d{1,7})$/.exec(message);
  addTag(tags, "file_path", place?.[1]);
  addTag(tags, "line", place?.[2]);
  const program = isManager ? "php-fpm" : "php";
  return { format: "php", time: time.time, program, severity, message: message === "" ? line : message, tags };
}

const headPattern = /^\[(\d\d-[A-Z][a-z]{2}-\d{4} \d\d:\d\d:\d\d(?:\.\d{1,6})?)(?: ([A-Z][\w/+-]{1,40}))?\] /;
const levelPattern =
  /^(?:PHP (Fatal error|Parse error|Recoverable fatal error|Core error|Compile error|Warning|Core warning|Notice|Deprecated|Strict Standards): {1,2}|(DEBUG|NOTICE|WARNING|ERROR|ALERT): )/;
const severities: Record<string, number> = {
  "fatal error": 3,
  "parse error": 3,
  "recoverable fatal error": 3,
  "core error": 3,
  "compile error": 3,
  error: 3,
  alert: 1,
  warning: 4,
  "core warning": 4,
  notice: 5,
  deprecated: 5,
  "strict standards": 5,
  debug: 7,
};

/** PHP names its zone as the tables do, or UTC. */
function knownZone(name: string): string | undefined {
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name).timeZoneId;
  } catch {
    return undefined;
  }
}
