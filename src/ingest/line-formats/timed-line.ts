import type { LineContext, LineFields } from "./line-fields.ts";
import { isBlank, skipBlanks } from "./scan.ts";
import { severityOfMessage } from "./severity-word.ts";
import { readLeadingTime } from "./times/leading-time.ts";

/**
 * A line that begins with a time, bare or in brackets: dpkg, Python's and Java's loggers, and whatever people write
 * themselves. The message is what follows; a level word in front of it is read and stays in it.
 */
export function readTimedLine(line: string, context: LineContext): LineFields | undefined {
  const bracket = line[0] === "[";
  const time = readLeadingTime(line, bracket ? 1 : 0, context);
  if (time === undefined || (bracket && line[time.end] !== "]")) return undefined;
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
