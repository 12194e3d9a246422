import { facilityNames } from "../../../eventstore/event/event.ts";
import { severityOfWord } from "../../../eventstore/event/severity-words.ts";
import { readIsoTime } from "../../../time-text/iso-time.ts";
import { readMonthTime } from "../../../time-text/month-time.ts";
import { addTag, digitsAt, endOfDigits, endOfWord, isBlank, isDigit, skipBlanks } from "../../../time-text/scan.ts";
import type { LineContext, LineFields } from "../line-fields.ts";
import { severityOfEntry } from "../programs/postgres.ts";
import { severityOfFirstWord } from "../severity-word.ts";
import { readCisco, readCiscoBehindHost, readNexus } from "./cisco.ts";
import { readDmesg, setUptimeAside } from "./kernel.ts";
import { readSyslog5424 } from "./syslog-5424.ts";
import {
  readComware,
  readDottedPriority,
  readMessageId,
  readWrittenPriority,
  type WrittenPriority,
} from "./syslog-systems.ts";

/**
 * Syslog as it goes over the wire (`<34>…`) and as syslog daemons write it to files: RFC 5424, RFC 3164, RFC 3164
 * without its priority, and the same with an ISO time (rsyslog's default, `journalctl -o short-iso`). A line with a
 * priority always is syslog, whatever follows; one without must have a time and what looks like a host, or begin as
 * only Cisco devices and dmesg do.
 */
export function readSyslog(line: string, context: LineContext): LineFields | undefined {
  const start = startOfPriority(line);
  const fields = start === undefined ? readWithout(line, context) : readWithPriority(line, start, context);
  return fields && setUptimeAside(fields);
}

/** A count of bytes may precede it, as in a recorded stream (RFC 6587). */
function startOfPriority(line: string): number | undefined {
  const first = line.charCodeAt(0);
  if (first === 60) return 0;
  if (!isDigit(first)) return undefined;
  const end = endOfDigits(line, 0);
  return end <= 5 && line[end] === " " && line[end + 1] === "<" ? end + 1 : undefined;
}

function readWithout(line: string, context: LineContext): LineFields | undefined {
  if (line.charCodeAt(0) === 91) return readDmesg(line);
  return (
    readCisco(line, 0, context) ??
    readNexus(line, context) ??
    readComware(line, context) ??
    readHeaderWithHost(line, context)
  );
}

/** `Nov 21 09:00:00 Listening on …`: what a program prints begins with a word that nobody calls a machine. */
function readHeaderWithHost(line: string, context: LineContext): LineFields | undefined {
  const fields = readHeader(line, 0, context);
  if (fields?.host === undefined || fields.program !== undefined || fields.severity !== undefined) return fields;
  const isWord = capitalPattern.test(fields.host) && !untaggedPattern.test(fields.message);
  return isWord ? undefined : fields;
}

const capitalPattern = /^[A-Z][a-z]+[A-Za-z]*$/;
/** What devices and daemons write without a tag. */
const untaggedPattern = /^(?:%|-- |(?:last )?message repeated )/;

function readWithPriority(line: string, start: number, context: LineContext): LineFields | undefined {
  const first = start + 1;
  const end = endOfDigits(line, first);
  const priority = end > first && end <= first + 3 && line[end] === ">" ? digitsAt(line, first, end - first) : -1;
  if (priority < 0 || priority >= facilityNames.length * 8) return undefined;
  const at = end + 1;
  const fields =
    readSyslog5424(line, at, context) ??
    readCisco(line, at, context) ??
    readHeader(line, skipCiscoCounter(line, at), context) ??
    readPairs(line, at, context) ??
    readTagged(line, skipBlanks(line, at), { format: "syslog", message: "", tags: [] });
  fields.severity = priority & 7;
  fields.facility = priority >> 3;
  fields.isPriority = true;
  return fields;
}

