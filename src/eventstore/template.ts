import { templateBytesMax, templateHolesMax } from "./limits.ts";

/**
 * Splits a message into a template of constant text with holes, and the words that fill them. A hole is one whole word
 * of ASCII letters, digits and underscores, and only ASCII next to it. So a match for words, parts of words or a
 * pattern in a template holds for all its messages, unless it depends on a hole.
 */
export type TemplatePiece = string | Hole;

export interface Hole {
  /**
   * "number": digits as a number is written, at most 15 and without zeros before it; "word": any other word with a
   * digit; "any": any word, where rare templates differed (`merge/unite-templates.ts`).
   */
  readonly kind: HoleKind;
  /** Counted by kind, from 0 for the first in the text. */
  readonly index: number;
  /** The next word is a hole, too; of both it may be that a number fills them. */
  readonly meetsNext?: true;
}

export const holeKinds = ["number", "word", "any"] as const;
export type HoleKind = (typeof holeKinds)[number];

/** Written templates have these where there are holes; a text that holds one of these is kept whole. */
export const numberHole = 1;
export const wordHole = 2;
export const anyHole = 3;
/** The template of texts that are kept whole. No other one is a hole for any word and nothing else. */
export const wholeText = String.fromCharCode(anyHole);

/** Whether these bytes are the template of texts that are kept whole. */
export function isWholeText(bytes: Uint8Array, from: number, to: number): boolean {
  return to - from === 1 && bytes[from] === anyHole;
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
    dictionaryCache = new WeakMap();
    cachedCharacters = template.length;
  }
  piecesCache.set(template, pieces);
  return pieces;
}

/**
 * Pieces of the templates of a dictionary by id, as far as they were asked for. Each question about texts asks all of
 * them, and to find them by their text takes longer than what it wants to know. `texts`: the object that stands for the
 * dictionary wherever it is in use.
 */
export function piecesByIdOf(texts: object): (readonly TemplatePiece[] | undefined)[] {
  let byId = dictionaryCache.get(texts);
  if (!byId) {
    byId = [];
    dictionaryCache.set(texts, byId);
  }
  return byId;
}

/** All chains of four or more holes that meet each other. */
export function chainsIn(pieces: readonly TemplatePiece[]): Hole[][] {
  const chains: Hole[][] = [];
  let chain: Hole[] = [];
  for (const piece of pieces) {
    if (typeof piece === "string") continue;
    chain.push(piece);
    if (piece.meetsNext) continue;
    if (chain.length >= 4) chains.push(chain);
    chain = [];
  }
  return chains;
}

const piecesCache = new Map<string, readonly TemplatePiece[]>();
let dictionaryCache = new WeakMap<object, (readonly TemplatePiece[] | undefined)[]>();
let cachedCharacters = 0;
/** Some thousand templates; with their words they take ten times as much. Beyond, it begins anew. */
const cachedCharactersMax = 1_048_576;

function split(template: string): TemplatePiece[] {
  const pieces: TemplatePiece[] = [];
  const found = { number: 0, word: 0, any: 0 };
  let start = 0;
  for (let at = 0; at < template.length; at++) {
    const kind = kindOfHole(template.charCodeAt(at));
    if (kind === undefined) continue;
    if (at > start) pieces.push(template.slice(start, at));
    pieces.push(holeOf(kind, found[kind]++, kind !== "word" && isBeforeNumber(template, at + 1)));
    start = at + 1;
  }
  if (start < template.length) pieces.push(template.slice(start));
  return pieces;
}

/** The same object for all templates: thousands of them have the same few dozen holes. */
function holeOf(kind: HoleKind, index: number, meetsNext: boolean): Hole {
  const known = (meetsNext ? meetingHoles : holes)[kind];
  known[index] ??= meetsNext ? { kind, index, meetsNext } : { kind, index };
  return known[index];
}

const holes: Readonly<Record<HoleKind, Hole[]>> = { number: [], word: [], any: [] };
const meetingHoles: typeof holes = { number: [], word: [], any: [] };

/** Whether the next word behind a hole is one for a number, or for any word. */
function isBeforeNumber(template: string, from: number): boolean {
  for (let at = from; at < template.length; at++) {
    const code = template.charCodeAt(at);
    if (code === numberHole || code === anyHole) return true;
    if (code > 127 || (kinds[code]! & (part | reserved)) !== 0) return false;
  }
  return false;
}

/** Undefined: constant text. */
export function kindOfHole(sign: number): HoleKind | undefined {
  return sign <= anyHole ? holeKinds[sign - 1] : undefined;
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

/** The end of the whole word that begins at `at`, or of the hole or sign there. */
export function endOfPart(template: Uint8Array, at: number): number {
  let end = at;
  while (end < template.length && kinds[template[end]!]! & part) end++;
  return Math.max(end, at + 1);
}

/** Whether a hole for any word could stand in place of this part: it is a hole, or a word of ASCII alone. */
export function canBeHole(template: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if ((kinds[template[at]!]! & (letter | digit | reserved)) === 0) return false;
  return true;
}

/** Receives the words that fill the holes of a row. */
export interface HoleSink {
  number(index: number, value: number): void;
  /** Bytes from `from` to before `to`. */
  word(index: number, from: number, to: number): void;
  any(index: number, from: number, to: number): void;
}

/** Hands over the words in the holes; false when the text is not of this template: ignore what was handed over. */
export function readHoles(bytes: Uint8Array, from: number, to: number, template: Uint8Array, sink: HoleSink): boolean {
  let at = from;
  let numbers = 0;
  let words = 0;
  let others = 0;
  for (let i = 0; i < template.length; i++) {
    const sign = template[i]!;
    if (sign !== numberHole && sign !== wordHole && sign !== anyHole) {
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
    if (all === 0 || (all & beyondAscii) !== 0) return false;
    if (sign === anyHole) {
      sink.any(others++, start, at);
      continue;
    }
    if ((all & digit) === 0) return false;
    if (isNumber(bytes, start, at, all) !== (sign === numberHole)) return false;
    if (sign === numberHole) sink.number(numbers++, value);
    else sink.word(words++, start, at);
  }
  return at === to;
}

/** Whether such a word fills a number hole. */
export function isWholeNumber(word: string): boolean {
  return /^(0|[1-9][0-9]{0,14})$/.test(word);
}

/** NaN for a word that is none. */
export function wholeNumberOf(word: string): number {
  return isWholeNumber(word) ? Number(word) : Number.NaN;
}

/** The same of bytes, of which `all` says that they are words. */
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
  if (kindOfHole(code) !== undefined) return reserved;
  const character = String.fromCharCode(code);
  return /[0-9]/.test(character) ? digit : /\w/.test(character) ? letter : separator;
});
