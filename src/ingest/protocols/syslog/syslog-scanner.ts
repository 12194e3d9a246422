import { facilityNames } from "../../../eventstore/event/event.ts";
import { severityOfWord } from "../../../eventstore/event/severity-words.ts";
import type { EventLeaves } from "../../event/event-leaves.ts";
import { leafKinds } from "../../event/leaf-table.ts";
import { StructuredData } from "./structured-data.ts";
import type { WallClock } from "./wall-clock.ts";

/**
 * The fast path of syslog: makes leaves of the forms that nearly all senders use, from their bytes: RFC 5424, RFC 3164,
 * and RFC 3164 with an ISO time as rsyslog forwards. What it accepts equals the result of `readSyslog`; everything else
 * it declines, and that function decides.
 */
export class SyslogScanner {
  readonly #leaves: EventLeaves;
  readonly #clock: WallClock;
  readonly #data: StructuredData;
  readonly #pid;
  readonly #messageId;
  /** The host of an earlier line that was no word of severity: lines of one host follow each other. */
  #knownHost = new Uint8Array(0);

  /** The position of the first percent sign, from some place on. */
  #nextPercent = -1;

  /** Before the first event of the leaves. */
  constructor(leaves: EventLeaves, clock: WallClock) {
    this.#leaves = leaves;
    this.#clock = clock;
    this.#data = new StructuredData(leaves);
    this.#pid = leaves.keepName("pid");
    this.#messageId = leaves.keepName("msgid");
  }

  /** Whether the leaves hold the event of the line bytes[start .. end), which has no line end. */
  scan(start: number, end: number): boolean {
    const { bytes } = this.#leaves;
    if (end - start < shortestLine || bytes[start] !== lessThan) return false;
    let at = start + 1;
    let priority = 0;
    for (; at < start + 4 && isDigit(bytes[at]!); at++) priority = priority * 10 + bytes[at]! - zero;
    if (bytes[at] !== greaterThan || at === start + 1 || priority >= facilityNames.length * 8) return false;
    at++;
    this.#leaves.begin();
    this.#leaves.setSeverity(priority & 7);
    this.#leaves.setFacility(priority >> 3);
    if (bytes[at] === one && bytes[at + 1] === blank) return this.#scan5424(at + 2, end);
    return bytes[at]! > nine ? this.#scanMonth(at, end) : this.#scanIso(at, end);
  }

  /** `TIME HOST PROGRAM PID MSGID DATA MESSAGE` */
  #scan5424(start: number, end: number): boolean {
    const leaves = this.#leaves;
    const { bytes } = leaves;
    const time = this.#clock.readIsoTime(bytes, start);
    if (!(time >= 0) || this.#clock.end >= end) return false;
    leaves.setTime(time);
    const hostEnd = endOfWord(bytes, this.#clock.end + 1, end);
    const programEnd = endOfWord(bytes, hostEnd + 1, end);
    const pidEnd = endOfWord(bytes, programEnd + 1, end);
    const idEnd = endOfWord(bytes, pidEnd + 1, end);
    if (idEnd + 1 >= end) return false;
    this.#setWord("host", this.#clock.end + 1, hostEnd);
    this.#setWord("program", hostEnd + 1, programEnd);
    this.#addWord(this.#pid, programEnd + 1, pidEnd);
    this.#addWord(this.#messageId, pidEnd + 1, idEnd);
    let at = idEnd + 1;
    if (bytes[at] === dash) at++;
    // Names of data can be taken for names of fields that are missing.
    else if (leaves.isFilled("host") && leaves.isFilled("program")) at = this.#data.scan(at, end);
    else return false;
    return at >= 0 && this.#setMessage(behindBlanks(bytes, at, end), end);
  }

  /** `Nov 21 09:00:00 HOST TAG: MESSAGE` */
  #scanMonth(start: number, end: number): boolean {
    const time = this.#clock.readMonthTime(this.#leaves.bytes, start);
    // NaN is not.
    if (!(time >= 0)) return false;
    this.#leaves.setTime(time);
    const host = this.#clock.end + 1;
    const hostEnd = endOfHost(this.#leaves.bytes, host, end);
    return hostEnd > 0 && !this.#hasMnemonic(host, end) && this.#scanTag(host, hostEnd, end, false);
  }

  /** `2026-11-21T09:00:00.123456+01:00 HOST TAG: MESSAGE` */
  #scanIso(start: number, end: number): boolean {
    const { bytes } = this.#leaves;
    const time = this.#clock.readIsoTime(bytes, start);
    if (!(time >= 0)) return false;
    this.#leaves.setTime(time);
    const timeEnd = this.#clock.end;
    const isDaemonTime = bytes[start + 19] === dot ? isSixDigits(bytes, start + 20) : bytes[start + 19] !== letterZ;
    const hostEnd = endOfHost(bytes, timeEnd + 1, end);
    if (hostEnd < 0 || !this.#isNoSeverity(timeEnd + 1, hostEnd) || this.#hasMnemonic(timeEnd + 1, end)) return false;
    return this.#scanTag(timeEnd + 1, hostEnd, end, !isDaemonTime);
  }

  /** `HOST TAG[PID]: MESSAGE`, with a known host. */
  #scanTag(host: number, hostEnd: number, end: number, needsPid: boolean): boolean {
    const leaves = this.#leaves;
    const { bytes } = leaves;
    const program = hostEnd + 1;
    let at = program;
    while (at < end && bytes[at] !== colon && bytes[at] !== openBracket && bytes[at]! > blank) at++;
    // A module of PAM may follow the program in round brackets.
    if (at === program || at - program > tagBytesMax || at >= end || bytes[at - 1] === closeParenthesis) return false;
    leaves.setText("host", host, hostEnd);
    leaves.setText("program", program, at);
    if (bytes[at] === openBracket) {
      const pid = at + 1;
      at = pid;
      while (at < end && bytes[at] !== closeBracket && at - pid < tagBytesMax) at++;
      // An empty text and a dash are no process.
      if (bytes[at] !== closeBracket || at === pid || bytes[pid] === dash) return false;
      leaves.addKnown(this.#pid, pid, at, leafKinds.text);
      at++;
    } else if (needsPid) return false;
    if (bytes[at] !== colon || bytes[at + 1] !== blank) return false;
    // Some programs, and Cisco's kernels, write a severity in front.
    return bytes[at + 2] !== lessThan && this.#setMessage(at + 2, end);
  }

  #setMessage(start: number, end: number): boolean {
    const leaves = this.#leaves;
    if (start >= end) return false;
    leaves.setText("message", start, end);
    // The kernel's messages begin with the seconds since its start, the parts of PostgreSQL's with their numbers.
    return leaves.bytes[start] !== openBracket || !(this.#isKernel() || this.#hasParts(start, end));
  }

  #hasParts(start: number, end: number): boolean {
    const { bytes } = this.#leaves;
    return isDigit(bytes[start + 1]!) && bytes.subarray(start, end).includes(lineFeed);
  }

