import { severityOfLevel } from "../../../eventstore/event/severity-words.ts";
import type { ColumnRole } from "./layout.ts";

/** The words in front of the times; nearly all must be the same kind of thing. */
export function learnColumns(prefixes: readonly string[]): ColumnRole[] {
  const rows = prefixes.map((prefix) => wordsOf(prefix));
  const count = Math.min(columnsMax, ...rows.map((row) => row.length));
  const roles = Array.from({ length: count }, (_, index) => roleOf(rows.map((row) => row[index]!)));
  // Each role occurs once; a second match is something else.
  const single = roles.map((role, index) => (roles.indexOf(role) === index ? role : "other"));
  // A number within a sentence, `job 17 began at`, belongs to the message.
  const areColumns = !single.includes("other") && rows.every((row) => row.length === count);
  return areColumns ? single : single.map((role) => (role === "sequence" ? "other" : role));
}

/** No time has more words than these in front of it. */
const columnsMax = 6;
const shareMin = 0.95;

export function wordsOf(prefix: string): string[] {
  return prefix.split(/[\s,;|]+/).filter((word) => word !== "");
}

function roleOf(words: readonly string[]): ColumnRole {
  const isMostly = (test: (word: string) => boolean) => words.filter(test).length >= words.length * shareMin;
  if (isMostly((word) => levelOf(word) !== undefined)) return "severity";
  if (isMostly((word) => numberPattern.test(word))) return isCounting(words) ? "sequence" : "other";
  return isMostly(isHostName) ? "host" : "other";
}

const numberPattern = /^#?(\d{1,18})[:.]?$/;

/** Each number exceeds the one before: numbers of lines, not of processes or threads. */
function isCounting(words: readonly string[]): boolean {
  const numbers = words.map((word) => Number(numberPattern.exec(word)?.[1] ?? Number.NaN));
  const rising = numbers.slice(1).filter((number, index) => number > numbers[index]!).length;
  return rising >= (numbers.length - 1) * shareMin;
}

/** The severity of a word in a column of levels: `[WARN]`, `E`, `<info>`. */
export function levelOf(word: string): number | undefined {
  return severityOfLevel(word.replace(/^[[(<"']+|[\])>"':]+$/g, ""));
}

/** `web-1`, `db01.example.org`, `192.0.2.1`: it has a digit or a dot, and no character that names of hosts lack. */
function isHostName(word: string): boolean {
  return (
    /^(?=.*[\d.])[A-Za-z][A-Za-z0-9-]{0,62}(?:\.[A-Za-z0-9-]{1,63})*$|^\d{1,3}(?:\.\d{1,3}){3}$/.test(word) &&
    !/\.(?:log|exe|py|js|java|go|rb|c|txt)$/i.test(word)
  );
}

/** Messages that begin as syslog's do: a host, then a program and a colon. */
export function hasHostBehind(messages: readonly string[]): boolean {
  const pattern = /^(\S{1,255}) [\w./-]{1,64}(?:\[\d{1,10}\])?: /;
  const hosts = messages.flatMap((message) => pattern.exec(message)?.[1] ?? []);
  const named = hosts.filter(isHostName);
  return messages.length > 2 && named.length >= messages.length * 0.9;
}
