import { microsOfDate } from "../../../time-text/civil-time.ts";
import { addTag, digitsAt } from "../../../time-text/scan.ts";
import type { LineContext, LineFields } from "../line-fields.ts";

/**
 * `2026-11-21-09.00.00.123456+060 I1046E357             LEVEL: Error` of DB2's diagnostic log: the zone in minutes, a
 * record, its level. Lines with names and values follow.
 */
export function readDb2(line: string, _context: LineContext): LineFields | undefined {
  const found = line.length > 200 ? null : pattern.exec(line);
  if (found === null) return undefined;
  const [, zone, record, level] = found;
  const [year, month, day] = [digitsAt(line, 0, 4), digitsAt(line, 5, 2), digitsAt(line, 8, 2)];
  const [hour, minute, second] = [digitsAt(line, 11, 2), digitsAt(line, 14, 2), digitsAt(line, 17, 2)];
  const wall = microsOfDate(year, month, day, hour, minute, second, digitsAt(line, 20, 6));
  if (wall === undefined) return undefined;
  const tags: string[] = [];
  addTag(tags, "record", record);
  return {
    format: "db2",
    time: wall - Number(zone) * 60_000_000,
    program: "db2",
    severity: severities[level!] ?? 6,
    message: line,
    tags,
    header: "db2",
  };
}

const pattern =
  /^\d{4}-\d\d-\d\d-\d\d\.\d\d\.\d\d\.\d{6}([+-]\d{3}) ([A-Z]\d{1,16}[A-Z]\d{1,8}) +LEVEL: (Critical|Severe|Error|Warning|Event|Info)(?: \([^)]{1,20}\))?$/;
const severities: Readonly<Record<string, number>> = { Critical: 2, Severe: 3, Error: 3, Warning: 4 };

/** The lines of a record: its host, and its text. */
export function openDb2(fields: LineFields, more: readonly string[]): LineFields {
  const { header: _header, ...rest } = fields;
  const text = more.join("\n");
  const host = /^HOSTNAME: *([\w.-]{1,255})/m.exec(text)?.[1];
  const tags = [...rest.tags];
  addTag(tags, "pid", /^PID +: (\d{1,10})/m.exec(text)?.[1]);
  addTag(tags, "function", /^FUNCTION: (.{1,200})/m.exec(text)?.[1]);
  return { ...rest, ...(host === undefined ? {} : { host }), message: text, tags };
}
