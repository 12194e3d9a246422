import { severityOfLevel } from "../../../eventstore/event/severity-words.ts";
import { fromZone, microsOfDate } from "../../../time-text/civil-time.ts";
import { guessYear } from "../../../time-text/month-time.ts";
import { addTag, digitsAt } from "../../../time-text/scan.ts";
import type { LineContext, LineFields } from "../line-fields.ts";

/**
 * `[WARNING] 324/090000 (8) : Server …`, as HAProxy prints it: day of the year, clock, process. Newer versions print no
 * time.
 */
export function readHaproxy(line: string, context: LineContext): LineFields | undefined {
  const found = pattern.exec(line);
  if (found === null) return undefined;
  const [whole, level, dayOfYear, clock, pid] = found;
  const time = dayOfYear === undefined ? undefined : timeOf(Number(dayOfYear), clock!, context);
  const tags: string[] = [];
  addTag(tags, "pid", pid);
  return {
    format: "haproxy",
    ...(time === undefined ? {} : { time }),
    program: "haproxy",
    severity: severityOfLevel(level!) ?? 6,
    message: line.slice(whole.length) || line,
    tags,
  };
}

const pattern = /^\[(DEBUG|INFO|NOTICE|WARNING|ALERT|EMERG)\] +(?:(\d{3})\/(\d{6}) )?\((\d{1,10})\) : /;

/** Days are counted from 0. */
function timeOf(dayOfYear: number, clock: string, context: LineContext): number | undefined {
  const [hour, minute, second] = [digitsAt(clock, 0, 2), digitsAt(clock, 2, 2), digitsAt(clock, 4, 2)];
  return guessYear((year) => {
    const date = new Date(Date.UTC(year, 0, 1 + dayOfYear));
    if (date.getUTCFullYear() !== year) return undefined;
    const wall = microsOfDate(year, date.getUTCMonth() + 1, date.getUTCDate(), hour, minute, second, 0);
    return wall === undefined ? undefined : fromZone(wall, context.timezone);
  }, context);
}