  #isKernel(): boolean {
    const { bytes, table } = this.#leaves;
    const start = table.starts[programSlot]!;
    if (!this.#leaves.isFilled("program") || table.ends[programSlot]! - start !== kernel.length) return false;
    return kernel.every((byte, index) => bytes[start + index] === byte);
  }

  #setWord(slot: "host" | "program", start: number, end: number): void {
    if (!this.#isDash(start, end)) this.#leaves.setText(slot, start, end);
  }

  #addWord(name: Parameters<EventLeaves["addKnown"]>[0], start: number, end: number): void {
    if (end > start && !this.#isDash(start, end)) this.#leaves.addKnown(name, start, end, leafKinds.text);
  }

  #isDash(start: number, end: number): boolean {
    return end === start + 1 && this.#leaves.bytes[start] === dash;
  }

  /** `error: …` is a program's text and not its host. */
  #isNoSeverity(start: number, end: number): boolean {
    const { bytes } = this.#leaves;
    const known = this.#knownHost;
    let same = 0;
    if (known.length === end - start) while (same < known.length && known[same] === bytes[start + same]) same++;
    if (known.length > 0 && same === known.length) return true;
    const host = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString("latin1");
    if (severityOfWord(host) !== undefined) return false;
    this.#knownHost = bytes.slice(start, end);
    return true;
  }

  /** A percent sign followed by a capital, where a Cisco device's head could end. */
  #hasMnemonic(start: number, end: number): boolean {
    const { bytes } = this.#leaves;
    // Lines come in the order of their bytes, so the system's own search goes through them once.
    if (this.#nextPercent < start) {
      const found = bytes.indexOf(percent, start);
      this.#nextPercent = found < 0 ? bytes.length : found;
    }
    const last = Math.min(end, start + ciscoHeadBytesMax);
    for (let at = this.#nextPercent; at < last; at++)
      if (bytes[at] === percent && bytes[at + 1]! >= capitalA && bytes[at + 1]! <= capitalZ) return true;
    return false;
  }
}

/** Up to the blank; -1 unless all are characters of machines' names and addresses. */
function endOfHost(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && hostBytes[bytes[at]!] === 1) at++;
  return at > start && at - start <= hostBytesMax && at < end && bytes[at] === blank ? at : -1;
}

/** Up to a blank. A tab ends words elsewhere; here it is left to the slow path, because a word with it is too long. */
function endOfWord(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && bytes[at]! > blank) at++;
  return at < end && bytes[at] === blank ? at : end;
}

/**
 * One blank separates the data from the message, which may begin with a byte order mark; rsyslog sends a second one.
 */
function behindBlanks(bytes: Uint8Array, at: number, end: number): number {
  if (bytes[at] !== blank) return end;
  const start = bytes[at + 1] === blank ? at + 2 : at + 1;
  return bytes[start] === 0xef && bytes[start + 1] === 0xbb && bytes[start + 2] === 0xbf ? start + 3 : start;
}

function isSixDigits(bytes: Uint8Array, start: number): boolean {
  for (let at = start; at < start + 6; at++) if (!isDigit(bytes[at]!)) return false;
  return !isDigit(bytes[start + 6]!);
}

function isDigit(byte: number): boolean {
  return byte >= zero && byte <= nine;
}

const hostBytes = new Uint8Array(256);
for (const letter of "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-")
  hostBytes[letter.charCodeAt(0)] = 1;

const kernel = Buffer.from("kernel");
const programSlot = 1;
/** `<0>1 ` and a time. */
const shortestLine = 20;
/** As the slow path has them. */
const tagBytesMax = 128;
const hostBytesMax = 255;
const ciscoHeadBytesMax = 4 * 360;
const blank = 0x20;
const percent = 0x25;
const dash = 0x2d;
const dot = 0x2e;
const zero = 0x30;
const one = 0x31;
const nine = 0x39;
const colon = 0x3a;
const lessThan = 0x3c;
const greaterThan = 0x3e;
const capitalA = 0x41;
const capitalZ = 0x5a;
const letterZ = 0x5a;
const lineFeed = 0x0a;
const openBracket = 0x5b;
const closeParenthesis = 0x29;
const closeBracket = 0x5d;