/** `<189>date=2026-11-21 time=09:00:00 devname="fw-1" …` of Fortinet: time and host stand in the message. */
function readPairs(line: string, at: number, context: LineContext): LineFields | undefined {
  const found = line.startsWith("date=", at) ? pairsPattern.exec(line.slice(at, at + 200)) : null;
  const zone = zonePattern.exec(line.slice(at, at + 400))?.[1] ?? "";
  const time = found === null ? undefined : readIsoTime(`${found[1]} ${found[2]}${zone}`, 0, context.timezone);
  if (found === null || time === undefined) return undefined;
  const host = found[3] === undefined ? {} : { host: found[3] };
  return { format: "syslog", time: time.time, ...host, message: line.slice(at), tags: [] };
}

const zonePattern = / tz="?([+-]\d{4})"?(?: |$)/;
const pairsPattern = /^date=(\d{4}-\d\d-\d\d) time=(\d\d:\d\d:\d\d)(?: devname="?([\w.-]{1,255})"?)?/;

/** `TIME HOST TAG: MESSAGE` from `at` on. */
function readHeader(line: string, at: number, context: LineContext): LineFields | undefined {
  const time = readMonthTime(line, at, context);
  if (time === undefined) return readIsoHeader(line, at, context);
  const fields: LineFields = { format: "syslog", time: time.time, message: "", tags: [] };
  // Cisco writes a colon behind the time and no host.
  const afterCiscoTime = endOfCiscoTime(line, time.end);
  if (afterCiscoTime > 0) return { ...fields, message: line.slice(afterCiscoTime) };
  if (!isBlank(line.charCodeAt(time.end))) return undefined;
  const start = skipBlanks(line, time.end);
  const written = readDottedPriority(line, start);
  const read = readHostAndTag(line, written?.end ?? start, fields);
  return read && takePriority(written, read);
}

/**
 * Any line may begin with an ISO time. It is syslog's when a host and a tag follow, and the time or the tag looks as
 * only a syslog daemon writes it: six digits of fraction or a numeric zone, or a process id behind the program.
 */
function readIsoHeader(line: string, at: number, context: LineContext): LineFields | undefined {
  if (line[at + 10] !== "T") return undefined;
  const time = readIsoTime(line, at, context.timezone);
  if (time === undefined || line[time.end] !== " ") return undefined;
  const hostEnd = endOfWord(line, time.end + 1);
  const host = line.slice(time.end + 1, hostEnd);
  const isDaemon = looksLikeDaemonTime(line.slice(at, time.end));
  // Heroku's `app[web.1]: ` names no host.
  if (isDaemon && readTag(line, time.end + 1)?.pid !== undefined)
    return readTagged(line, time.end + 1, { format: "syslog", time: time.time, message: "", tags: [] });
  const tag = readTag(line, hostEnd + 1);
  if (tag === undefined || !isHost(host) || severityOfWord(host) !== undefined) return undefined;
  if (tag.pid === undefined && !isDaemon) return undefined;
  return readTagged(line, hostEnd + 1, { format: "syslog", time: time.time, host, message: "", tags: [] });
}

function looksLikeDaemonTime(text: string): boolean {
  return text[19] === "." ? endOfDigits(text, 20) === 26 : text[19] === "+" || text[19] === "-";
}

/** A first word that is itself a tag means that the sender named no host, as local programs do. */
function readHostAndTag(line: string, at: number, fields: LineFields): LineFields | undefined {
  const end = endOfWord(line, at);
  const word = line.slice(at, end);
  const columns = line[end] === "\t" ? columnsPattern.exec(line.slice(end, end + 16)) : null;
  if (columns !== null) {
    const [whole, level] = columns as unknown as [string, string];
    return { ...fields, program: word, severity: severityOfWord(level)!, message: line.slice(end + whole.length) };
  }
  if (readTag(line, at) !== undefined && !isAddress(word)) return readTagged(line, at, fields);
  if (!isHost(word)) return undefined;
  fields.host = word;
  return readTagged(line, skipBlanks(line, end), fields);
}

/** Prosody: the part that writes, its level and the message in columns, no host. */
const columnsPattern = /^\t(debug|info|warn|error)\t/;

