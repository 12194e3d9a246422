import type { ReadTime } from "./civil-time.ts";
import { readEpochTime, readTaiTime } from "./epoch-time.ts";
import { readIsoTime } from "./iso-time.ts";
import { readCommonLogTime, readCtime } from "./month-time.ts";
import type { TimeContext } from "./named-format.ts";
import { isDigit } from "./scan.ts";

/** Any of the full times that a line may begin with; those of syslog, which lack a year, are syslog's own. */
export function readLeadingTime(text: string, at: number, context: TimeContext): ReadTime | undefined {
  if (text[at] === "@") return readTaiTime(text, at);
  if (!isDigit(text.charCodeAt(at))) return readCtime(text, at, context.timezone);
  return (
    readIsoTime(text, at, context.timezone) ??
    readCommonLogTime(text, at, context.timezone) ??
    readEpochTime(text, at, context.reference)
  );
}
