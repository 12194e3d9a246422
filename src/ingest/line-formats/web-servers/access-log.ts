import type { ReadTime } from "../../../time-text/civil-time.ts";
import { readLikelyTime } from "../../../time-text/free-time.ts";
import { readIsoTime } from "../../../time-text/iso-time.ts";
import { readCommonLogTime } from "../../../time-text/month-time.ts";
import { addTag, digitsAt, endOfWord, isBlank, quotedAt } from "../../../time-text/scan.ts";
import type { LineContext, LineFields } from "../line-fields.ts";
import { readRequestLine } from "./http-request.ts";

/**
 * The common and combined formats of nginx, Apache and their imitators, with or without the virtual host in front and
 * the forwarded address at the end. The message is the request line with status and size; the rest becomes tags.
 */
export function readAccessLog(line: string, context: LineContext): LineFields | undefined {
  const bracket = line.indexOf(" [");
  const time = bracket > 0 ? readBracketTime(line, bracket + 2, context) : undefined;
  if (time === undefined) return undefined;
  if (!line.startsWith('] "', time.end)) return readRefusal(line, bracket, time);
  const request = quotedAt(line, time.end + 2);
  const code = request && line[request.end] === " " ? digitsAt(line, request.end + 1, 3) : -1;
  const bytesAt = request ? request.end + 5 : 0;
  if (request === undefined || code < 0 || !isBlank(line.charCodeAt(bytesAt - 1))) return undefined;
  const bytesEnd = endOfWord(line, bytesAt);
  const bytes = line.slice(bytesAt, bytesEnd);
  const tags = readClient(line.slice(0, bracket));
  if (tags === undefined) return undefined;
  tags.push(...readRequestLine(request.value));
  addTag(tags, "code", String(code));
  addTag(tags, "bytes", bytes);
  const rest = readQuotedFields(line, bytesEnd, tags);
  return {
    format: "access",
    time: time.time,
    severity: severityOfCode(code),
    message: `${request.value} ${code} ${bytes}`,
    tags,
    ...(rest === "" ? {} : { extra: { rest } }),
  };
}

/** `192.0.2.9 - - [21/Nov/2026 09:00:00] code 404, message File not found`: so Python's servers refuse a request. */
function readRefusal(line: string, bracket: number, { time, end }: ReadTime): LineFields | undefined {
  const code = line.startsWith("] code ", end) ? digitsAt(line, end + 7, 3) : -1;
  const tags = code < 0 || !line.startsWith(", message ", end + 10) ? undefined : readClient(line.slice(0, bracket));
  if (tags === undefined) return undefined;
  addTag(tags, "code", String(code));
  return { format: "access", time, severity: severityOfCode(code), message: line.slice(end + 2), tags };
}

/** Flask writes a blank before the clock, and no zone; nginx writes ISO 8601 where configured. */
function readBracketTime(line: string, at: number, context: LineContext): ReadTime | undefined {
  if (line[at + 4] === "-") return readIsoTime(line, at, context.timezone);
  const time = readCommonLogTime(line, at, context.timezone);
  if (time !== undefined || line[at + 11] !== " " || line[at + 2] !== "/") return time;
  return readLikelyTime(line, at, context);
}

/** 5xx is an error, 4xx a warning, everything else information. */
export function severityOfCode(code: number): number {
  if (code >= 500) return 3;
  return code >= 400 ? 4 : 6;
}

/** `ADDRESS IDENT USER`, with `HOST:PORT` in front in the format "vhost_combined"; a user's name may have blanks. */
function readClient(text: string): string[] | undefined {
  const words = text.split(" ");
  const vhost = words.length > 3 && /:\d{1,5}$/.test(words[0]!) ? words.shift() : undefined;
  if (words.length < 3 || words[0] === "") return undefined;
  const tags: string[] = [];
  addTag(tags, "src_ip", words[0]);
  addTag(tags, "ident", words[1]);
  addTag(tags, "user", words.slice(2).join(" "));
  addTag(tags, "vhost", vhost);
  return tags;
}

const quotedNames = ["referrer", "user_agent", "forwarded_for"];

/** Makes tags of the quoted fields after the size; returns the rest of the line. */
function readQuotedFields(line: string, at: number, tags: string[]): string {
  let end = at;
  for (const name of quotedNames) {
    const field = line[end] === " " ? quotedAt(line, end + 1) : undefined;
    if (field === undefined) break;
    addTag(tags, name, field.value);
    end = field.end;
  }
  return line.slice(end).trim();
}
