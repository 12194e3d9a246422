import { isBlank, isDigit } from "../../../time-text/scan.ts";
import { isCompanionWord, prefixCharactersMax } from "../programs/postgres.ts";
import { isDirective } from "../tables/directives.ts";
import { recordCharactersMax, recordLinesMax } from "./limits.ts";
import { LineStream } from "./line-stream.ts";
import { mayBeFurtherPart } from "./numbered-part.ts";
import { isClosing, isTraceLine, readTraceStart } from "./trace-lines.ts";
import { withoutColours } from "./without-colours.ts";

/**
 * Decides which lines of one connection belong to the event of a line before. After a line with a priority, these are
 * all lines without one, and further parts of its message; otherwise `LineStream` decides as for a file. It is asked
 * only about lines whose bytes may continue another: nearly all begin an event; and never about the names of columns,
 * which are a lot of work to learn. One for each connection, main thread.
 */
export class LineJoiner {
  #lines = 0;
  #hasPriority = false;
  /** Lines below the first one may look like anything. */
  #takesAny = false;
  #isBehindBlank = false;
  #stream: LineStream | undefined;
  /** Whether the stream found that an event ended before the line that it got last. */
  #hasEnded = false;

  /** The line bytes[start .. end) begins an event. */
  begin(bytes: Uint8Array, start: number, end: number): void {
    this.#lines = 1;
    this.#hasPriority = hasPriority(bytes, start);
    this.#takesAny = !this.#hasPriority && mayTakeAny(bytes, start, end);
    this.#isBehindBlank = false;
    this.#stream = undefined;
  }

  /** Whether the line bytes[lineStart .. end) belongs to the event bytes[start .. lineStart); then it is part of it. */
  goesOn(bytes: Uint8Array, start: number, lineStart: number, end: number): boolean {
    // The following lines are an event of their own.
    if (this.#lines >= recordLinesMax || lineStart - start > recordCharactersMax) return false;
    const goesOn = this.#decide(bytes, start, lineStart, end);
    if (goesOn) this.#lines++;
    return goesOn;
  }

  #decide(bytes: Uint8Array, start: number, lineStart: number, end: number): boolean {
    if (mayBeFurtherPart(bytes, lineStart, end)) return this.#streamTakes(bytes, start, lineStart, end);
    return this.#hasPriority ? hasNoPriority(bytes[lineStart]!) : this.#continues(bytes, start, lineStart, end);
  }

  #continues(bytes: Uint8Array, start: number, lineStart: number, end: number): boolean {
    if (this.#stream === undefined) {
      const at = skipBlanks(bytes, lineStart, end);
      if (at === end) {
        this.#isBehindBlank = true;
        return true;
      }
      if (at > lineStart) {
        const first = bytes[at]!;
        const isPlain = !isDigit(first) && first !== openBracket && bytes[start] !== openBrace;
        if (isPlain && !this.#isBehindBlank) return true;
      } else if (!this.#takesAny && !mayContinue(bytes, lineStart, end)) return false;
    }
    return this.#streamTakes(bytes, start, lineStart, end);
  }

  #streamTakes(bytes: Uint8Array, start: number, lineStart: number, end: number): boolean {
    this.#stream ??= this.#read(bytes, start, lineStart);
    const text = textOf(bytes, lineStart, end);
    if (describesOthers(text)) return false;
    this.#hasEnded = false;
    this.#stream.push(text);
    return !this.#hasEnded;
  }

  /** The event so far, as the lines of a file. */
  #read(bytes: Uint8Array, start: number, end: number): LineStream {
    const stream = new LineStream({ context: { reference: Date.now() * 1000, timezone: "UTC" } }, () => {
      this.#hasEnded = true;
    });
    for (let at = start; at < end; ) {
      const lineEnd = bytes.indexOf(lineFeed, at) + 1;
      const text = textOf(bytes, at, lineEnd);
      if (!describesOthers(text)) stream.push(text);
      at = lineEnd;
    }
    return stream;
  }
}

/** As for `LineStream`, which does not count such a line as part of an event. */
function describesOthers(line: string): boolean {
  return isDirective(withoutColours(line));
}

/** `<13>` */
function hasPriority(bytes: Uint8Array, start: number): boolean {
  if (bytes[start] !== lessThan) return false;
  let at = start + 1;
  while (at < start + 4 && isDigit(bytes[at]!)) at++;
  return at > start + 1 && bytes[at] === greaterThan;
}

/** Digits begin a message with a byte count. */
function hasNoPriority(first: number): boolean {
  return first !== lessThan && !(first > zero && first <= nine);
}

/**
 * Whether the line could be the first of a report whose further lines look like anything: MySQL's logs, Erlang, logcat,
 * Ruby, MinIO, the Event Viewer, DB2, a time that stands alone, a trace.
 */
