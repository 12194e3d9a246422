export interface TokenizeOptions {
  separator: string;
  /** Around parts that may hold separators; doubled inside, they stand for one. */
  quote: string | undefined;
  trim: boolean;
}

/** The first `count` parts of the text, read as CSV when there is a quote. Fewer when the text has fewer. */
export function tokenize(text: string, count: number, { separator, quote, trim }: TokenizeOptions): string[] {
  const parts: string[] = [];
  for (let at = 0; at <= text.length && parts.length < count; ) {
    const begin = trim || quote !== undefined ? skipBlanks(text, at, separator) : at;
    if (quote !== undefined && text.startsWith(quote, begin)) {
      const { part, end } = readQuoted(text, begin + quote.length, quote);
      parts.push(part);
      const next = text.indexOf(separator, end);
      if (next < 0) break;
      at = next + separator.length;
      continue;
    }
    const end = text.indexOf(separator, at);
    const part = text.slice(at, end < 0 ? text.length : end);
    parts.push(trim ? part.trim() : part);
    if (end < 0) break;
    at = end + separator.length;
  }
  return parts;
}

function skipBlanks(text: string, from: number, separator: string): number {
  let at = from;
  while (text[at] === " " && !text.startsWith(separator, at)) at++;
  return at;
}

/** Behind the first quote; an unclosed part reaches to the end. */
function readQuoted(text: string, begin: number, quote: string): { part: string; end: number } {
  let part = "";
  for (let at = begin; ; ) {
    const end = text.indexOf(quote, at);
    if (end < 0) return { part: part + text.slice(at), end: text.length };
    part += text.slice(at, end);
    if (!text.startsWith(quote, end + quote.length)) return { part, end: end + quote.length };
    part += quote;
    at = end + 2 * quote.length;
  }
}
