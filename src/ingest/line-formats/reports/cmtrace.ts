import { microsOfDate } from "../../../time-text/civil-time.ts";
import { addTag, digitsAt } from "../../../time-text/scan.ts";
import type { LineFields } from "../line-fields.ts";

/**
 * `<![LOG[Policy arrived]LOG]!><time="09:00:00.123-060" date="11-21-2026" component="PolicyAgent" … type="1" …>` of
 * Configuration Manager and Intune, which CMTrace shows. The offset to UTC, in minutes, follows the time.
 */
export function readCmtrace(line: string): LineFields | undefined {
  if (!line.startsWith("<![LOG[")) return undefined;
  const end = line.lastIndexOf("]LOG]!><time=");
  const found = end < 0 ? null : pattern.exec(line.slice(end, end + 800));
  if (found === null) return undefined;
  const [, clock, bias = "0", month, day, year, component, context, type, thread, file] = found as unknown as string[];
  const [hour, minute, second] = [digitsAt(clock!, 0, 2), digitsAt(clock!, 3, 2), digitsAt(clock!, 6, 2)];
  const fraction = Number(clock!.slice(9).padEnd(6, "0").slice(0, 6));
  const wall = microsOfDate(Number(year), Number(month), Number(day), hour, minute, second, fraction);
  if (wall === undefined) return undefined;
  const tags: string[] = [];
  addTag(tags, "user", context);
  addTag(tags, "file_name", file);
  return {
    format: "cmtrace",
    time: wall + Number(bias) * 60_000_000,
    ...(component !== "" && { program: component! }),
    severity: severities[type!] ?? 6,
    message: line.slice("<![LOG[".length, end) || line,
    tags,
    extra: { thread },
  };
}

const pattern =
  /^\]LOG\]!><time="(\d\d:\d\d:\d\d\.\d{1,7})([+-]\d{1,4})?" date="(\d{1,2})-(\d{1,2})-(\d{4})" component="([^"]{0,100})" context="([^"]{0,200})" type="(\d)" thread="(\d{0,10})" file="([^"]{0,200})">\s*$/;
const severities: Readonly<Record<string, number>> = { "1": 6, "2": 4, "3": 3 };
