import { TokenKind, type Tokens } from "./tokens.ts";
import { methods } from "./vocabulary.ts";

/** End of the path that begins at `at`; `at` when there is none. */
export function pathEnd(tokens: Tokens, at: number, to: number): number {
  const root = mayBegin(tokens.texts[at]!) ? rootEnd(tokens, at, to) : at;
  if (root === at || !isBoundary(tokens, at)) return at;
  const { kinds, texts } = tokens;
  if (texts[at] === "/" && isOfRequest(tokens, at)) return scan(tokens, at, to, "");
  // A slash alone is a divider.
  if (root >= to || kinds[root] === TokenKind.space || !isPathSign(kinds[root]!, texts[root]!)) return at;
  return trimmed(tokens, root, scan(tokens, root, to, ":("));
}

/** End of the URL that begins at `at`; `at` when there is none. */
export function urlEnd(tokens: Tokens, at: number, to: number): number {
  const { kinds, texts } = tokens;
  if (at + 4 > to || texts[at + 1] !== ":" || texts[at + 2] !== "/" || texts[at + 3] !== "/") return at;
  if (kinds[at] !== TokenKind.word) return at;
  return trimmed(tokens, at + 4, scan(tokens, at + 4, to, ""));
}

function mayBegin(text: string): boolean {
  return text.length === 1 && (text >= "A" || text === "/" || text === ".");
}

/** Behind `/`, `./`, `../`, `~/`, `C:\` or `\\`. */
function rootEnd({ texts }: Tokens, at: number, to: number): number {
  if (texts[at] === "/") return at + 1;
  if (texts[at] === "~" && texts[at + 1] === "/") return at + 2;
  if (texts[at] === "." && texts[at + 1] === "/") return at + 2;
  if (texts[at] === "." && texts[at + 1] === "." && texts[at + 2] === "/") return at + 3;
  if (/^[A-Za-z]$/.test(texts[at]!) && texts[at + 1] === ":" && texts[at + 2] === "\\") return at + 3;
  return at + 2 < to && texts[at] === "\\" && texts[at + 1] === "\\" ? at + 2 : at;
}

/** `GET / HTTP/1.1` */
function isOfRequest({ kinds, texts }: Tokens, at: number): boolean {
  return at >= 2 && kinds[at - 1] === TokenKind.space && methods.has(texts[at - 2]!.toLowerCase());
}

function isBoundary({ kinds, texts }: Tokens, at: number): boolean {
  return (
    at === 0 ||
    kinds[at - 1] === TokenKind.space ||
    (kinds[at - 1] === TokenKind.sign && "=([{,:;<>|\"'`".includes(texts[at - 1]!))
  );
}

function isPathSign(kind: number, text: string): boolean {
  return kind !== TokenKind.sign || "._-~%*$@+".includes(text);
}

/** `also`: characters that end it, in addition to those that always do. */
function scan({ kinds, texts }: Tokens, at: number, to: number, also: string): number {
  let end = at;
  for (; end < to && kinds[end] !== TokenKind.space; end++) {
    if (kinds[end] !== TokenKind.sign) continue;
    const text = texts[end]!;
    if (",;)]}\"'`<>|".includes(text) || also.includes(text)) break;
    if (text === "\\" && end + 1 < to && (texts[end + 1] === '"' || texts[end + 1] === "'")) break;
  }
  return end;
}

/** Signs at the end belong to the sentence. */
function trimmed({ kinds, texts }: Tokens, from: number, end: number): number {
  let last = end;
  while (last > from && kinds[last - 1] === TokenKind.sign && ".:!?".includes(texts[last - 1]!)) last--;
  return last;
}
