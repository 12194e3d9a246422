import { readLikelyTime } from "../../../time-text/free-time.ts";
import { addTag } from "../../../time-text/scan.ts";
import type { LineContext, LineFields } from "../line-fields.ts";

/** `[11/21/26 9:00:00:123 CET] 00000001 WsServerImpl  A   WSVR0001I: …`: thread, part, a letter for the level. */
export function readWebsphere(line: string, context: LineContext): LineFields | undefined {
  if (line[0] !== "[") return undefined;
  const time = readLikelyTime(line, 1, context);
  const rest = time === undefined ? null : restPattern.exec(line.slice(time.end, time.end + 120));
  if (time === undefined || rest === null) return undefined;
  const tags: string[] = [];
  addTag(tags, "thread", rest[1]);
  const message = line.slice(time.end + rest[0].length);
  return {
    format: "websphere",
    time: time.time,
    logger: rest[2]!,
    severity: severities[rest[3]!] ?? 6,
    message: message === "" ? line : message,
    tags,
  };
}

const restPattern = /^\] ([0-9a-f]{8}) ([\w.$]{1,80}) +([FEWAICDORZ123<>]) +/;
const severities: Record<string, number> = { F: 2, E: 3, W: 4, A: 5, "1": 7, "2": 7, "3": 7, "<": 7, ">": 7, D: 7 };
