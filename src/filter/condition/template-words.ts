import { type Hole, type HoleKind, isWholeNumber, type TemplatePiece } from "../../eventstore/template.ts";
import { foldCase, isAscii } from "../words/fold-case.ts";
import { type Phrase, splitWords, type WordPattern } from "../words/words.ts";
import { literalRuns, longest, placeOfRun, scanForLiteral, scanForText, unitedScan } from "./block-scan.ts";
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
    words = pieces.flatMap((piece): readonly TemplateWord[] => {
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
  const words = phrase.map(
    (word): PhraseWord => ({
      literal: word.literal,
      matches: word.test,
      test: holeTestOf(word, ignoreCase),
      fillsNumber: canFill(word, "number"),
      fillsWord: canFill(word, "word"),
      fillsAny: canFill(word, "any"),
    }),
  );
  const { length } = words;
  const standsAt = (template: readonly TemplateWord[], at: number): boolean => {
    for (let i = 0; i < length; i++) if (!canBe(template[at + i]!, words[i]!)) return false;
    return true;
  };
  const asks = (template: readonly TemplateWord[], at: number): HoleTest[] => {
    const asked: HoleTest[] = [];
    for (let i = 0; i < length; i++) {
      const hole = template[at + i]!;
      if (typeof hole !== "string") asked.push({ hole, test: words[i]!.test });
    }
    return asked;
  };
  return {
    of(template) {
      let ways: HoleTest[][] | undefined;
      for (let at = 0; at + length <= template.length; at++) {
        if (!standsAt(template, at)) continue;
        const asked = asks(template, at);
        if (asked.length === 0) return true;
        ways ??= [];
        ways.push(asked);
      }
      if (ways === undefined) return false;
      return ways.length > waysMax ? undecided : { needs: [ways], isExact: true };
    },
    find(template, from, holesMatch) {
      for (let at = from; at + length <= template.length; at++)
        if (standsAt(template, at) && (holesMatch || asks(template, at).length === 0)) return at + length;
      return -1;
    },
  };
}

/** One of the words, each without wildcards. A hole is asked for all of them at once: that is one way, not many. */
export function templateAnyWord(words: readonly WordPattern[], ignoreCase: boolean): Pick<TemplatePhrase, "of"> {
  const wanted = new Set(words.map(({ literal }) => literal!));
  const tests: Partial<Record<HoleKind, TextTest>> = {};
  for (const kind of ["number", "word", "any"] as const) {
    const fitting = words.filter((word) => canFill(word, kind)).map(({ literal }) => literal!);
    if (fitting.length > 0) tests[kind] = anyTextOf(fitting, ignoreCase);
  }
  return {
    of(template) {
      const ways: HoleTest[][] = [];
      for (const word of template) {
        if (typeof word !== "string") {
          const test = tests[word.kind];
          if (test) ways.push([{ hole: word, test }]);
        } else if (wanted.has(word)) return true;
      }
      if (ways.length === 0) return false;
      return ways.length > waysMax ? undecided : { needs: [ways], isExact: true };
    },
  };
}

/** What fills a hole is one of these texts. */
function anyTextOf(values: readonly string[], ignoreCase: boolean): TextTest {
  const wanted = new Set(values);
  return {
    text: (filled) => wanted.has(ignoreCase ? foldCase(filled) : filled),
    scan: unitedScan(values.map((value) => scanForText(value, ignoreCase))),
    // Only of ASCII is it known which bytes are another case of them.
    exact: values.every(isAscii) ? { values, ignoreCase } : undefined,
  };
}

interface PhraseWord {
  readonly literal: string | undefined;
  matches(word: string): boolean;
  /** What it asks of the word in a hole. */
  readonly test: TextTest;
  readonly fillsNumber: boolean;
  readonly fillsWord: boolean;
  readonly fillsAny: boolean;
}

/** Asked of each word of thousands of templates. */
function canBe(word: TemplateWord, { literal, matches, fillsNumber, fillsWord, fillsAny }: PhraseWord): boolean {
  if (typeof word === "string") return literal === undefined ? matches(word) : word === literal;
  const { kind } = word;
  return kind === "number" ? fillsNumber : kind === "word" ? fillsWord : fillsAny;
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
  // What fills a hole is one word, so it is the word that is looked for.
  if (literal !== undefined && isAscii(literal)) return anyTextOf([literal], ignoreCase);
  const text = (filled: string) => filled !== "" && test(ignoreCase ? foldCase(filled) : filled);
  const run = longest(literalRuns(tokens));
  const scan = scanForLiteral(run, ignoreCase, "maybe");
  const place = run === "" ? undefined : placeOfRun(tokens, run);
  if (place === undefined || run.length > signsMax) return { text, scan };
  const digits = place === "anywhere" && /^[0-9]{2,}$/.test(run) ? run : undefined;
  return { text, scan, bytes: bytesWith(run, place, ignoreCase), digits };
}

/** Whether bytes have an ASCII text there, of at most `signsMax` signs. */
function bytesWith(
  text: string,
  place: "anywhere" | "start" | "end",
  ignoreCase: boolean,
): NonNullable<TextTest["bytes"]> {
  const forms = ignoreCase ? asciiFolded : asciiAsIs;
  const wanted = Uint8Array.from(text, (character) => forms[character.charCodeAt(0)]!);
  const { length } = wanted;
  const stand = (bytes: Uint8Array, at: number) => {
    let i = 0;
    while (i < length && forms[bytes[at + i]!] === wanted[i]) i++;
    return i === length;
  };
  if (place === "start") return (bytes, from, to) => to - from >= length && stand(bytes, from);
  if (place === "end") return (bytes, from, to) => to - from >= length && stand(bytes, to - length);
  const last = 1 << (length - 1);
  let places: Int32Array | undefined;
  return (bytes, from, to) => {
    places ??= placesByByte(wanted, forms);
    // A bit for each sign up to which the text stands here: each byte is read once (see `ShiftAnd`).
    let state = 0;
    for (let at = from; at < to; at++) {
      state = ((state << 1) | 1) & places[bytes[at]!]!;
      if ((state & last) !== 0) return true;
    }
    return false;
  };
}

/** As many as a number has bits. */
const signsMax = 32;

/** For each byte, the places in the text where it may stand. */
function placesByByte(wanted: Uint8Array, forms: Uint8Array): Int32Array {
  const byForm = new Int32Array(256);
  for (const [place, form] of wanted.entries()) byForm[form]! |= 1 << place;
  return Int32Array.from(forms, (form) => byForm[form]!);
}

const asciiAsIs = Uint8Array.from({ length: 256 }, (_, byte) => byte);
const asciiFolded = asciiAsIs.map((byte) => (byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte));

/**
 * Whether the hole could be filled with the word: every character that the word requires must be allowed in the hole,
 * with a digit among them or a wildcard that could be one, where the hole has one.
 */
function canFill({ literal, tokens }: WordPattern, kind: HoleKind): boolean {
  if (literal !== undefined && kind !== "any" && isWholeNumber(literal) !== (kind === "number")) return false;
  const signs = kind === "number" ? /^[0-9]$/ : /^\w$/;
  const mayHaveDigit = kind === "any" || tokens.some((token) => typeof token !== "string" || /[0-9]/.test(token));
  return mayHaveDigit && tokens.every((token) => typeof token !== "string" || signs.test(token));
}
