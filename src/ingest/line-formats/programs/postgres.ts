import { severityOfWord } from "../../../eventstore/event/severity-words.ts";
import { readIsoTime } from "../../../time-text/iso-time.ts";
import { addTag, endOfDigits, endOfWord } from "../../../time-text/scan.ts";
import type { LineContext, LineFields } from "../line-fields.ts";

/** `2026-11-21 09:00:00.123 UTC [12] user@database ERROR:  …`, the prefixes '%m [%p] ' and '%m [%p] %q%u@%d '. */
export function readPostgres(line: string, context: LineContext): LineFields | undefined {
  if (line[10] !== " " || line[4] !== "-") return undefined;
  return readDebian(line, context) ?? readPrefixed(line, context);
}

/**
 * Other prefixes that many have: `%t:%r:%u@%d:[%p]:` of a cloud, `%t [%p]: [%l-1] user=%u,db=%d,app=%a,client=%h ` of
 * those who read logs with pgBadger.
 */
function readPrefixed(line: string, context: LineContext): LineFields | undefined {
  // Every such line has this; most others have not.
  const colon = line.indexOf(":  ", 20);
  if (colon < 0 || colon > prefixCharactersMax) return undefined;
  const head = line.slice(0, prefixCharactersMax);
  const found = cloudPattern.exec(head) ?? badgerPattern.exec(head);
  const time = found === null ? undefined : readIsoTime(line, 0, context.timezone);
  const level = found?.groups?.level;
  const severity = level === undefined ? undefined : severityOfLevel(level);
  if (time === undefined || found === null || severity === undefined) return undefined;
  const { pid, user, db, app, client } = found.groups as Partial<Record<string, string>>;
  const tags: string[] = [];
  addTag(tags, "pid", pid);
  addTag(tags, "user", known(user));
  addTag(tags, "database", known(db));
  addTag(tags, "application_name", known(app));
  addTag(tags, "src_ip", known(client));
  const message = line.slice(found[0].length - level!.length - 3);
  return { format: "postgres", time: time.time, program: "postgres", severity, message, tags };
}

/** How long what stands before the level may be. */
export const prefixCharactersMax = 400;
const cloudPattern =
  /^[\d:. -]{19,26} [A-Z]{1,5}:(?<client>[\da-f.:]{0,45}|\[local\]|[\w.-]{0,100})(?:\(\d{1,5}\))?:(?<user>[^@:]{0,63})@(?<db>[^:]{0,63}):\[(?<pid>\d{1,10})\]:(?<level>[A-Z]{3,9}\d?): {2}/;
const badgerPattern =
  /^[\d:. -]{19,26} [A-Z]{1,5} \[(?<pid>\d{1,10})\]: \[\d{1,12}-\d{1,6}\] (?:user=(?<user>[^,]{0,63}),db=(?<db>[^,]{0,63})(?:,app=(?<app>[^,]{0,63}))?(?:,client=(?<client>[^ ,]{0,100}))? )?(?<level>[A-Z]{3,9}\d?): {2}/;

function known(text: string | undefined): string | undefined {
  return text === "[unknown]" || text === "[local]" ? undefined : text;
}

function readDebian(line: string, context: LineContext): LineFields | undefined {
  const mayBePid = line.indexOf("[", 19);
  if (mayBePid < 0 || mayBePid > pidAtMost) return undefined;
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

/** Behind a time with microseconds and a zone. */
const pidAtMost = 40;

/** Zone abbreviations other than UTC say nothing sure; the time stands in the assumed zone then. */
function skipZoneName(line: string, at: number): number {
  if (line.startsWith(" [", at)) return at;
  const end = endOfWord(line, at + 1);
  return /^[A-Z]{1,5}$/.test(line.slice(at + 1, end)) ? end : at;
}

const german = ["TIPP", "ANWEISUNG", "ZUSAMMENHANG", "ANFRAGE", "ORT"];
const companions = new Set(["DETAIL", "HINT", "STATEMENT", "CONTEXT", "QUERY", "LOCATION", ...german]);

/** A line that says more of the one before it, by the same process. */
export function isCompanion({ message }: LineFields): boolean {
  return isCompanionWord(message.slice(0, message.indexOf(":")));
}

export function isCompanionWord(word: string): boolean {
  return companions.has(word);
}

/** The statement among lines that say more, with the lines it goes on over. */
export function statementAmong(more: readonly string[]): string | undefined {
  const start = more.findIndex((line) => /^(?:STATEMENT|QUERY|ANWEISUNG|ANFRAGE): {2}/.test(line));
  if (start < 0) return undefined;
  const after = more.slice(start + 1);
  const end = after.findIndex((line) => !line.startsWith("\t"));
  const [first = ""] = more.slice(start);
  return [first.slice(first.indexOf(":") + 3), ...after.slice(0, end < 0 ? after.length : end)].join("\n");
}

/** Of an entry that syslog carries, in whatever prefix and number: its level is the first with two blanks behind. */
export function severityOfEntry(message: string): number | undefined {
  const level = levelPattern.exec(message.slice(0, prefixCharactersMax))?.[1];
  return level === undefined ? undefined : severityOfLevel(level);
}

const levelPattern = /(?:^| )([A-Z]{3,12}\d?): {2}/;

function severityOfLevel(level: string): number | undefined {
  if (level === "LOG" || companions.has(level)) return 6;
  if (/^DEBUG[1-5]$/.test(level)) return 7;
  return level === level.toUpperCase() ? severityOfWord(level) : undefined;
}

function addSession(tags: string[], session: string): void {
  const at = session.lastIndexOf("@");
  addTag(tags, "user", session.slice(0, at));
  addTag(tags, "database", session.slice(at + 1));
}
