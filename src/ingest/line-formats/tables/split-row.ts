import type { Table } from "./table.ts";

/** The values of a line; undefined when there are more than a line of this table can have. */
export function splitRow(line: string, { separator, isQuoted }: Pick<Table, "separator" | "isQuoted">): string[] {
  if (separator === "blank") return splitBlanks(line);
  return isQuoted && line.includes('"') ? splitQuoted(line, separator) : line.split(separator);
}

/** RFC 4180: a value in quotes may hold separators, and quotes doubled. */
function splitQuoted(line: string, separator: string): string[] {
  const values: string[] = [];
  for (let at = 0; ; ) {
    const isQuote = line[at] === '"';
    const close = isQuote ? endOfQuotes(line, at) : at;
    const next = line.indexOf(separator, close);
    const end = next < 0 ? line.length : next;
    const quoted = isQuote ? line.slice(at + 1, Math.max(at + 1, close - 1)).replaceAll('""', '"') : "";
    values.push(quoted + (isQuote ? line.slice(close, end).trim() : line.slice(at, end)));
    if (next < 0) return values;
    at = next + separator.length;
  }
}

/** Returns the position after the quote that closes the one at `at`; beyond the end where none does. */
function endOfQuotes(line: string, at: number): number {
  let end = line.indexOf('"', at + 1);
  while (end >= 0 && line[end + 1] === '"') end = line.indexOf('"', end + 2);
  return end < 0 ? line.length + 1 : end + 1;
}

/** The W3C writes texts in quotes; IIS writes a plus for each blank instead. */
function splitBlanks(line: string): string[] {
  return [...line.matchAll(/"((?:[^"]|"")*)"|\S+/g)].map(([whole, quoted]) => quoted?.replaceAll('""', '"') ?? whole);
}

/** A value in quotes has not ended; a quote inside a value without quotes around it is an ordinary character. */
export function isOpenEnded(text: string, { separator, isQuoted }: Pick<Table, "separator" | "isQuoted">): boolean {
  if (!isQuoted || separator === "blank" || !text.includes('"')) return false;
  for (let at = 0; ; ) {
    const close = text[at] === '"' ? endOfQuotes(text, at) : at;
    if (close > text.length) return true;
    const next = text.indexOf(separator, close);
    if (next < 0) return false;
    at = next + separator.length;
  }
}
