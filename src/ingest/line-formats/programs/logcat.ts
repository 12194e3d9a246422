import { readLikelyTime } from "../../../time-text/free-time.ts";
import { addTag } from "../../../time-text/scan.ts";
import type { LineContext, LineFields } from "../line-fields.ts";

/**
 * Android's logcat: `03-17 16:13:38.811  1702  2395 D WindowManager: …` (threadtime), `03-17 16:13:38.811
 * D/WindowManager( 1702): …` (time) and `[ 03-17 16:13:38.811  1702: 2395 D/WindowManager ]` (long), each with a year
 * or without.
 */
export function readLogcat(line: string, context: LineContext): LineFields | undefined {
  if (!beginPattern.test(line)) return undefined;
  const start = line[0] === "[" ? 2 : 0;
  const time = readLikelyTime(line, start, { ...context, dateOrder: "mdy" });
  const rest = time === undefined ? null : restPattern.exec(line.slice(time.end, time.end + 300));
  if (time === undefined || rest === null) return undefined;
  const [whole, pid, tid, level, tag, level2, tag2, pid2, pid3, tid3, level3, tag3] = rest;
  const isLong = level3 !== undefined;
  if (isLong !== start > 0) return undefined;
  const tags: string[] = [];
  addTag(tags, "pid", pid ?? pid2 ?? pid3);
  const thread = tid ?? tid3;
  const message = line.slice(time.end + whole.length);
  const program = (tag ?? tag2 ?? tag3)!.trim();
  return {
    format: "logcat",
    time: time.time,
    ...(program === "" ? {} : { program }),
    severity: severities[(level ?? level2 ?? level3)!]!,
    message: message === "" ? line : message,
    tags,
    ...(thread === undefined ? {} : { extra: { tid: thread } }),
    ...(isLong ? { header: "report" as const } : {}),
  };
}

const beginPattern = /^(?:\[ )?(?:\d{4}-)?\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}/;
const restPattern =
  /^(?: +(?:\w{1,12} +)?(\d{1,7}) +(\d{1,7}) ([VDIWEFAS]) ([^:]{0,200}?) *: ?| ([VDIWEFAS])\/([^(]{0,200}?) *\( *(\d{1,7})\): ?| +(\d{1,7}): *(\d{1,7}) ([VDIWEFAS])\/(.{0,200}?) *\]$)/;
const severities: Record<string, number> = { V: 7, D: 7, I: 6, W: 4, E: 3, F: 2, A: 2, S: 6 };