function mayTakeAny(bytes: Uint8Array, start: number, end: number): boolean {
  const first = bytes[start]!;
  const second = bytes[start + 1];
  if (first === hash || first === openBracket) return second === blank;
  if (first === equals || first === esc || second === comma) return true;
  if (isDigit(first) && bytes[start + 10] === dash) return true;
  if ((isDigit(first) || first === tab) && hasTabAndBlank(bytes, start)) return true;
  if (end - start <= timeBytesMax && /\d\d:\d\d/.test(textOf(bytes, start, end))) return true;
  if (mayBeTrace[first] === 0 || hasMonth(bytes, start)) return false;
  const text = textOf(bytes, start, Math.min(end, start + headBytesMax));
  return reportPattern.test(text) || readTraceStart(text) !== undefined;
}

/** Whether a line that is not indented could continue any other. */
function mayContinue(bytes: Uint8Array, start: number, end: number): boolean {
  const first = bytes[start]!;
  if (first === esc) return true;
  if (isDigit(first)) return isCompanion(bytes, start, end);
  if (first === quote) return isClosing(textOf(bytes, start, end));
  if (mayBeTrace[first] === 0 || hasMonth(bytes, start)) return false;
  // Go's `[signal …`, PHP's `[0x7f…`.
  if (first === openBracket && bytes[start + 1] !== smallS && bytes[start + 1] !== zero) return false;
  const text = textOf(bytes, start, end);
  return isTraceLine(text) || readTraceStart(text) !== undefined || isClosing(text) || levelPattern.test(text);
}

/** `261121  9:00:00	    12 Query	`, with a tab in place of the time, too. */
function hasTabAndBlank(bytes: Uint8Array, start: number): boolean {
  for (let at = start; at < start + timeBytesMax; at++)
    if (bytes[at] === tab && bytes[at + 1] !== tab) return bytes[at + 1] === blank;
  return false;
}

/** `Nov 21 09:` */
function hasMonth(bytes: Uint8Array, start: number): boolean {
  return bytes[start + 3] === blank && isDigit(bytes[start + 5]!) && bytes[start + 9] === colon;
}

/** PostgreSQL's DETAIL, HINT …, which have a time of their own; two blanks follow the colon. */
function isCompanion(bytes: Uint8Array, start: number, end: number): boolean {
  if (bytes[start + 4] !== dash || bytes[start + 10] !== blank) return false;
  const last = Math.min(end, start + prefixCharactersMax);
  for (let at = start + timeBytesMin; at < last; at++) {
    if (bytes[at] !== colon || bytes[at + 1] !== blank || bytes[at + 2] !== blank) continue;
    let word = at;
    while (bytes[word - 1]! >= capitalA && bytes[word - 1]! <= capitalZ) word--;
    return isCompanionWord(textOf(bytes, word, at));
  }
  return false;
}

function skipBlanks(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && (isBlank(bytes[at]!) || bytes[at] === lineFeed || bytes[at] === carriageReturn)) at++;
  return at;
}

/** Without its line end. */
function textOf(bytes: Uint8Array, start: number, end: number): string {
  let last = end;
  while (last > start && (bytes[last - 1] === lineFeed || bytes[last - 1] === carriageReturn)) last--;
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, last - start).toString("utf8");
}

/** `SEVERE: …`, in any language, below the class and the method of java.util.logging. */
const levelPattern = /^[A-ZÄÖÜÉÈ]{4,16}: /;
const reportPattern = /^(?:API: |Log Name: |Event ?\[)/;
/** For a line with a time and nothing else, its line end included. */
const timeBytesMax = 42;
const headBytesMax = 400;
/** For the time at the beginning of PostgreSQL's lines. */
const timeBytesMin = 19;

/** First characters of a line that is part of a trace, or begins one. */
const mayBeTrace = tableOf("_$./#[-}])\\abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ\xc3");

function tableOf(letters: string): Uint8Array {
  const table = new Uint8Array(256);
  for (const letter of letters) table[letter.charCodeAt(0)] = 1;
  return table;
}

const tab = 9;
const lineFeed = 10;
const carriageReturn = 13;
const esc = 0x1b;
const blank = 0x20;
const quote = 0x22;
const hash = 0x23;
const comma = 0x2c;
const dash = 0x2d;
const zero = 0x30;
const nine = 0x39;
const colon = 0x3a;
const lessThan = 0x3c;
const equals = 0x3d;
const greaterThan = 0x3e;
const capitalA = 0x41;
const capitalZ = 0x5a;
const openBracket = 0x5b;
const smallS = 0x73;
const openBrace = 0x7b;
