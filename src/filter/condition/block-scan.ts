import { foldedNeedleMax } from "../../runtime/kernels/row-kernels.ts";
import { isAscii } from "../words/fold-case.ts";
import { anyRun } from "../words/wildcard.ts";
import type { Phrase } from "../words/words.ts";

/**
 * How to find the rows of a text block that may match, by looking at its bytes. Every row that matches has a hit of
 * `pattern` in them as Latin-1.
 */
export interface BlockScan {
  /** Global. Never matches across the end of a row. */
  pattern: RegExp;
  /** The literals one of which each hit is; absent: only the pattern finds them. */
  needles?: readonly Needle[] | undefined;
  /**
   * What a hit means. "maybe": read the row's text. "row": the row matches. "word": the row matches when no word
   * character stands right before or after the hit. "one of words": it does, too, but else the text is read, since
   * another word may begin at the same place.
   */
  hit: "maybe" | "row" | "word" | "one of words";
  /** The literals that `pattern` stands for, for joining scans. */
  literals: readonly string[];
  ignoreCase: boolean;
  /** The Kelvin sign and the long s are taken for k and s, too. */
  hasOtherForms?: boolean;
  /** ASCII words that every matching row has as whole words, in any case: blocks without one of them are skipped. */
  words: readonly string[];
}

/** A literal that is found in bytes themselves, much sooner than in a string of them. */
export interface Needle {
  /** ASCII; of letters in either case those in lower case, and at most `foldedNeedleMax`. */
  readonly bytes: Uint8Array;
  readonly inEitherCase: boolean;
}

/** For texts that contain the literal. Undefined when bytes cannot tell: see `foldCase` for letters beyond ASCII. */
export function scanForLiteral(literal: string, ignoreCase: boolean, hit: BlockScan["hit"]): BlockScan | undefined {
  const words = wordsInside(literal);
  if (literal !== "" && literal.length <= foldedNeedleMax && isAscii(literal))
    return makeScan([literal], { ignoreCase, hit, words });
  // Of a long one, each place in a text might be compared to the end.
  const part = longest(literal.split(/[^\0-\x7f]+/)).slice(0, foldedNeedleMax);
  return part === "" ? undefined : makeScan([part], { ignoreCase, hit: "maybe", words });
}

/** For texts in which a regular expression finds one of the literals: without case, K and ſ are k and s for it. */
export function scanForMatches(literals: readonly string[], ignoreCase: boolean): BlockScan | undefined {
  return unitedScan(
    literals.map((literal) => {
      const scan = scanForLiteral(literal, ignoreCase, "maybe");
      if (!scan || !ignoreCase) return scan;
      const words = scan.words.filter((word) => !/[ks]/i.test(word));
      return makeScan(scan.literals, { ignoreCase, hit: "maybe", words, hasOtherForms: true });
    }),
  );
}

/** For texts that equal the literal, so its first and its last word are whole, too. */
export function scanForText(text: string, ignoreCase: boolean): BlockScan | undefined {
  const scan = scanForLiteral(text, ignoreCase, "maybe");
  return scan && { ...scan, words: wordsInside(` ${text} `) };
}

/** Words with something else before and after them. */
function wordsInside(literal: string): string[] {
  return literal.match(/(?<=[^0-9A-Za-z_])[0-9A-Za-z_]+(?=[^0-9A-Za-z_])/g) ?? [];
}

/** For texts that have the words next to each other. */
export function scanForPhrase(phrase: Phrase, ignoreCase: boolean): BlockScan | undefined {
  const words = phrase.map(({ literal }) => literal);
  if (words.every((word) => word !== undefined && isAscii(word))) {
    const first = words.slice(0, scannedWordsMax) as string[];
    const source = first.map(escapeRegExp).join("[^0-9A-Za-z_\\xff]+");
    const hit = first.length === words.length ? "word" : "maybe";
    const pattern = toRegExp(source, ignoreCase);
    const needles = first.length === 1 ? needlesOf(first, ignoreCase) : undefined;
    return { pattern, needles, hit, literals: [longest(first)], ignoreCase, words: [...new Set(words as string[])] };
  }
  const literals = phrase.map(({ tokens }) => longest(literalRuns(tokens)));
  const scan = scanForLiteral(longest(literals), ignoreCase, "maybe");
  return scan && { ...scan, words: words.filter((word) => word !== undefined && isAscii(word)) as string[] };
}

/** `*part*` is in a word wherever the part is; a phrase is where its words are. */
export function scanOfPhrase(phrase: Phrase, ignoreCase: boolean): BlockScan | undefined {
  const [word] = phrase;
  if (phrase.length > 1 || word!.literal !== undefined) return scanForPhrase(phrase, ignoreCase);
  const { tokens } = word!;
  const run = longest(literalRuns(tokens));
  return scanForLiteral(run, ignoreCase, placeOfRun(tokens, run) === "anywhere" ? "row" : "maybe");
}

