import { foldCase } from "./fold-case.ts";
import { type PieceParts, ShiftAnd } from "./shift-and.ts";
import { anyOne, anyRun, literalOf, type PatternToken } from "./wildcard.ts";

/**
 * A test of a whole text against a pattern. With `ignoreCase` the text must come folded already. Cost: linear in the
 * length of the text, see `stepsOfPattern`.
 */
export function compilePattern(tokens: readonly PatternToken[], ignoreCase: boolean): (text: string) => boolean {
  const literal = literalOf(tokens);
  if (literal !== undefined) {
    const wanted = ignoreCase ? foldCase(literal) : literal;
    return (text) => text === wanted;
  }
  const pieces = splitPieces(tokens, ignoreCase);
  const first = pieces[0]!.parts;
  if (pieces.length === 1) return (text) => matchAt(first, text, 0) === text.length;
  const last = pieces[pieces.length - 1]!.parts;
  const inner = pieces.slice(1, -1);
  const shortest = shortestText(pieces);
  return (text) => {
    if (text.length < shortest) return false;
    let position = matchAt(first, text, 0);
    for (let i = 0; i < inner.length && position >= 0; i++) position = findPiece(inner[i]!, text, position);
    return position >= 0 && startAtEnd(last, text) >= position;
  };
}

/** Steps that each character of a text takes at most, of about a nanosecond. Begin and end are looked at only once. */
export function stepsOfPattern(tokens: readonly PatternToken[]): number {
  return Math.max(0, ...splitPieces(tokens, false).slice(1, -1).map(stepsOfPiece));
}

/** The same for a text of words: those that are shorter than the pattern are told by their length. */
export function stepsOfWord(tokens: readonly PatternToken[]): number {
  if (literalOf(tokens) !== undefined) return literalSteps;
  const pieces = splitPieces(tokens, false);
  const steps = wordSteps + pieceSteps * pieces.length;
  return literalSteps + steps / (shortestText(pieces) + 1) + stepsOfPattern(tokens);
}

/** To find a text anywhere. */
export const insideSteps = 1;
/** To compare words of one character, and what stands between them. */
export const literalSteps = 4;
/** To test a word, and for each piece. */
const wordSteps = 10;
const pieceSteps = 15;

function stepsOfPiece({ parts, length }: Piece): number {
  return parts.length === 1 ? 1 + length / 32 : searchSteps + length / 16;
}

/** Of a search for a piece with `?`, beside those for each 32 of its characters. */
const searchSteps = 12;

/** What stands between two `*`. All but the first begin with a text, or have no parts. */
interface Piece {
  readonly parts: PieceParts;
  /** Of the shortest text. */
  readonly length: number;
  /** Made when it is needed. */
  search?: ShiftAnd;
}

function splitPieces(tokens: readonly PatternToken[], ignoreCase: boolean): Piece[] {
  const pieces: (string | typeof anyOne)[][] = [[]];
  let isBehindRun = false;
  for (const token of tokens) {
    const piece = pieces[pieces.length - 1]!;
    const last = piece[piece.length - 1];
    if (token === anyRun) isBehindRun = true;
    // It means the same before a `*` and behind it.
    else if (token === anyOne) piece.push(token);
    else if (isBehindRun) {
      pieces.push([token]);
      isBehindRun = false;
    } else if (typeof last === "string") piece[piece.length - 1] = last + token;
    else piece.push(token);
  }
  if (isBehindRun) pieces.push([]);
  return pieces.map((piece) => {
    const parts = ignoreCase ? piece.map((part) => (part === anyOne ? part : foldCase(part))) : piece;
    return { parts, length: parts.reduce<number>((sum, part) => sum + (part === anyOne ? 1 : part.length), 0) };
  });
}

function shortestText(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, { length }) => sum + length, 0);
}

/**
 * End of the parts, from this one on, when they match at `position`; else the complement of a place that no look went
 * beyond.
 */
function matchAt(parts: PieceParts, text: string, position: number, from = 0): number {
  let at = position;
  for (let i = from; i < parts.length; i++) {
    const part = parts[i]!;
    if (part === anyOne) {
      if (at >= text.length) return ~at;
      at += text.codePointAt(at)! > 0xffff ? 2 : 1;
    } else {
      if (!standsAt(part, text, at)) return ~(at + part.length);
      at += part.length;
    }
  }
  return at;
}

/** End of the piece at its first match at or after `from`, or -1. */
function findPiece(piece: Piece, text: string, from: number): number {
  const { parts } = piece;
  const first = parts[0] as string;
  let at = text.indexOf(first, from);
  if (parts.length === 1) return at < 0 ? -1 : at + first.length;
  let passed = 0;
  while (at >= 0) {
    const end = matchAt(parts, text, at + first.length, 1);
    if (end >= 0) return end;
    passed += ~end - at;
    at++;
    if (passed > passedMost + passedPerCharacter * (at - from)) {
      piece.search ??= new ShiftAnd(parts);
      return piece.search.find(text, at);
    }
    at = text.indexOf(first, at);
  }
  return -1;
}

/** Characters of the text that trying may pass before each is read once; ordinary texts take half of them. */
const passedMost = 64;
const passedPerCharacter = 1;

/** Short texts are compared here: calling takes longer. */
function standsAt(part: string, text: string, at: number): boolean {
  if (part.length > shortPart) return text.startsWith(part, at);
  for (let i = 0; i < part.length; i++) if (text.charCodeAt(at + i) !== part.charCodeAt(i)) return false;
  return true;
}

const shortPart = 8;

/** Where the parts begin when the text ends with them, or -1. */
function startAtEnd(parts: PieceParts, text: string): number {
  let at = text.length;
  for (let i = parts.length - 1; i >= 0; i--) {
    const part = parts[i]!;
    if (part === anyOne) {
      if (at === 0) return -1;
      at -= at > 1 && text.codePointAt(at - 2)! > 0xffff ? 2 : 1;
    } else {
      at -= part.length;
      if (!standsAt(part, text, at)) return -1;
    }
  }
  return at;
}
