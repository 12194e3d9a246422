import { readFreeTime, readLikelyTime } from "../../../time-text/free-time.ts";
import { readIsoTime } from "../../../time-text/iso-time.ts";
import type { LineContext, LineFields } from "../line-fields.ts";

/**
 * The slow log of MySQL and MariaDB: `# Time: 2026-11-21T09:00:00.123456Z`, `# Time: 261121  9:00:00` of old ones. The
 * lines below say who asked, how long it took, and the statement; of several within a second only the first has a time.
 */
export function readSlowLog(line: string, context: LineContext): LineFields | undefined {
  if (line.startsWith("# User@Host: ")) return { ...common, message: line, tags: [], severity: 5, header: "slow" };
  if (!line.startsWith("# Time: ")) return undefined;
  const time = readMysqlTime(line, timeAt, context);
  if (time?.end !== line.length) return undefined;
  return { ...common, time: time.time, message: line, tags: [], severity: 5, header: "slow" };
}

const common = { format: "slow_log" } as const;
const timeAt = "# Time: ".length;

/** ISO, or a date that begins with a year of two digits. */
export function readMysqlTime(line: string, at: number, context: LineContext) {
  const time = readIsoTime(line, at, context.timezone);
  if (time !== undefined || readFreeTime(line, at) === undefined) return time;
  return readLikelyTime(line, at, { ...context, dateOrder: "ymd" });
}

/** A second `# User@Host:` begins another entry. */
export function beginsSlowEntry(line: string, first: string, more: readonly string[]): boolean {
  return line.startsWith("# User@Host: ") && (first.startsWith("# User@Host: ") || more.length > 0);
}

/** Removes the time of its first line from the message. */
export function openSlowEntry(fields: LineFields, more: readonly string[]): LineFields {
  const { header: _header, ...rest } = fields;
  const lines = fields.message.startsWith("# Time: ") ? more : [fields.message, ...more];
  return { ...rest, message: lines.join("\n") };
}
