import { knownWordMax, patternTokensMax, patternWordsMax } from "./limits.ts";
import { namesWithDigits, numberedThings } from "./vocabulary.ts";

/** The placeholders that a pattern has instead of data. */
export const hole = "<*>";

/** The pieces of a text. A hole is a word that stands for data, whole or after the name of a numbered thing. */
export const TokenKind = { word: 0, hole: 1, sign: 2, space: 3 } as const;

/** In order of the text; used again and again. */
export class Tokens {
  length = 0;
  readonly kinds: number[] = [];
  readonly texts: string[] = [];
  /** Start of each token in the text; meaningless in a template. */
  readonly starts: number[] = [];
  readonly ends: number[] = [];
  /** Words and holes. */
  words = 0;
  /** There may be mail addresses. */
  hasAt = false;

  clear(): void {
    this.length = 0;
    this.words = 0;
    this.hasAt = false;
  }

  push(kind: number, text: string, start: number, end: number): void {
    this.starts[this.length] = start;
    this.ends[this.length] = end;
    this.kinds[this.length] = kind;
    this.texts[this.length++] = text;
    if (kind <= TokenKind.hole) this.words++;
    else if (text === "@") this.hasAt = true;
  }
}

/** Adds the tokens of a text; false when it has more than a pattern has. */
export function tokenise(text: string, tokens: Tokens): boolean {
  let at = 0;
  while (at < text.length) {
    const kind = kindOf(text.charCodeAt(at));
    if (kind === space) {
      const start = at;
      do at++;
      while (at < text.length && kindOf(text.charCodeAt(at)) === space);
      if (tokens.length > 0 && tokens.kinds[tokens.length - 1] !== TokenKind.space)
        tokens.push(TokenKind.space, " ", start, at);
      continue;
    }
    if (tokens.length >= patternTokensMax) return false;
    if (kind === sign) {
      tokens.push(TokenKind.sign, text[at]!, at, ++at);
      continue;
    }
    if (tokens.words >= patternWordsMax) return false;
    const start = at;
    let all = 0;
    for (let next = kind; next > sign; next = at < text.length ? kindOf(text.charCodeAt(at)) : space) {
      all |= next;
      at++;
    }
    addWord(text.slice(start, at), start, all, tokens);
  }
  return true;
}

/** Adds what stands for a word of ASCII letters, digits and underscores: itself if it has no digit. */
export function addDataWord(standsFor: string, tokens: Tokens, start = 0, end = 0): boolean {
  if (tokens.words >= patternWordsMax || tokens.length >= patternTokensMax) return false;
  tokens.push(standsFor.endsWith(hole) ? TokenKind.hole : TokenKind.word, standsFor, start, end);
  return true;
}

function addWord(word: string, start: number, all: number, tokens: Tokens): void {
  const end = start + word.length;
  if ((all & digit) === 0) tokens.push(TokenKind.word, word, start, end);
  else if ((all & beyondAscii) === 0) addDataWord(standInFor(word), tokens, start, end);
  else addMixedWord(word, start, tokens);
}

/** For languages that write no spaces: only the digits are data. */
function addMixedWord(word: string, start: number, tokens: Tokens): void {
  for (const { 0: part, index } of word.matchAll(/[0-9]+|[^0-9]+/g)) {
    const isData = /^[0-9]/.test(part);
    const from = start + index;
    tokens.push(isData ? TokenKind.hole : TokenKind.word, isData ? hole : part, from, from + part.length);
  }
}

/** The placeholder for a word of ASCII letters, digits and underscores with a digit. */
export function standInFor(word: string): string {
  if (word.length > knownWordMax) return hole;
  const lower = word.toLowerCase();
  if (namesWithDigits.has(lower)) return word;
  const numbered = /^([a-z_]*?([a-z]+)_*)[0-9]+$/.exec(lower);
  return numbered && numberedThings.has(numbered[2]!) ? word.slice(0, numbered[1]!.length) + hole : hole;
}

const space = 0;
const sign = 1;
const letter = 2;
const digit = 4;
const beyondAscii = 8;

const asciiKinds = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[0-9]/.test(character)) return digit;
  if (/\w/.test(character)) return letter;
  return code <= 32 || code === 127 ? space : sign;
});

function kindOf(code: number): number {
  return code < 128 ? asciiKinds[code]! : beyondAscii;
}
