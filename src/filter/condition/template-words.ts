import type { Hole, HoleKind, TemplatePiece } from "../../eventstore/template.ts";
import { foldCase, isAscii } from "../words/fold-case.ts";
import { type Phrase, splitWords, type WordPattern } from "../words/words.ts";
import { literalRuns, longest, scanForLiteral, scanForText } from "./block-scan.ts";
import {
  type HoleTest,
  type Need,
  type TemplateVerdict,
  type TextTest,
  undecided,
  waysMax,
} from "./template-verdict.ts";

/** The words of a template in order; a hole is one word. */
export type TemplateWord = string | Hole;

/** Folded when case is ignored. The words of a template are the same for each test, and splitting takes longest. */
export function wordsOfTemplate(pieces: readonly TemplatePiece[], ignoreCase: boolean): readonly TemplateWord[] {
  const cache = ignoreCase ? foldedCache : wordsCache;
  let words = cache.get(pieces);
  if (!words) {
    words = pieces.flatMap((piece): TemplateWord[] => {
      if (typeof piece !== "string") return [piece];
      return splitWords(ignoreCase ? foldCase(piece) : piece);
    });
    cache.set(pieces, words);
  }
  return words;
}

/** By the pieces themselves, which are kept for a while (`eventstore/template.ts`) and never change. */
const wordsCache = new WeakMap<readonly TemplatePiece[], readonly TemplateWord[]>();
const foldedCache = new WeakMap<readonly TemplatePiece[], readonly TemplateWord[]>();

/** A phrase with what it asks of holes, made once for each condition. */
export interface TemplatePhrase {
  of(words: readonly TemplateWord[]): TemplateVerdict;
  /**
   * First position at or after `from` where it may match, counting holes as matches or not: the index after it, or -1.
   */
  find(words: readonly TemplateWord[], from: number, holesMatch: boolean): number;
}

export function templatePhrase(phrase: Phrase, ignoreCase: boolean): TemplatePhrase {
  const tests = phrase.map((word) => holeTestOf(word, ignoreCase));
  const fills = phrase.map((word) => ({
    number: canFill(word, "number"),
    word: canFill(word, "word"),
    any: canFill(word, "any"),
  }));
  const standsAt = (words: readonly TemplateWord[], at: number): boolean | HoleTest[] => {
    const asked: HoleTest[] = [];
    for (let i = 0; i < phrase.length; i++) {
      const word = words[at + i]!;
      if (typeof word === "string") {
        if (!phrase[i]!.test(word)) return false;
      } else if (!fills[i]![word.kind]) return false;
      else asked.push({ hole: word, test: tests[i]! });
    }
    return asked.length === 0 ? true : asked;
  };
  return {
    of(words) {
      const ways: HoleTest[][] = [];
      for (let at = 0; at + phrase.length <= words.length; at++) {
        const stands = standsAt(words, at);
        if (stands === true) return true;
        if (stands !== false) ways.push(stands);
      }
      if (ways.length === 0) return false;
      return ways.length > waysMax ? undecided : { needs: [ways], isExact: true };
    },
    find(words, from, holesMatch) {
      for (let at = from; at + phrase.length <= words.length; at++) {
        const stands = standsAt(words, at);
        if (stands === true || (holesMatch && stands !== false)) return at + phrase.length;
      }
      return -1;
    },
  };
}

/** Phrases in this order, whatever stands between them. */
export function verdictInOrder(phrases: readonly TemplatePhrase[], words: readonly TemplateWord[]): TemplateVerdict {
  if (phrases.length === 1) return phrases[0]!.of(words);
  if (findAll(phrases, words, false)) return true;
  if (!findAll(phrases, words, true)) return false;
  const needs: Need[] = [];
  for (const phrase of phrases) {
    const verdict = phrase.of(words);
    if (typeof verdict !== "boolean") needs.push(...verdict.needs);
  }
  return { ...undecided, needs };
}

/** Holes hold nothing but words, so a text without any word stands in what is constant. */
export function verdictInside(wanted: string, pieces: readonly TemplatePiece[], ignoreCase: boolean): boolean {
  return pieces.some((piece) => typeof piece === "string" && (ignoreCase ? foldCase(piece) : piece).includes(wanted));
}

function findAll(phrases: readonly TemplatePhrase[], words: readonly TemplateWord[], holesMatch: boolean): boolean {
  let from = 0;
  for (const phrase of phrases) {
    from = phrase.find(words, from, holesMatch);
    if (from < 0) return false;
  }
  return true;
}

function holeTestOf({ literal, tokens, test }: WordPattern, ignoreCase: boolean): TextTest {
  const text = (filled: string) => filled !== "" && test(ignoreCase ? foldCase(filled) : filled);
  // What fills a hole is one word, so it is the word that is looked for.
  if (literal !== undefined && isAscii(literal))
    return { text, scan: scanForText(literal, ignoreCase), exact: { values: [literal], ignoreCase } };
  return { text, scan: scanForLiteral(longest(literalRuns(tokens)), ignoreCase, "maybe") };
}

/**
 * Whether the hole could be filled with the word: every character that the word requires must be allowed in the hole,
 * with a digit among them or a wildcard that could be one, where the hole has one.
 */
function canFill({ tokens }: WordPattern, kind: HoleKind): boolean {
  const signs = kind === "number" ? /^[0-9]$/ : /^\w$/;
  const mayHaveDigit = kind === "any" || tokens.some((token) => typeof token !== "string" || /[0-9]/.test(token));
  return mayHaveDigit && tokens.every((token) => typeof token !== "string" || signs.test(token));
}
