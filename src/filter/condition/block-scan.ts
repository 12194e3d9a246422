import { isAscii } from "../words/fold-case.ts";
import { anyRun } from "../words/wildcard.ts";
import type { Phrase } from "../words/words.ts";

/**
 * How to find the rows of a text block that may match, by looking at its bytes as Latin-1. Every row that matches has a
 * hit of `pattern`.
 */
export interface BlockScan {
  /** Global. Never matches across the end of a row. */
  pattern: RegExp;
  /** The bytes that it stands for, where it is one literal that is written in one case only: found much sooner. */
  needle?: Uint8Array | undefined;
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

/** The hits of a scan in the bytes of a block, in turn. */
export class ScanHits {
  /** Of the latest one. */
  start = 0;
  end = 0;
  readonly #bytes: Buffer;
  readonly #scan: Pick<BlockScan, "pattern" | "needle">;
  #latin1: string | undefined;

  constructor(scan: Pick<BlockScan, "pattern" | "needle">, { buffer, byteOffset, byteLength }: Uint8Array) {
    this.#scan = scan;
    this.#bytes = Buffer.from(buffer, byteOffset, byteLength);
  }

  /** The next one from there on; false: there is none. */
  find(from: number): boolean {
    const { pattern, needle } = this.#scan;
    if (needle) {
      this.start = this.#bytes.indexOf(needle, from);
      this.end = this.start + needle.length;
      return this.start >= 0;
    }
    this.#latin1 ??= this.#bytes.toString("latin1");
    pattern.lastIndex = from;
    const found = pattern.exec(this.#latin1);
    if (!found) return false;
    this.start = found.index;
    this.end = found.index + found[0].length;
    return true;
  }
}

/** For texts that contain the literal. Undefined when bytes cannot tell: see `foldCase` for letters beyond ASCII. */
export function scanForLiteral(literal: string, ignoreCase: boolean, hit: BlockScan["hit"]): BlockScan | undefined {
  const words = wordsInside(literal);
  if (literal !== "" && isAscii(literal)) return makeScan([literal], { ignoreCase, hit, words });
  const part = longest(literal.split(/[^\0-\x7f]+/));
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
    const needle = needleOf(first, ignoreCase);
    return { pattern, needle, hit, literals: [longest(first)], ignoreCase, words: [...new Set(words as string[])] };
  }
  const literals = phrase.map(({ tokens }) => longest(literalRuns(tokens)));
  const scan = scanForLiteral(longest(literals), ignoreCase, "maybe");
  return scan && { ...scan, words: words.filter((word) => word !== undefined && isAscii(word)) as string[] };
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

/** Whether a pattern is this run of ASCII anywhere in a text: `*run*`. */
export function isRunAnywhere(tokens: readonly (string | number)[], run: string): boolean {
  const { length } = tokens;
  return length === run.length + 2 && tokens[0] === anyRun && tokens[length - 1] === anyRun && isAscii(run);
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
  const needle = needleOf(literals, how.ignoreCase);
  return { ...how, pattern: toRegExp(sources.join("|"), how.ignoreCase), needle, literals };
}

/** Of one ASCII literal. */
function needleOf([literal = "", ...others]: readonly string[], ignoreCase: boolean): Uint8Array | undefined {
  const hasOneForm = others.length === 0 && !(ignoreCase && /[a-z]/i.test(literal));
  return hasOneForm && literal !== "" ? Buffer.from(literal) : undefined;
}

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
