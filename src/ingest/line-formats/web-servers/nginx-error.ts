import { severityOfWord } from "../../../eventstore/event/severity-words.ts";
import { readIsoTime } from "../../../time-text/iso-time.ts";
import { addTag, endOfDigits, quotedAt } from "../../../time-text/scan.ts";
import type { LineContext, LineFields } from "../line-fields.ts";
import { readRequestLine } from "./http-request.ts";

/**
 * `2026/11/21 09:00:00 [error] 12#34: *5 open() failed, client: …, server: …, request: "GET / HTTP/1.1", host: "…"`.
 */
export function readNginxError(line: string, context: LineContext): LineFields | undefined {
  if (line[4] !== "/") return undefined;
  const time = readIsoTime(line, 0, context.timezone);
  if (time === undefined || !line.startsWith(" [", time.end)) return undefined;
  const close = line.indexOf("] ", time.end);
  const severity = close < 0 ? undefined : severityOfWord(line.slice(time.end + 2, close));
  const pidEnd = endOfDigits(line, close + 2);
  const threadEnd = endOfDigits(line, pidEnd + 1);
  if (severity === undefined || line[pidEnd] !== "#" || !line.startsWith(": ", threadEnd)) return undefined;
  const connectionEnd = line[threadEnd + 2] === "*" ? endOfDigits(line, threadEnd + 3) : 0;
  const connection = connectionEnd > 0 && line[connectionEnd] === " " ? line.slice(threadEnd + 3, connectionEnd) : "";
  const message = line.slice(connection === "" ? threadEnd + 2 : connectionEnd + 1);
  const tags: string[] = [];
  addTag(tags, "pid", line.slice(close + 2, pidEnd));
  addRequest(tags, message);
  return {
    format: "nginx_error",
    time: time.time,
    program: "nginx",
    severity,
    message,
    tags,
    // Counts up with each connection: as a tag it would make every repeat a new event.
    ...(connection === "" ? {} : { extra: { connection } }),
  };
}

function addRequest(tags: string[], message: string): void {
  const clientAt = message.lastIndexOf(", client: ");
  if (clientAt < 0) return;
  addTag(tags, "src_ip", message.slice(clientAt + 10).split(",", 1)[0]);
  const requestAt = message.indexOf(', request: "', clientAt);
  const request = requestAt < 0 ? undefined : quotedAt(message, requestAt + 11);
  if (request !== undefined) tags.push(...readRequestLine(request.value));
}
