import { severityOfLevel } from "../../eventstore/event/severity-words.ts";
import { readLikelyTime } from "../../time-text/free-time.ts";
import { readIsoTime } from "../../time-text/iso-time.ts";
import { addTag, isBlank, skipBlanks } from "../../time-text/scan.ts";
import { findTime, type TimePlace } from "./find-time.ts";
import type { Head } from "./heads/head-builder.ts";
import { type OddHead, readOddHead } from "./heads/odd-heads.ts";
import { readHead, readHeadBehind } from "./heads/read-head.ts";
import type { LineContext, LineFields } from "./line-fields.ts";
import { severityOfMessage } from "./severity-word.ts";
import { readTagged } from "./syslog/syslog.ts";
import { readRequestLine } from "./web-servers/http-request.ts";

/**
 * A line that begins with a time, bare or in brackets, or after a level, a thread or a file: dpkg, the loggers of Java,
 * Python, Go, .NET, and whatever people write themselves. Level, logger, thread and file become fields and tags; the
 * rest is the message.
 */
export function readTimedLine(line: string, context: LineContext): LineFields | undefined {
  const place = findTime(line, context);
  if (place !== undefined) return readAround(line, place);
  return readNamedTime(line, context) ?? readJoinedTime(line, context);
}

/** `raft2026/11/21 09:00:00 INFO: …`: the log of Go has no blank behind the name that a program gives it. */
function readJoinedTime(line: string, context: LineContext): LineFields | undefined {
  const name = joinedPattern.exec(line.slice(0, 72))?.[1];
  const read = name === undefined ? undefined : readIsoTime(line, name.length, context.timezone);
  if (read === undefined || name === undefined) return undefined;
  const fields = readAround(line, { time: read.time, start: name.length, end: read.end, inside: "" }, "");
  fields.logger ??= name;
  return fields;
}

const joinedPattern = /^([A-Za-z][A-Za-z_-]{0,40})\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d/;

/** The same for lines with a host after the time, as syslog has, but without other signs of syslog. */
export function readHostBehind(fields: LineFields): LineFields {
  const { message, logger, program } = fields;
  const end = message.indexOf(" ");
  if (logger !== undefined || program !== undefined || end < 1) return fields;
  const host = message.slice(0, end);
  return /^[\w.:-]{1,255}$/.test(host) ? readTagged(message, end + 1, { ...fields, host }) : fields;
}

/** The parts of a line whose time is known. */
export function readAround(
  line: string,
  { time, start, end, inside }: TimePlace,
  before: string = line.slice(0, start).trim(),
): LineFields {
  const fields: LineFields = { format: "timed", time, message: "", tags: [] };
  const prefix = before === "" ? "" : readPrefix(before, fields);
  readInside(inside, fields);
  const rest = readRest(line, end, fields);
  // A line with nothing but a time.
  fields.message = (prefix === "" ? rest : rest === "" ? prefix : `${prefix} ${rest}`) || line;
  const severity = fields.severity ?? severityOfMessage(rest);
  if (severity !== undefined) fields.severity = severity;
  return fields;
}

/** Reads the text after the time; returns the message. */
function readRest(line: string, at: number, fields: LineFields): string {
  const start = skipSeparator(line, at);
  const component = line[at] === "|" ? columnsPattern.exec(line.slice(at, at + 160)) : null;
  if (component !== null) {
    fields.logger = component[1]!;
    addTag(fields.tags, "pid", component[2]);
    return line.slice(at + component[0].length);
  }
  const { severity } = fields;
  const head =
    readHead(line, at) ??
    readOddHeadAt(line, at) ??
    (severity === undefined ? undefined : readHeadBehind(line, at, severity));
  if (head !== undefined) takeHead(head, fields);
  if (head === undefined && readJavaHeader(line, start, fields)) return line.slice(start);
  const messageAt = head?.end ?? start;
  const lead = head === undefined ? readLead(line, messageAt, fields) : messageAt;
  return takeTrailingLogger(line.slice(lead), fields);
}

function readOddHeadAt(line: string, at: number): OddHead | undefined {
  const head = readOddHead(line.slice(at, at + oddCharactersMax));
  return head && { ...head, end: head.end === 0 ? skipSeparator(line, at) : at + head.end };
}

