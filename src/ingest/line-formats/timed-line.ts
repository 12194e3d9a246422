import type { LineContext, LineFields } from "./line-fields.ts";
import { isBlank, skipBlanks } from "./scan.ts";
import { severityOfMessage } from "./severity-word.ts";
import { readIsoTime } from "./times/iso-time.ts";
import { readLeadingTime } from "./times/leading-time.ts";

/**
 * A line that begins with a time, bare or in brackets: dpkg, Python's and Java's loggers, and whatever people write
 * themselves. The message is what follows; a level word in front of it is read and stays in it.
 */
export function readTimedLine(line: string, context: LineContext): LineFields | undefined {
  const bracket = line[0] === "[";
  const time = readLeadingTime(line, bracket ? 1 : 0, context);
  if (time === undefined || (bracket && line[time.end] !== "]")) return readNamedTime(line, context);
  const message = line.slice(skipSeparator(line, bracket ? time.end + 1 : time.end));
  const severity = severityOfMessage(message);
  return {
    format: "timed",
    time: time.time,
    ...(severity === undefined ? {} : { severity }),
    // A time alone is all the line says.
    message: message === "" ? line : message,
    tags: [],
  };
}

const separators = "-|,:;";

/** Blanks, or one separator among blanks. */
function skipSeparator(line: string, at: number): number {
  const start = skipBlanks(line, at);
  const isSeparator = start < line.length && separators.includes(line[start]!) && isBlank(line.charCodeAt(start + 1));
  return isSeparator ? skipBlanks(line, start + 1) : start;
}

/**
 * `update-alternatives 2026-11-21 09:00:00: run with …`: a program and its time. `Start-Date: 2026-11-21  09:00:00` of
 * apt: a name and a time, nothing else; the lines that follow belong to that time.
 */
function readNamedTime(line: string, context: LineContext): LineFields | undefined {
  const name = namePattern.exec(line);
  const time = name === null ? undefined : readIsoTime(line, name[0].length, context.timezone);
  if (name === null || time === undefined) return undefined;
  const fields: LineFields = { format: "timed", time: time.time, message: line, tags: [] };
  const [, label, program] = name;
  if (label !== undefined) return time.end === line.length ? fields : undefined;
  if (!line.startsWith(": ", time.end) || time.end + 2 === line.length) return undefined;
  return { ...fields, program: program!, message: line.slice(time.end + 2) };
}

/** A label ends in a colon, a program in a blank; a date must follow. */
const namePattern = /^(?:([A-Za-z][\w -]{0,31}): {1,2}|([a-z][\w.-]{0,63}) )(?=\d{4}-\d\d-\d\d)/;
