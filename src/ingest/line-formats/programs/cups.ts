import { readCommonLogTime } from "../../../time-text/month-time.ts";
import type { LineContext, LineFields } from "../line-fields.ts";

/** `E [21/Nov/2026:09:00:00 +0000] [Job 17] stopped with status 1` of the print server. */
export function readCups(line: string, context: LineContext): LineFields | undefined {
  const severity = line.startsWith(" [", 1) ? severities[line[0]!] : undefined;
  const time = severity === undefined ? undefined : readCommonLogTime(line, 3, context.timezone);
  if (time === undefined || !line.startsWith("] ", time.end)) return undefined;
  const message = line.slice(time.end + 2);
  return { format: "cups", time: time.time, program: "cupsd", severity: severity!, message: message || line, tags: [] };
}

const severities: Readonly<Record<string, number>> = { X: 0, A: 1, C: 2, E: 3, W: 4, N: 5, I: 6, D: 7, d: 7 };
