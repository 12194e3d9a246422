import { severityOfLevel } from "../../../eventstore/event/severity-words.ts";
import { readLikelyTime } from "../../../time-text/free-time.ts";
import { addTag } from "../../../time-text/scan.ts";
import type { LineContext, LineFields } from "../line-fields.ts";

/**
 * `[Nest] 71  - 11/21/2026, 9:00:00 AM     LOG [NestFactory] Starting` of NestJS: the time as the machine's language
 * writes it. Old versions name no level.
 */
export function readNest(line: string, context: LineContext): LineFields | undefined {
  const head = headPattern.exec(line);
  if (head === null) return undefined;
  const [whole, name, pid] = head as unknown as [string, string, string];
  const time = readLikelyTime(line, whole.length, context);
  const rest = time === undefined ? null : restPattern.exec(line.slice(time.end, time.end + headCharactersMax));
  if (time === undefined || rest === null) return undefined;
  const [behind, level, logger] = rest as unknown as [string, string | undefined, string | undefined];
  const tags: string[] = [];
  addTag(tags, "pid", pid);
  const severity = level === undefined || level === "LOG" ? 6 : severityOfLevel(level === "VERBOSE" ? "TRACE" : level);
  return {
    format: "nest",
    time: time.time,
    ...(name === "Nest" ? {} : { program: name }),
    ...(logger === undefined ? {} : { logger }),
    ...(severity === undefined ? {} : { severity }),
    message: line.slice(time.end + behind.length),
    tags,
  };
}

const headCharactersMax = 160;
/** The name can be chosen. */
const headPattern = /^\[([A-Za-z][\w .-]{0,40})\] (\d{1,10}) {1,4}- (?=\d)/;
const restPattern = /^ +(?:(LOG|ERROR|WARN|DEBUG|VERBOSE|FATAL) )?(?:\[([^\]]{1,100})\] )?/;
