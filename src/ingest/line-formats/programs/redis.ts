import { readLikelyTime } from "../../../time-text/free-time.ts";
import { addTag } from "../../../time-text/scan.ts";
import type { LineContext, LineFields } from "../line-fields.ts";

/**
 * `1234:M 21 Nov 2026 09:00:00.123 * Ready`, and `[1234] 21 Nov 09:00:00.123 # …` of Redis 2. The sign is the level.
 */
export function readRedis(line: string, context: LineContext): LineFields | undefined {
  const signal = signalPattern.exec(line);
  if (signal !== null) return readSignal(signal);
  const head = headPattern.exec(line);
  const time = head === null ? undefined : readLikelyTime(line, head[0].length, context);
  const sign = time === undefined ? null : /^ ([.*#-]) /.exec(line.slice(time.end, time.end + 3));
  if (head === null || time === undefined || sign === null) return undefined;
  const tags: string[] = [];
  addTag(tags, "pid", head[1] ?? head[3]);
  addTag(tags, "role", roles[head[2] ?? ""]);
  const message = line.slice(time.end + 3);
  return { format: "redis", time: time.time, program: "redis", severity: severities[sign[1]!]!, message, tags };
}

/** `71:signal-handler (1795251600) Received SIGTERM scheduling shutdown...`, written where no clock may be read. */
function readSignal([, pid = "", seconds, message = ""]: RegExpExecArray): LineFields {
  return {
    format: "redis",
    time: Number(seconds) * 1_000_000,
    program: "redis",
    severity: 4,
    message,
    tags: ["pid", pid],
  };
}

const signalPattern = /^(\d{1,10}):signal-handler \((\d{9,11})\) (.+)$/;
const headPattern = /^(?:(\d{1,10}):([A-Z]) |\[(\d{1,10})\] )(?=\d)/;
const severities: Record<string, number> = { ".": 7, "-": 6, "*": 5, "#": 4 };
const roles: Record<string, string> = { X: "sentinel", C: "child", S: "replica", M: "master" };
