import { fromZone, microsOfDate } from "../../../time-text/civil-time.ts";
import { type Clock, readClock } from "../../../time-text/clock-time.ts";
import { guessYear } from "../../../time-text/month-time.ts";
import { addTag, digitsAt } from "../../../time-text/scan.ts";
import type { LineContext, LineFields } from "../line-fields.ts";

/**
 * `I1121 09:00:00.123456   12345 server.go:123] message` of Kubernetes and everything else that writes as Google's glog
 * does; `I20261121` in newer C++, `I261121` with its own mark, or none, in CockroachDB.
 */
export function readKlog(line: string, context: LineContext): LineFields | undefined {
  if (line[0] === "[") return readChromium(line, context);
  const head = headPattern.exec(line);
  if (head === null) return undefined;
  const [whole, letter, year, pid, file, fileLine] = head;
  const dateAt = year === undefined ? 1 : 1 + year.length;
  const clock = readClock(line, dateAt + 5);
  if (clock === undefined) return undefined;
  const timeIn = yearlyTime(line, dateAt, clock, context);
  const time = year === undefined ? guessYear(timeIn, context) : timeIn(Number(year) + (year.length === 2 ? 2000 : 0));
  if (time === undefined) return undefined;
  const tags: string[] = [];
  addTag(tags, "pid", pid);
  addTag(tags, "file_name", file);
  addTag(tags, "line", fileLine);
  const message = line.slice(whole.length);
  return { format: "klog", time, severity: severities[letter!]!, message: message === "" ? line : message, tags };
}

/** The time of `1121` at `dateAt` with this clock, in any year. */
function yearlyTime(line: string, dateAt: number, clock: Omit<Clock, "end">, { timezone }: LineContext) {
  const [month, day] = [digitsAt(line, dateAt, 2), digitsAt(line, dateAt + 2, 2)];
  return (year: number) => {
    const wall = microsOfDate(year, month, day, clock.hour, clock.minute, clock.second, clock.fraction);
    return wall === undefined ? undefined : fromZone(wall, timezone);
  };
}

const headPattern =
  /^([DIWEF])(\d{4}|\d\d)?\d{4} \d\d:\d\d:\d\d\.\d{6} +(\d{1,10}) (?:\d{1,10}@)?([\w./@-]{1,100}):(\d{1,6})(?:\]| ⋮|(?= )) {0,2}/;
const severities: Record<string, number> = { D: 7, I: 6, W: 4, E: 3, F: 2 };

/** `[71:72:1121/090000.123456:ERROR:gpu_init.cc(12)] message` of Chromium and Electron; 71 and 72 may be missing. */
function readChromium(line: string, context: LineContext): LineFields | undefined {
  const head = chromiumPattern.exec(line);
  if (head === null) return undefined;
  const [whole, pid, thread, , clock, fraction, level, file, fileLine] = head as unknown as string[];
  const [hour, minute, second] = [digitsAt(clock!, 0, 2), digitsAt(clock!, 2, 2), digitsAt(clock!, 4, 2)];
  const dateAt = line.indexOf("/") - 4;
  const micros = Number(fraction!.padEnd(6, "0"));
  const time = guessYear(yearlyTime(line, dateAt, { hour, minute, second, fraction: micros }, context), context);
  if (time === undefined) return undefined;
  const tags: string[] = [];
  addTag(tags, "pid", pid);
  addTag(tags, "thread", thread);
  addTag(tags, "file_name", file);
  addTag(tags, "line", fileLine);
  const severity = chromiumLevels[level!] ?? 7;
  return { format: "klog", time, severity, message: line.slice(whole!.length) || line, tags };
}

const chromiumPattern =
  /^\[(?:(\d{1,10}):(?:(\d{1,20}|0x[0-9a-f]{1,16}):)?)?(\d{4})\/(\d{6})\.(\d{3,6}):(INFO|WARNING|ERROR|FATAL|VERBOSE\d{0,2}):([\w./\\-]{1,150})[(:](\d{1,6})\)?\] ?/;
const chromiumLevels: Readonly<Record<string, number>> = { INFO: 6, WARNING: 4, ERROR: 3, FATAL: 2 };
