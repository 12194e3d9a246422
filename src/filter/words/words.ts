import { compilePattern, literalSteps, stepsOfWord } from "./compile-pattern.ts";
import { foldCase, longText } from "./fold-case.ts";
import { literalOf, type PatternToken } from "./wildcard.ts";

/** A word is a maximal run of these: letters with their marks, digits and the underscore. */
const wordCharacter = /[\p{L}\p{M}\p{N}_]/u;

/** One word of a pattern. */
export interface WordPattern {
  /** The word itself, folded when case is ignored; undefined when it has wildcards. */
  literal: string | undefined;
  tokens: readonly PatternToken[];
  /** Takes one whole word, folded when case is ignored. */
  test(word: string): boolean;
}

/** Words that must stand next to each other, with nothing but other characters between them. */
export type Phrase = readonly WordPattern[];

/** The words of a piece of pattern, in order; other characters only separate them. Wildcards are part of words. */
export function phraseOf(tokens: readonly PatternToken[], ignoreCase: boolean): Phrase {
  const words: PatternToken[][] = [];
  let inWord = false;
  for (const token of tokens) {
    const isPart = typeof token !== "string" || wordCharacter.test(token);
    if (isPart && !inWord) words.push([]);
    if (isPart) words[words.length - 1]!.push(token);
    inWord = isPart;
  }
  return words.map((word) => compileWord(word, ignoreCase));
}

/** True when the text (folded when case is ignored) has these phrases in this order, whatever stands between them. */
export function hasPhrases(phrases: readonly Phrase[], text: string): boolean {
  const words = splitWords(text);
  let from = 0;
  for (const phrase of phrases) {
    from = findPhrase(phrase, words, from);
    if (from < 0) return false;
  }
  return true;
}

/** The words of a text. Those of the last long one are kept: each value of a list may ask for them. */
export function splitWords(text: string): readonly string[] {
  if (text.length < longText) return split(text);
  if (lastCache.text !== text) lastCache = { text, words: split(text) };
  return lastCache.words;
}

let lastCache: { text: string; words: readonly string[] } = { text: "", words: [] };

function split(text: string): string[] {
  const words: string[] = [];
  let start = -1;
  let position = 0;
  while (position < text.length) {
    const unit = text.charCodeAt(position);
    const isPart = unit < 128 ? asciiWord[unit] === 1 : isWordAt(text, position);
    if (isPart && start < 0) start = position;
    if (!isPart && start >= 0) {
      words.push(text.slice(start, position));
      start = -1;
    }
    position += unit >= 0xd800 && unit <= 0xdbff && text.codePointAt(position)! > 0xffff ? 2 : 1;
  }
  if (start >= 0) words.push(text.slice(start));
  return words;
}

/** 1 for the ASCII characters that words are made of, by code. */
export const asciiWord = Uint8Array.from({ length: 128 }, (_, code) =>
  wordCharacter.test(String.fromCharCode(code)) ? 1 : 0,
);

function compileWord(tokens: readonly PatternToken[], ignoreCase: boolean): WordPattern {
  const literal = literalOf(tokens);
  return {
    literal: literal === undefined || !ignoreCase ? literal : foldCase(literal),
    tokens,
    test: compilePattern(tokens, ignoreCase),
  };
}

/** The index after the phrase where it first stands at or after `from`, or -1. */
export function findPhrase(phrase: Phrase, words: readonly string[], from: number): number {
  if (phrase.length !== 2 && isLiteral(phrase))
    return phrase.length === 1 ? findWord(phrase[0]!.literal, words, from) : findLiterals(phrase, words, from);
  for (let at = from; at + phrase.length <= words.length; at++)
    if (standsAt(phrase, words, at)) return at + phrase.length;
  return -1;
}

/** Steps that looking for it takes at most for each character of a text, as `stepsOfPattern`. */
export function stepsOfPhrase(phrase: Phrase): number {
  if (isLiteral(phrase)) return literalSteps * Math.min(phrase.length, 2);
  return phrase.reduce((sum, { tokens }) => sum + stepsOfWord(tokens), 0);
}

function isLiteral(phrase: Phrase): phrase is LiteralPhrase {
  return phrase.every(({ literal }) => literal !== undefined);
}

function standsAt(phrase: Phrase, words: readonly string[], at: number): boolean {
  for (let i = 0; i < phrase.length; i++) if (!phrase[i]!.test(words[at + i]!)) return false;
  return true;
}

type LiteralPhrase = readonly (WordPattern & { literal: string })[];

/** The index after the word where it first stands at or after `from`, or -1. */
export function findWord(wanted: string, words: readonly string[], from: number): number {
  for (let at = from; at < words.length; at++) if (words[at] === wanted) return at + 1;
  return -1;
}

/**
 * The same without wildcards; reads each word of the text at most twice, however the words repeat (Knuth, Morris,
 * Pratt: Fast pattern matching in strings, 1977).
 */
function findLiterals(phrase: LiteralPhrase, words: readonly string[], from: number): number {
  const shorter = shorterBeginnings(phrase);
  let matched = 0;
  for (let at = from; at < words.length; at++) {
    while (matched > 0 && words[at] !== phrase[matched]!.literal) matched = shorter[matched]!;
    if (words[at] === phrase[matched]!.literal) matched++;
    if (matched === phrase.length) return at + 1;
  }
  return -1;
}

/** For each number of matching words, how many of the last of them form the next shorter beginning of the phrase. */
function shorterBeginnings(phrase: LiteralPhrase): Uint32Array {
  const known = shorterByPhrase.get(phrase);
  if (known !== undefined) return known;
  const shorter = new Uint32Array(phrase.length + 1);
  for (let length = 2; length <= phrase.length; length++) {
    const last = phrase[length - 1]!.literal;
    let matched = shorter[length - 1]!;
    while (matched > 0 && phrase[matched]!.literal !== last) matched = shorter[matched]!;
    shorter[length] = phrase[matched]!.literal === last ? matched + 1 : 0;
  }
  shorterByPhrase.set(phrase, shorter);
  return shorter;
}

const shorterByPhrase = new WeakMap<LiteralPhrase, Uint32Array>();

function isWordAt(text: string, position: number): boolean {
  return wordCharacter.test(String.fromCodePoint(text.codePointAt(position)!));
}
