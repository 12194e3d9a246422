import { severityBetween } from "../../eventstore/event/severity-words.ts";
import { isBlank, isLetter } from "../../time-text/scan.ts";

/** A level may follow a logger's name and a thread, but does not stand deep inside a sentence. */
const wordsSearched = 5;

/**
 * The severity named at the beginning of a message. A word counts when it cannot be ordinary speech: in capitals
 * (`ERROR`), in brackets of its own (`[error]`), or first and followed by a colon (`error: …`).
 */
export function severityOfMessage(message: string): number | undefined {
  let at = 0;
  for (let word = 0; word < wordsSearched && at < message.length; word++) {
    while (at < message.length && !isLetter(message.charCodeAt(at))) at++;
    const start = at;
    while (at < message.length && isWordPart(message.charCodeAt(at))) at++;
    const found = severityBetween(message, start, at);
    if (found !== undefined && isMarked(message, start, at)) return found;
  }
  return undefined;
}

/** The same for a line without a time: only its very first word, because nothing else says that it is a log line. */
export function severityOfFirstWord(message: string): number | undefined {
  let end = 0;
  while (end < message.length && !isBlank(message.charCodeAt(end))) end++;
  return severityOfMessage(message.slice(0, end));
}

function isMarked(message: string, start: number, end: number): boolean {
  const before = message[start - 1] ?? "";
  const after = message[end] ?? "";
  const word = message.slice(start, end);
  if (word === word.toUpperCase()) return isFree(before, after);
  if ((before === "[" && after === "]") || (before === "<" && after === ">") || (before === "(" && after === ")")) {
    return true;
  }
  return start === 0 && after === ":";
}

/** Letters, digits and underscores hold a word together, so that INFO_SCHEMA and Error5 are no levels. */
function isWordPart(code: number): boolean {
  return isLetter(code) || (code >= 48 && code <= 57) || code === 95;
}

/** `app.ERROR:` is a logger and its level; `NON-FATAL`, `/ERROR/`, `code=INFO` and `"WARN"` are parts of something. */
function isFree(before: string, after: string): boolean {
  if (before === ".") return after === ":";
  return !/[=/@$'"-]/.test(before) && !/[=/@'"-]/.test(after);
}
