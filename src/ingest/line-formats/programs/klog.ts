import { fromZone, microsOfDate } from "../../../time-text/civil-time.ts";
import { readClock } from "../../../time-text/clock-time.ts";
import { guessYear } from "../../../time-text/month-time.ts";
import { addTag, digitsAt } from "../../../time-text/scan.ts";
import type { LineContext, LineFields } from "../line-fields.ts";

/**
 * `I1121 09:00:00.123456   12345 server.go:123] message` of Kubernetes and whatever else writes as Google's glog does;
 * `I20261121` in newer C++, `I261121` and a mark of its own in CockroachDB.
 */
export function readKlog(line: string, context: LineContext): LineFields | undefined {
  const head = headPattern.exec(line);
  if (head === null) return undefined;
  const [whole, letter, year, pid, file, fileLine] = head;
  const dateAt = year === undefined ? 1 : 1 + year.length;
  const clock = readClock(line, dateAt + 5);
  if (clock === undefined) return undefined;
  const timeIn = (anyYear: number) => {
    const { hour, minute, second, fraction } = clock;
    const [month, day] = [digitsAt(line, dateAt, 2), digitsAt(line, dateAt + 2, 2)];
    const wall = microsOfDate(anyYear, month, day, hour, minute, second, fraction);
    return wall === undefined ? undefined : fromZone(wall, context.timezone);
  };
  const time = year === undefined ? guessYear(timeIn, context) : timeIn(Number(year) + (year.length === 2 ? 2000 : 0));
  if (time === undefined) return undefined;
  const tags: string[] = [];
  addTag(tags, "pid", pid);
  addTag(tags, "file_name", file);
  addTag(tags, "line", fileLine);
  const message = line.slice(whole.length);
  return { format: "klog", time, severity: severities[letter!]!, message: message === "" ? line : message, tags };
}

const headPattern =
  /^([DIWEF])(\d{4}|\d\d)?\d{4} \d\d:\d\d:\d\d\.\d{6} +(\d{1,10}) (?:\d{1,10}@)?([\w./@-]{1,100}):(\d{1,6})(?:\]| ⋮) ?/;
const severities: Record<string, number> = { D: 7, I: 6, W: 4, E: 3, F: 2 };