/** A request with a long query. */
const oddCharactersMax = 4200;

/**
 * `org.example.App start`, all that java.util.logging writes next to the time: level and message follow on the next
 * line.
 */
function readJavaHeader(line: string, at: number, fields: LineFields): boolean {
  if (line.length - at > 250) return false;
  const [, name, method] = javaPattern.exec(line.slice(at)) ?? [];
  if (name === undefined || (!name.includes(".") && !javaClock.test(line.slice(0, at)))) return false;
  fields.logger = name;
  addTag(fields.tags, "function", method);
  fields.header = "java";
  return true;
}

/** The clock of java.util.logging's default format: a class after it needs no package. */
const javaClock = /^[A-Z][a-z]{2} \d{1,2}, \d{4},? \d{1,2}:\d\d:\d\d[ \u202f][AP]M $/;
const javaPattern = /^((?:[a-z_][\w$]*\.)*[A-Z][\w$]*) ([a-z_$<][\w$<>]{0,80})$/;

/** `|Step_LSC|30002312|`: the part that writes, and a process. */
const columnsPattern = /^\|([A-Za-z_][\w$.-]{0,100})\|(\d{1,10})\|/;

/** `main.go:12: `, `[pid 12] ` and rsync's `[4711] ` add nothing; `[404] ` may be a code of HTTP. */
function readLead(line: string, at: number, fields: LineFields): number {
  const found = leadPattern.exec(line.slice(at, at + 160));
  if (found === null) return at;
  const [whole, micros, file, fileLine, pid, windowsProgram] = found;
  // OpenVPN's fraction of the second.
  if (micros !== undefined && fields.time !== undefined) fields.time += Number(micros);
  addTag(fields.tags, "file_name", file);
  addTag(fields.tags, "line", fileLine);
  addTag(fields.tags, "pid", pid);
  if (windowsProgram !== undefined) fields.program = windowsProgram;
  return at + whole.length;
}

const leadPattern =
  /^(?:us=(\d{1,6}) |([\w./-]{1,100}\.(?:go|py|js|ts|rb|c|cc|cpp|java|rs|php)):(\d{1,6}): |\[(?:pid (?=\d)|(?=\d{2,7}\])(?![1-5]\d\d\]))(\d{1,10})\] |([\w.+-]{1,100}\.exe)(?: \*(?:32|64))? - )/;

