import type { Micros } from "../../eventstore/event/event.ts";
import { severityOfLevel } from "../../eventstore/event/severity-words.ts";
import type { ReadTime } from "../../time-text/civil-time.ts";
import { readLikelyTime } from "../../time-text/free-time.ts";
import { readLeadingTime } from "../../time-text/leading-time.ts";
import { isBlank, isDigit, isLetter, skipBlanks } from "../../time-text/scan.ts";
import { type HeadPiece, readPiece } from "./heads/head-piece.ts";
import type { LineContext } from "./line-fields.ts";

/** A time of a line, and the text around it. */
export interface TimePlace {
  time: Micros;
  /** From its first character, or its bracket, to the first character after it. */
  start: number;
  end: number;
  /** Between the time and the end of its bracket. */
  inside: string;
}

/** At most this many parts precede a time: `INFO  [main] `, `nova-api.log `, `1234:`. */
const piecesBefore = 2;

/** The time at the beginning of a line, bare or in brackets, or after text that only loggers write in front of one. */
export function findTime(line: string, context: LineContext): TimePlace | undefined {
  let at = skipBlanks(line, 0);
  for (let count = 0; count <= piecesBefore; count++) {
    const place = readPlace(line, at, context);
    if (place !== undefined) return place;
    const end = count < piecesBefore ? endOfPrefix(line, at) : undefined;
    if (end === undefined || end >= line.length) return undefined;
    at = end;
  }
  return undefined;
}

/** The time that begins at `at`, or in the bracket that opens there. */
function readPlace(line: string, at: number, context: LineContext): TimePlace | undefined {
  const close = closers[line[at]!];
  if (close === undefined) {
    if (line.startsWith("--", at)) return readBetweenDashes(line, at, context);
    const read = readFullTime(line, at, context);
    return read && { time: read.time, start: at, end: endOfField(line, read.end), inside: "" };
  }
  const insideAt = skipBlanks(line, skipLetter(line, at + 1));
  const read = readFullTime(line, insideAt, context);
  const closeAt = read === undefined ? -1 : line.indexOf(close, read.end);
  if (read === undefined || closeAt < 0 || closeAt - read.end > insideCharactersMax) return undefined;
  const inside = line.slice(read.end, closeAt);
  return { time: read.time, start: insideAt > at + 1 ? insideAt - 1 : at, end: closeAt + 1, inside };
}

/** `--2026-11-21 09:00:00--  https://…` of wget. */
function readBetweenDashes(line: string, at: number, context: LineContext): TimePlace | undefined {
  const read = isDigit(line.charCodeAt(at + 2)) ? readFullTime(line, at + 2, context) : undefined;
  if (read === undefined || !line.startsWith("-- ", read.end)) return undefined;
  return { time: read.time, start: at, end: read.end + 2, inside: "" };
}

/** The place of a time that was found elsewhere, the bracket around it included. */
export function aroundTime(line: string, { time, start, end }: Omit<TimePlace, "inside">): TimePlace {
  const close = start > 0 ? closers[line[start - 1]!] : undefined;
  const closeAt = close === undefined ? -1 : line.indexOf(close, end);
  if (closeAt < 0 || closeAt - end > insideCharactersMax)
    return { time, start, end: endOfField(line, end), inside: "" };
  return { time, start: start - 1, end: closeAt + 1, inside: line.slice(end, closeAt) };
}

const closers: Record<string, string> = { "[": "]", "(": ")", '"': '"' };
/** A level and a thread fit in. */
const insideCharactersMax = 120;

/** `[I 2026-11-21 …`: the level of Jupyter and Tornado. */
function skipLetter(line: string, at: number): number {
  return isLetter(line.charCodeAt(at)) && line[at + 1] === " " && isDigit(line.charCodeAt(at + 2)) ? at + 2 : at;
}

/** A colon or a bar right after a time belongs to it: `09:00:00: run`. */
function endOfField(line: string, at: number): number {
  return line[at] === ":" && isBlank(line.charCodeAt(at + 1)) ? at + 1 : at;
}

export function readFullTime(line: string, at: number, context: LineContext): ReadTime | undefined {
  return readLeadingTime(line, at, context) ?? readLikelyTime(line, at, context);
}

/** The end of a part that may stand before a time; undefined: it may not. */
function endOfPrefix(line: string, at: number): number | undefined {
  const piece = readPiece(line, at);
  if (piece === undefined) return endOfFile(line, at);
  return isPrefix(piece) ? piece.end : endOfFile(line, at);
}

function endOfFile(line: string, at: number): number | undefined {
  const dot = line.indexOf(".log", at);
  if (dot < 0 || dot - at > fileCharactersMax) return undefined;
  logFile.lastIndex = at;
  return logFile.test(line) ? logFile.lastIndex : undefined;
}

const fileCharactersMax = 200;

/** `nova-api.log.1.2026-11-21_09:00:00 `, as collectors put the file in front. */
const logFile = /[\w./-]{1,200}?\.log[.\w:-]{0,100}[ \t]+/y;

function isPrefix({ kind, text, mark, gap }: HeadPiece): boolean {
  if (kind === "number") return mark === ":" && text.length <= 7;
  // A number in angle brackets is a priority, and this one is invalid in syslog.
  if (kind === "angle") return /^[A-Za-z]/.test(text);
  if (kind !== "name") return kind !== "brace" && text.length <= 80;
  if (text.length === 1)
    return text === text.toUpperCase() && severityOfLevel(text) !== undefined && (mark === "," || gap !== "none");
  const isMarked = text === text.toUpperCase() || mark !== "" || gap === "column";
  // Tinyproxy's `CONNECT   Nov 21 …` is no level, and a column.
  if (text === "CONNECT" && gap === "column") return true;
  return isMarked && severityOfLevel(text) !== undefined;
}