/**
 * `TAG: MESSAGE` from `at` on, behind what the header said; fills these fields, which nobody else may hold. A message
 * without a priority may begin with its level.
 */
export function readTagged(line: string, at: number, fields: LineFields): LineFields {
  const cisco = readCiscoBehindHost(line, at, fields);
  if (cisco !== undefined) return cisco;
  const tag = readTag(line, at) ?? readTagWithBlanks(line, at);
  if (tag === undefined) return readUntagged(line, at, fields);
  addTag(fields.tags, "pid", tag.pid);
  const module = tag.program.endsWith(")") ? pamModule.exec(tag.program) : null;
  addTag(fields.tags, "module", module?.[2]);
  addTag(fields.tags, "target_pid", tag.targetPid);
  addTag(fields.tags, "target_process", tag.target);
  const id = line.startsWith("[ID ", tag.end) ? readMessageId(line.slice(tag.end, tag.end + 60)) : undefined;
  takePriority(id, fields);
  const message = line.slice(tag.end + (id?.end ?? 0));
  const own = tag.program.startsWith("postgres") ? severityOfEntry(message) : undefined;
  const severity = id?.severity ?? tag.severity ?? own ?? severityOfFirstWord(quotedIn(message));
  fields.program = module?.[1] ?? (tag.program.includes("(") ? readSession(tag.program, message, fields) : tag.program);
  fields.message = message;
  if (severity !== undefined) fields.severity = severity;
  return fields;
}

/** Some systems write the priority in words in place of the program. */
function readUntagged(line: string, at: number, fields: LineFields): LineFields {
  const written = readWrittenPriority(line, at);
  takePriority(written, fields);
  if (written === undefined) {
    // `syslogd 1.4.1: restart.` of sysklogd, `-- root[2421]: ROOT LOGIN ON tty2` of login.
    if (line.startsWith("-- ", at) && readTag(line, at + 3)?.pid !== undefined) return readTagged(line, at + 3, fields);
    const program = versionPattern.exec(line.slice(at, at + 48))?.[1];
    if (program !== undefined) return { ...fields, program, message: line.slice(at + program.length + 1) };
  }
  if (written === undefined || written.end === at) return { ...fields, message: line.slice(at) };
  return takePriority(written, readTagged(line, written.end, fields));
}

const versionPattern = /^(syslogd|klogd) \d[\w.-]{0,24}: /;

function takePriority(written: WrittenPriority | undefined, fields: LineFields): LineFields {
  if (written === undefined) return fields;
  fields.severity = written.severity;
  if (written.facility !== undefined) fields.facility = written.facility;
  return fields;
}

/** `sshd(pam_unix)[7]: `: a program in which a module of PAM speaks, as Linux-PAM before 0.99 wrote it. */
const pamModule = /^([\w.+-]{1,100})\((pam_\w{1,40})\)$/;

/** The message that `message repeated 3 times: [ error: … ]` quotes has the level. */
function quotedIn(message: string): string {
  if (!message.startsWith("essage repeated ", 1)) return message;
  const [whole] = /^(?:[Mm]essage repeated \d{1,9} times?: \[ ?){1,3}/.exec(message) ?? [""];
  return message.slice(whole.length);
}

/** Dovecot's own file: `imap(ann)<71><aB3>: Error: `, whose user and process are tags. */
function readSession(program: string, message: string, fields: LineFields): string {
  const found = /^(?:Debug|Info|Warning|Error|Fatal|Panic): /.test(message) ? sessionPattern.exec(program) : null;
  if (found === null) return program;
  addTag(fields.tags, /^\d+$/.test(found[2]!) ? "pid" : "user", found[2]);
  addTag(fields.tags, "pid", found[3]);
  return found[1]!;
}

const sessionPattern = /^([a-z][\w-]{0,40})\(([^)]{1,100})\)(?:<(\d{1,10})>)?(?:<[^>]{1,60}>)?$/;

