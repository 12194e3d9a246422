import { templateBytesMax, templateHolesMax } from "./limits.ts";

/**
 * Splits a message into a template of constant text with holes, and the words that fill them. A hole is one whole word
 * of ASCII letters, digits and underscores with at least one digit, and only ASCII next to it. So a match for words,
 * parts of words or a pattern in a template holds for all its messages, unless it depends on a hole.
 */
export type TemplatePiece = string | Hole;

export interface Hole {
  /** "number": digits as a number is written, at most 15 and without zeros before it. */
  kind: "number" | "word";
  /** Counted by kind, from 0 for the first in the text. */
  index: number;
}

/** Written templates have these where there are holes; a text that holds one of these is kept whole. */
export const numberHole = 1;
export const wordHole = 2;
/** The template of texts that are kept whole. */
export const wholeText = "\u0003";

/** Whether these bytes are the template of texts that are kept whole. */
export function isWholeText(bytes: Uint8Array, from: number, to: number): boolean {
  return to - from === 1 && bytes[from] === wholeText.charCodeAt(0);
}

/**
 * The pieces of a written template, the same array for the same template as long as it is cached: segments mostly have
 * the same templates, and others remember by the array what they found in one.
 */
export function piecesOf(template: string): readonly TemplatePiece[] {
  let pieces = piecesCache.get(template);
  if (pieces) return pieces;
  pieces = split(template);
  cachedCharacters += template.length;
  if (cachedCharacters > cachedCharactersMax) {
    piecesCache.clear();
    cachedCharacters = template.length;
  }
  piecesCache.set(template, pieces);
  return pieces;
}

const piecesCache = new Map<string, readonly TemplatePiece[]>();
let cachedCharacters = 0;
/** Some thousand templates; with their words they take ten times as much. Beyond, it begins anew. */
const cachedCharactersMax = 1_048_576;

function split(template: string): TemplatePiece[] {
  const pieces: TemplatePiece[] = [];
  const found = { number: 0, word: 0 };
  let start = 0;
  for (let at = 0; at < template.length; at++) {
    const code = template.charCodeAt(at);
    if (code !== numberHole && code !== wordHole) continue;
    if (at > start) pieces.push(template.slice(start, at));
    const kind = code === numberHole ? "number" : "word";
    pieces.push({ kind, index: found[kind]++ });
    start = at + 1;
  }
  if (start < template.length) pieces.push(template.slice(start));
  return pieces;
}

/**
 * Puts two hashes of the text's template into `hash`; false when the text is stored whole: it is long, has many holes
 * or one of the signs above.
 */
export function hashTemplate(bytes: Uint8Array, from: number, to: number, hash: Int32Array): boolean {
  if (to - from > templateBytesMax) return false;
  let a = 0x811c9dc5 | 0;
  // Mixes the first hash in at the end of each word, so that going through the bytes takes one multiplication each.
  let b = 0x3c6ef372;
  let holes = 0;
  let at = from;
  while (at < to) {
    let kind = kinds[bytes[at]!]!;
    if (kind === separator) {
      a = Math.imul(a ^ bytes[at]!, 0x01000193);
      at++;
      continue;
    }
    if (kind === reserved) return false;
    const start = at;
    const before = a;
    let all = 0;
    do {
      all |= kind;
      a = Math.imul(a ^ bytes[at]!, 0x01000193);
      at++;
      kind = at < to ? kinds[bytes[at]!]! : separator;
    } while (kind & part);
    if ((all & (digit | beyondAscii)) === digit) {
      if (++holes > templateHolesMax) return false;
      a = Math.imul(before ^ (isNumber(bytes, start, at, all) ? numberHole : wordHole), 0x01000193);
    }
    b = Math.imul(b + a, 0x85ebca6b) ^ (b >>> 15);
  }
  b = Math.imul(b + a, 0x85ebca6b) ^ (b >>> 15);
  hash[0] = a;
  hash[1] = b;
  return true;
}

/** The template of a text for which `hashTemplate` was true. */
export function writeTemplate(bytes: Uint8Array, from: number, to: number): Uint8Array {
  const template: number[] = [];
  let at = from;
  while (at < to) {
    let kind = kinds[bytes[at]!]!;
    if (kind === separator) {
      template.push(bytes[at++]!);
      continue;
    }
    const start = at;
    let all = 0;
    do {
      all |= kind;
      at++;
      kind = at < to ? kinds[bytes[at]!]! : separator;
    } while (kind & part);
    if ((all & (digit | beyondAscii)) === digit) template.push(isNumber(bytes, start, at, all) ? numberHole : wordHole);
    else for (let i = start; i < at; i++) template.push(bytes[i]!);
  }
  return Uint8Array.from(template);
}

/** Receives the words that fill the holes of a row. */
export interface HoleSink {
  number(index: number, value: number): void;
  /** Bytes from `from` to before `to`. */
  word(index: number, from: number, to: number): void;
}

/** Hands over the words in the holes; false when the text is not of this template: ignore what was handed over. */
export function readHoles(bytes: Uint8Array, from: number, to: number, template: Uint8Array, sink: HoleSink): boolean {
  let at = from;
  let numbers = 0;
  let words = 0;
  for (let i = 0; i < template.length; i++) {
    const sign = template[i]!;
    if (sign !== numberHole && sign !== wordHole) {
      if (at >= to || bytes[at] !== sign) return false;
      at++;
      continue;
    }
    const start = at;
    let all = 0;
    let value = 0;
    while (at < to) {
      const kind = kinds[bytes[at]!]!;
      if (!(kind & part)) break;
      all |= kind;
      value = value * 10 + bytes[at]! - 48;
      at++;
    }
    if ((all & (digit | beyondAscii)) !== digit) return false;
    if (isNumber(bytes, start, at, all) !== (sign === numberHole)) return false;
    if (sign === numberHole) sink.number(numbers++, value);
    else sink.word(words++, start, at);
  }
  return at === to;
}

function isNumber(bytes: Uint8Array, from: number, to: number, all: number): boolean {
  return all === digit && to - from <= 15 && (bytes[from] !== 48 || to - from === 1);
}

const separator = 0;
const letter = 1;
const digit = 2;
const beyondAscii = 4;
const reserved = 8;
const part = letter | digit | beyondAscii;

const kinds = Uint8Array.from({ length: 256 }, (_, code) => {
  if (code >= 0x80) return beyondAscii;
  if (code === numberHole || code === wordHole || code === 3) return reserved;
  const character = String.fromCharCode(code);
  return /[0-9]/.test(character) ? digit : /\w/.test(character) ? letter : separator;
});
