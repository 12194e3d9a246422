import { severityOfWord } from "../../../eventstore/event/severity-words.ts";
import { readCtime } from "../../../time-text/month-time.ts";
import { addTag } from "../../../time-text/scan.ts";
import type { LineContext, LineFields } from "../line-fields.ts";

/**
 * `[Sat Nov 21 09:00:00.123456 2026] [core:error] [pid 12:tid 34] [client 1.2.3.4:567] AH00126: …` of Apache 2.4 and
 * `[Sat Nov 21 09:00:00 2026] [error] [client 1.2.3.4] …` of 2.2.
 */
export function readApacheError(line: string, context: LineContext): LineFields | undefined {
  const time = line[0] === "[" ? readCtime(line, 1, context.timezone) : undefined;
  if (time === undefined || !line.startsWith("] [", time.end)) return undefined;
  const levelEnd = line.indexOf("]", time.end + 3);
  const [module, level] = levelEnd < 0 ? [] : splitLevel(line.slice(time.end + 3, levelEnd));
  const severity = level === undefined ? undefined : severityOfLevel(level);
  if (severity === undefined) return undefined;
  const fields: LineFields = {
    format: "apache_error",
    time: time.time,
    program: "apache",
    severity,
    message: "",
    tags: [],
  };
  addTag(fields.tags, "module", module);
  readBrackets(line, levelEnd + 1, fields);
  addReferrer(fields);
  return fields;
}

function splitLevel(text: string): [module: string | undefined, level: string] {
  const colon = text.indexOf(":");
  return colon < 0 ? [undefined, text] : [text.slice(0, colon), text.slice(colon + 1)];
}

/** Apache has trace1 to trace8 below debug. */
function severityOfLevel(level: string): number | undefined {
  return severityOfWord(/^trace[1-8]$/.test(level) ? "trace" : level);
}

/** Process and client in brackets, then the message. */
function readBrackets(line: string, at: number, fields: LineFields): void {
  let end = at;
  for (;;) {
    const close = line.startsWith(" [", end) ? line.indexOf("]", end) : -1;
    const inside = line.slice(end + 2, close);
    if (close < 0 || !(inside.startsWith("pid ") || inside.startsWith("client ") || inside.startsWith("remote ")))
      break;
    if (inside.startsWith("pid ")) addProcess(inside.slice(4), fields);
    else addTag(fields.tags, "src_ip", withoutPort(inside.slice(inside.indexOf(" ") + 1)));
    end = close + 1;
  }
  fields.message = line.slice(line[end] === " " ? end + 1 : end);
  readClientBehindError(fields);
}

/** `(13)Permission denied: [client 1.2.3.4:567] AH00529: …`: an error of the system stands before the client. */
function readClientBehindError(fields: LineFields): void {
  const error = /^\(\d{1,10}\)[^[\]:]{1,200}: (?=\[client )/.exec(fields.message)?.[0];
  const close = error === undefined ? -1 : fields.message.indexOf("] ", error.length);
  if (error === undefined || close < 0) return;
  addTag(fields.tags, "src_ip", withoutPort(fields.message.slice(error.length + 8, close)));
  fields.message = error + fields.message.slice(close + 2);
}

function addProcess(text: string, fields: LineFields): void {
  const [pid, thread] = text.split(":tid ");
  addTag(fields.tags, "pid", pid);
  if (thread) fields.extra = { tid: thread };
}

/**
 * Apache 2.4 writes the port behind IPv6 addresses too, without brackets; 2.2 writes none and has no IPv6 of 8 parts.
 */
function withoutPort(address: string): string {
  const colon = address.lastIndexOf(":");
  return colon > 0 && /^\d{1,5}$/.test(address.slice(colon + 1)) && address[colon - 1] !== ":"
    ? address.slice(0, colon)
    : address;
}

function addReferrer(fields: LineFields): void {
  const at = fields.message.lastIndexOf(", referer: ");
  if (at < 0) return;
  addTag(fields.tags, "referrer", fields.message.slice(at + 11));
  fields.message = fields.message.slice(0, at);
}
