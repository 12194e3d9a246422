import { foldCase } from "./fold-case.ts";

/** A character to match as it is, or one of the wildcards. */
export type PatternToken = string | typeof anyOne | typeof anyRun;
/** `?`: any one character. */
export const anyOne = 1;
/** `*`: any characters, or none. */
export const anyRun = 2;

/**
 * Reads a value in which `*` and `?` are wildcards. A backslash directly before one of them makes it an ordinary
 * character; there, two backslashes stand for one. All other backslashes stand for themselves, so paths of Windows
 * and of its network need no escaping.
 */
export function parsePattern(value: string): PatternToken[] {
  const tokens: PatternToken[] = [];
  for (const [, backslashes, wildcard, other] of value.matchAll(/(\\*)([*?])|(.)/gsu)) {
    if (wildcard === undefined) {
      tokens.push(other!);
      continue;
    }
    for (let i = 0; i < backslashes!.length >> 1; i++) tokens.push("\\");
    if (backslashes!.length % 2 === 1) tokens.push(wildcard);
    else tokens.push(wildcard === "*" ? anyRun : anyOne);
  }
  return tokens;
}

/** A value that `parsePattern` reads as these tokens. */
export function formatPattern(tokens: Iterable<PatternToken>): string {
  let value = "";
  let backslashes = 0;
  for (const token of tokens) {
    const isLiteralSign = token === "*" || token === "?";
    if (isLiteralSign || typeof token !== "string") value += "\\".repeat(backslashes);
    if (isLiteralSign) value += "\\";
    value += token === anyOne ? "?" : token === anyRun ? "*" : token;
    backslashes = token === "\\" ? backslashes + 1 : 0;
  }
  return value;
}

export function hasWildcard(tokens: readonly PatternToken[]): boolean {
  return tokens.some((token) => typeof token !== "string");
}

/** The text that a pattern without wildcards stands for; undefined when it has some. */
export function literalOf(tokens: readonly PatternToken[]): string | undefined {
  return hasWildcard(tokens) ? undefined : tokens.join("");
}

/**
 * A test of a whole text against a pattern. With `ignoreCase` the text must come folded already. Cost: the length of
 * the text, at worst times that of the longest part between two `*`.
 */
export function compilePattern(tokens: readonly PatternToken[], ignoreCase: boolean): (text: string) => boolean {
  const literal = literalOf(tokens);
  if (literal !== undefined) {
    const wanted = ignoreCase ? foldCase(literal) : literal;
    return (text) => text === wanted;
  }
  const pieces = splitPieces(tokens, ignoreCase);
  if (pieces.length === 1) return (text) => matchAt(pieces[0]!, text, 0) === text.length;
  return (text) => matchPieces(pieces, text);
}

/** The parts between two `*`: texts and single characters. */
type Piece = (string | typeof anyOne)[];

function splitPieces(tokens: readonly PatternToken[], ignoreCase: boolean): Piece[] {
  const pieces: Piece[] = [[]];
  for (const token of tokens) {
    const piece = pieces[pieces.length - 1]!;
    const last = piece[piece.length - 1];
    if (token === anyRun) pieces.push([]);
    else if (token === anyOne) piece.push(token);
    else if (typeof last === "string") piece[piece.length - 1] = last + token;
    else piece.push(token);
  }
  if (!ignoreCase) return pieces;
  return pieces.map((piece) => piece.map((part) => (part === anyOne ? part : foldCase(part))));
}

/**
 * The first piece at the begin, the last at the end, the others in this order between them, each as early as it can be.
 */
function matchPieces(pieces: readonly Piece[], text: string): boolean {
  let position = matchAt(pieces[0]!, text, 0);
  for (let i = 1; i < pieces.length - 1 && position >= 0; i++) position = findPiece(pieces[i]!, text, position);
  return position >= 0 && endsWithPiece(pieces[pieces.length - 1]!, text, position);
}

/** End of the piece when it matches at `position`, or -1. */
function matchAt(piece: Piece, text: string, position: number): number {
  let at = position;
  for (const part of piece) {
    if (part === anyOne) {
      if (at >= text.length) return -1;
      at += text.codePointAt(at)! > 0xffff ? 2 : 1;
    } else {
      if (!text.startsWith(part, at)) return -1;
      at += part.length;
    }
  }
  return at;
}

/** End of the piece at its first match at or after `from`, or -1. */
function findPiece(piece: Piece, text: string, from: number): number {
  const first = piece[0];
  if (first === undefined) return from;
  if (piece.length === 1 && first !== anyOne) {
    const found = text.indexOf(first, from);
    return found < 0 ? -1 : found + first.length;
  }
  for (let at = from; at <= text.length; at++) {
    if (first !== anyOne) {
      at = text.indexOf(first, at);
      if (at < 0) return -1;
    } else if (isInsideCharacter(text, at)) continue;
    const end = matchAt(piece, text, at);
    if (end >= 0) return end;
  }
  return -1;
}

function endsWithPiece(piece: Piece, text: string, from: number): boolean {
  let longest = 0;
  let shortest = 0;
  for (const part of piece) {
    longest += part === anyOne ? 2 : part.length;
    shortest += part === anyOne ? 1 : part.length;
  }
  for (let at = Math.max(from, text.length - longest); at <= text.length - shortest; at++)
    if (!isInsideCharacter(text, at) && matchAt(piece, text, at) === text.length) return true;
  return false;
}

function isInsideCharacter(text: string, at: number): boolean {
  return at > 0 && at < text.length && /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(at - 1, at + 1));
}
