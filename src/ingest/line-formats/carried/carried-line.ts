import { severityOfWord } from "../../../eventstore/event/severity-words.ts";
import { readJsonLine } from "../json-line.ts";
import type { JsonLine, LineContext, LineFields } from "../line-fields.ts";
import { readLine } from "../read-line.ts";
import { carriedCharactersMax } from "./limits.ts";

/**
 * Reads a message that may be the line of a program, carried by what runs it or ships it: one JSON object, pairs, a
 * line behind a time, or one that begins with its level. It is read as in a file; lines behind the first one belong to
 * its message. Undefined: a text that says no more than its envelope, which has a severity of its own or not.
 */
export function readCarriedLine(
  message: string,
  hasSeverity: boolean,
  context: LineContext,
): LineFields | JsonLine | undefined {
  if (message.length > carriedCharactersMax) return undefined;
  if (message[0] === "{") return readJsonLine(message, context);
  const lineFeed = message.indexOf("\n");
  const end = lineFeed < 0 ? message.length : lineFeed;
  const line = message.slice(0, message[end - 1] === "\r" ? end - 1 : end);
  if (!isCarried(line, hasSeverity)) return undefined;
  const read = readLine(line, context);
  if (read.format === "json" || (read.format === "text" && read.severity === undefined)) return undefined;
  return lineFeed < 0 ? read : { ...read, message: read.message + message.slice(end) };
}

/** Whether it begins as such lines do. Whatever it takes, `mayBeCarried` takes. */
function isCarried(line: string, hasSeverity: boolean): boolean {
  if (pairPattern.test(line)) return levelOrMessage.test(line) && !deviceNames.test(line);
  const level = levelPattern.exec(line)?.[1];
  if (level === undefined || severityOfWord(level) === undefined) return timePattern.test(line);
  return !hasSeverity || loggerPattern.test(line);
}

const pairPattern = /^[\w.@/-]{1,64}=/;
const levelOrMessage = /(?:msg|message|level|lvl|severity)=/;
/** Firewalls write pairs, too, which parser rules know better. */
const deviceNames = /\b(?:devname|devid|device_id)=/;
const levelPattern = /^[[<(]?([A-Za-z]{3,13})(?:[\])> :\t]|$)/;
/** Python's `ERROR:shop.cart:` says more than the level. */
const loggerPattern = /^[A-Za-z]{3,13}:\S/;
/** With the clock of a logger alone, and the heads of klog and of Apache. */
const timePattern =
  /^(?:\[?(?:\d{4}([-/.])\d\d\1\d\d[T ,_:]|\d\d([-/])(?:\d\d|[A-Z][a-z]{2})\2\d{4}[ :T]|\d\d:\d\d:\d\d)|\[[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d |[IWEFD]\d{4} \d\d:)/;