/** Picks, from several scans that must all hit, the one least likely to; it alone cannot decide. */
export function narrowestScan(scans: readonly (BlockScan | undefined)[]): BlockScan | undefined {
  const usable = scans.filter((scan) => scan !== undefined);
  if (usable.length === 0) return undefined;
  const best = usable.reduce((a, b) => (shortestLiteral(b) > shortestLiteral(a) ? b : a));
  return scans.length === 1 ? best : { ...best, hit: "maybe", words: usable.flatMap(({ words }) => words) };
}

/** Joins several scans of which one must hit; undefined when one of them is unknown or there are too many. */
export function unitedScan(scans: readonly (BlockScan | undefined)[]): BlockScan | undefined {
  if (scans.length === 1) return scans[0];
  const known = scans.filter((scan) => scan !== undefined);
  const literals = known.flatMap((scan) => scan.literals);
  if (known.length === 0 || known.length < scans.length || literals.length > alternativesMax) return undefined;
  const ignoreCase = known.some((scan) => scan.ignoreCase);
  const isOneCase = known.every((scan) => scan.ignoreCase === ignoreCase);
  const how = { literals, ignoreCase, words: [] };
  if (isOneCase && known.every(({ hit }) => hit === "word" || hit === "one of words"))
    return {
      ...how,
      pattern: toRegExp(known.map(({ pattern }) => pattern.source).join("|"), ignoreCase),
      needles: unitedNeedles(known),
      hit: "one of words",
    };
  const hit = isOneCase && known.every((scan) => scan.hit === "row") ? "row" : "maybe";
  return makeScan(literals, { ...how, hit, hasOtherForms: known.some((scan) => scan.hasOtherForms) });
}

/** The parts of a pattern that every matching text contains. */
export function literalRuns(tokens: readonly (string | number)[]): string[] {
  const runs = [""];
  for (const token of tokens) {
    if (typeof token === "string") runs[runs.length - 1] += token;
    else runs.push("");
  }
  return runs;
}

/** Where a pattern wants this run of ASCII, if it wants no more: `*run*`, `run*` or `*run`. */
export function placeOfRun(
  tokens: readonly (string | number)[],
  run: string,
): "anywhere" | "start" | "end" | undefined {
  const mayFollow = tokens[0] === anyRun;
  const mayBeFollowed = tokens[tokens.length - 1] === anyRun;
  if (!isAscii(run) || tokens.length !== run.length + Number(mayFollow) + Number(mayBeFollowed)) return undefined;
  if (mayFollow) return mayBeFollowed ? "anywhere" : "end";
  return mayBeFollowed ? "start" : undefined;
}

export function longest(texts: readonly string[]): string {
  return texts.reduce((a, b) => (b.length > a.length ? b : a), "");
}

/**
 * Words of a phrase that one search looks for. Where a text repeats words, each of them may begin the phrase, so a text
 * is read once for each.
 */
const scannedWordsMax = 16;
/** More alternatives are slower to look for than every row is to look at. */
const alternativesMax = 16;

function makeScan(literals: readonly string[], how: Omit<BlockScan, "pattern" | "literals">): BlockScan {
  const sources = literals.map(escapeRegExp).map((source) => (how.hasOtherForms ? withOtherForms(source) : source));
  const { ignoreCase, hasOtherForms } = how;
  const needles = needlesOf(literals, ignoreCase, hasOtherForms);
  return { ...how, pattern: toRegExp(sources.join("|"), ignoreCase), needles, literals };
}

function unitedNeedles(scans: readonly BlockScan[]): Needle[] | undefined {
  const needles = scans.flatMap((scan) => scan.needles ?? []);
  return needles.length <= needlesMax && scans.every((scan) => scan.needles) ? needles : undefined;
}

/** Undefined: they are too many, or one of them is no needle. */
function needlesOf(literals: readonly string[], ignoreCase: boolean, hasOtherForms = false): Needle[] | undefined {
  const needles = literals.flatMap((literal) => needleOf(literal, ignoreCase, hasOtherForms) ?? []);
  return needles.length <= needlesMax && needles.length === literals.length ? needles : undefined;
}

/** Undefined: it is long, or has forms that its bytes do not tell. */
function needleOf(literal: string, ignoreCase: boolean, hasOtherForms: boolean): Needle | undefined {
  const inEitherCase = ignoreCase && /[a-z]/i.test(literal);
  if (literal === "" || (hasOtherForms && /[ks]/i.test(literal))) return undefined;
  if (inEitherCase && literal.length > foldedNeedleMax) return undefined;
  // The page reads filters, too, and browsers have no Buffer.
  return { bytes: new TextEncoder().encode(inEitherCase ? literal.toLowerCase() : literal), inEitherCase };
}

/** Each is looked for alone: a pattern finds one of more as soon. */
const needlesMax = 8;

/** The bytes of both signs, as they look in Latin-1. */
function withOtherForms(source: string): string {
  return source.replaceAll(/k/gi, "(?:k|\\xe2\\x84\\xaa)").replaceAll(/s/gi, "(?:s|\\xc5\\xbf)");
}

function toRegExp(source: string, ignoreCase: boolean): RegExp {
  return new RegExp(source, ignoreCase ? "gi" : "g");
}

function escapeRegExp(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}

function shortestLiteral({ literals }: BlockScan): number {
  return Math.min(...literals.map((literal) => literal.length));
}
