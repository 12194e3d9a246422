import { severityOfWord } from "../../eventstore/event/severity-words.ts";
import type { LineContext, LineFields } from "./line-fields.ts";
import { addTag, endOfDigits, endOfWord } from "./scan.ts";
import { readIsoTime } from "./times/iso-time.ts";

/** `2026-11-21 09:00:00.123 UTC [12] user@database ERROR:  …`, the prefixes '%m [%p] ' and '%m [%p] %q%u@%d '. */
export function readPostgres(line: string, context: LineContext): LineFields | undefined {
  if (line[10] !== " " || line[4] !== "-") return undefined;
  const time = readIsoTime(line, 0, context.timezone);
  if (time === undefined) return undefined;
  const bracket = skipZoneName(line, time.end);
  const pidEnd = endOfDigits(line, bracket + 2);
  if (!line.startsWith(" [", bracket) || pidEnd === bracket + 2 || !line.startsWith("] ", pidEnd)) return undefined;
  const sessionEnd = endOfWord(line, pidEnd + 2);
  const session = line.slice(pidEnd + 2, sessionEnd);
  const isSession = session.includes("@") && !session.endsWith(":");
  const messageAt = isSession ? sessionEnd + 1 : pidEnd + 2;
  const colon = line.indexOf(":  ", messageAt);
  const severity = colon < 0 ? undefined : severityOfLevel(line.slice(messageAt, colon));
  if (severity === undefined) return undefined;
  const tags: string[] = [];
  addTag(tags, "pid", line.slice(bracket + 2, pidEnd));
  if (isSession) addSession(tags, session);
  return { format: "postgres", time: time.time, program: "postgres", severity, message: line.slice(messageAt), tags };
}

/** Zone abbreviations other than UTC say nothing sure; the time stands in the assumed zone then. */
function skipZoneName(line: string, at: number): number {
  if (line.startsWith(" [", at)) return at;
  const end = endOfWord(line, at + 1);
  return /^[A-Z]{1,5}$/.test(line.slice(at + 1, end)) ? end : at;
}

const companions = new Set(["LOG", "DETAIL", "HINT", "STATEMENT", "CONTEXT", "QUERY", "LOCATION"]);

function severityOfLevel(level: string): number | undefined {
  if (companions.has(level)) return 6;
  if (/^DEBUG[1-5]$/.test(level)) return 7;
  return level === level.toUpperCase() ? severityOfWord(level) : undefined;
}

function addSession(tags: string[], session: string): void {
  const at = session.lastIndexOf("@");
  addTag(tags, "user", session.slice(0, at));
  addTag(tags, "database", session.slice(at + 1));
}