/** Reads the text before the time; returns the part that belongs to the message. */
function readPrefix(text: string, fields: LineFields): string {
  const open = /[[(<"]$/.test(text) ? text.slice(0, -1).trim() : text;
  if (open === "") return "";
  if (logFile.test(open)) {
    addTag(fields.tags, "file_name", open);
    return "";
  }
  const pid = /^(\d{1,7}):$/.exec(open);
  if (pid !== null) {
    addTag(fields.tags, "pid", pid[1]);
    return "";
  }
  const letter = /^(?:\[?([A-Z])[,:]?|\(([A-Z])\))$/.exec(open);
  const head = readHead(letter ? `${letter[1] ?? letter[2]}|` : `${open} | `, 0);
  if (head === undefined) return open;
  takeHead(head, fields);
  return "";
}

const logFile = /^[\w./-]{1,200}\.log(?:[.\w:-]{0,100})$/;

/** Between the time and the end of its bracket: `: INFO/MainProcess`, ` INFO  app::http`, ` ServerApp`. */
function readInside(text: string, fields: LineFields): void {
  const found = /^[ :,]*([A-Z]{3,9})(?:\/(.{1,100})| +([\w:.$-]{1,100}))?$/.exec(text);
  const severity = found === null ? undefined : severityOfLevel(found[1]!);
  if (severity !== undefined) {
    fields.severity = severity;
    addTag(fields.tags, "thread", found![2]);
    if (found![3] !== undefined) fields.logger = found![3];
  } else if (/^ [A-Za-z][\w.:-]{1,100}$/.test(text)) fields.logger = text.trim();
}

function takeHead(head: Head | OddHead, fields: LineFields): void {
  if (head.severity !== undefined) fields.severity ??= head.severity;
  if ("host" in head && head.host !== undefined) fields.host ??= head.host;
  if ("facility" in head && head.facility !== undefined) fields.facility ??= head.facility;
  if (head.logger !== undefined) fields.logger ??= head.logger;
  if (head.program !== undefined) fields.program ??= head.program;
  for (let i = 0; i < head.tags.length; i += 2)
    if (!hasTag(fields.tags, head.tags[i]!)) fields.tags.push(head.tags[i]!, head.tags[i + 1]!);
}

function hasTag(tags: readonly string[], name: string): boolean {
  for (let i = 0; i < tags.length; i += 2) if (tags[i] === name) return true;
  return false;
}

/** Kafka writes its logger after the message, ActiveMQ logger and thread. */
function takeTrailingLogger(message: string, fields: LineFields): string {
  if (fields.logger !== undefined || fields.severity === undefined) return message;
  const last = message[message.length - 1];
  const found = last === ")" ? trailingLogger.exec(message.slice(-160)) : null;
  if (found !== null) {
    fields.logger = found[1]!;
    return message.slice(0, message.length - found[0].length);
  }
  const bars = message.includes(" | ") ? trailingBars.exec(message.slice(-300)) : null;
  if (bars === null) return message;
  fields.logger = bars[1]!;
  addTag(fields.tags, "thread", bars[2]);
  return message.slice(0, message.length - bars[0].length);
}

const trailingLogger = / \(([a-z][\w$]*(?:\.[\w$]+){1,12})\)$/;
const trailingBars = / \| ([a-z][\w$]*(?:\.[\w$]+){2,12}) \| ([^|]{1,100})$/;

const separators = "-|,:;";

/** Blanks, or one separator among blanks; one that only separates columns needs none. */
function skipSeparator(line: string, at: number): number {
  const start = skipBlanks(line, at);
  if (line.startsWith("-> ", start)) return skipBlanks(line, start + 3);
  const mark = line[start];
  const isSeparator = mark !== undefined && separators.includes(mark) && isBlank(line.charCodeAt(start + 1));
  return isSeparator || mark === "|" || mark === ";" ? skipBlanks(line, start + 1) : start;
}

/**
 * `update-alternatives 2026-11-21 09:00:00: run with …`: a program and its time. `Start-Date: 2026-11-21  09:00:00` of
 * apt: a name and a time, nothing else; the lines that follow belong to that time.
 */
function readNamedTime(line: string, context: LineContext): LineFields | undefined {
  if (line.startsWith("Started ")) return readRails(line, context);
  const name = namePattern.exec(line);
  const time = name === null ? undefined : readIsoTime(line, name[0].length, context.timezone);
  if (name === null || time === undefined) return undefined;
  const fields: LineFields = { format: "timed", time: time.time, message: line, tags: [] };
  const [, label, program] = name;
  if (label !== undefined) return time.end === line.length ? fields : undefined;
  if (!line.startsWith(": ", time.end) || time.end + 2 === line.length) return undefined;
  return { ...fields, program: program!, message: line.slice(time.end + 2) };
}

/** `Started GET "/carts/7" for 192.0.2.9 at 2026-11-21 09:00:00 +0000` of Rails in development. */
function readRails(line: string, context: LineContext): LineFields | undefined {
  const found = railsPattern.exec(line);
  const time = found === null ? undefined : readLikelyTime(line, found[0].length, context);
  if (found === null || time?.end !== line.length) return undefined;
  const tags = readRequestLine(`${found[1]} ${found[2]}`);
  addTag(tags, "src_ip", found[3]);
  return { format: "timed", time: time.time, message: line.slice(0, found[0].length - 4), tags };
}

const railsPattern = /^Started ([A-Z]{3,8}) "([^"]{1,4000})" for ([\da-f.:]{2,45}) at /;

/** A label ends in a colon, a program in a blank; a date must follow. */
const namePattern = /^(?:((?:# )?[A-Za-z][\w -]{0,31}): {1,2}|([a-z][\w.-]{0,63}) )(?=\d{4}-\d\d-\d\d)/;