interface Tag {
  program: string;
  pid: string | undefined;
  end: number;
  severity?: number | undefined;
  target?: string | undefined;
  targetPid?: string | undefined;
}

const programLengthMax = 128;

/**
 * `sshd[123]: `, `postfix/smtpd[9]: `, `kernel: `, `(systemd)[1]: `; the blank behind the colon is not the message's.
 */
function readTag(line: string, at: number): Tag | undefined {
  let end = at;
  while (end < line.length && end - at <= programLengthMax && !isTagEnd(line.charCodeAt(end))) end++;
  if (end === at || end - at > programLengthMax) return undefined;
  const program = line.slice(at, end);
  if (line[end] !== "[") return endTag(line, end, { program, pid: undefined });
  return endOfPid(line, end, program);
}

/** macOS has names of several words: `Microsoft Word[123]: `. A process id must stand behind them. */
function readTagWithBlanks(line: string, at: number): Tag | undefined {
  const found = namesPattern.exec(line.slice(at, at + programLengthMax));
  return found === null ? undefined : endOfPid(line, at + found[0].length, found[0]);
}

const namesPattern = /^[A-Z][\w.+-]{0,40}(?: [A-Z0-9(][\w.+()-]{0,40}){1,4}(?=\[\d{1,10}\][: ])/;

function endOfPid(line: string, open: number, program: string): Tag | undefined {
  const close = line.indexOf("]", open);
  if (close < 0 || close - open > programLengthMax) return undefined;
  const pid = line.slice(open + 1, close);
  if (line[close + 1] === ":") return endTag(line, close + 1, { program, pid });
  const mac = behindMacTag.exec(line.slice(close + 1, close + 1 + programLengthMax));
  if (mac === null) return undefined;
  const severity = mac[1] === undefined ? undefined : severityOfWord(mac[1]);
  const end = close + 1 + (mac[1] !== undefined && severity === undefined ? 1 : mac[0].length);
  return { program, pid, end, severity, target: mac[2], targetPid: mac[3] };
}

/**
 * macOS names the level, `<Error>: `, a part of the program, `(com.example.agent[12]): `, or another process, `([12]):
 * `, behind the process.
 */
const behindMacTag = /^ (?:<([A-Z][a-z]{2,12})>|\(([\w.-]{1,100})?(?:\[(\d{1,10})\])?\)): /;

function endTag(line: string, at: number, tag: { program: string; pid: string | undefined }): Tag | undefined {
  if (line[at] !== ":") return undefined;
  if (at + 1 === line.length) return { ...tag, end: at + 1 };
  return line[at + 1] === " " ? { ...tag, end: at + 2 } : undefined;
}

function isTagEnd(code: number): boolean {
  return code === 58 || code === 91 || isBlank(code);
}

/** Letters, digits and what addresses have. */
function isHost(word: string): boolean {
  return word.length > 0 && word.length <= 255 && /^[\p{L}\p{N}._:%-]+$/u.test(word);
}

/** An IPv6 address may end in a colon and is no tag then. */
function isAddress(word: string): boolean {
  return word.endsWith("::");
}

/** `123: ` and the `*` or `.` that Cisco devices write in front of their time. */
function skipCiscoCounter(line: string, at: number): number {
  const digitsEnd = endOfDigits(line, at);
  const start = digitsEnd > at && line.startsWith(": ", digitsEnd) ? digitsEnd + 2 : at;
  return line[start] === "*" || (line[start] === "." && !isDigit(line.charCodeAt(start + 1))) ? start + 1 : start;
}

/** Behind `: ` of `Nov 21 09:00:00.123: %SYS-5-…` or `… UTC: %SYS-5-…`; 0 when it is not Cisco's. */
function endOfCiscoTime(line: string, at: number): number {
  if (line.startsWith(": ", at)) return at + 2;
  const zoneEnd = line[at] === " " ? endOfWord(line, at + 1) : at;
  return zoneEnd > at && line.startsWith(": %", zoneEnd - 1) ? zoneEnd + 1 : 0;
}
