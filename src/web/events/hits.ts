import { RE2JS } from "re2js";
import type { Condition } from "../../filter/condition/condition.ts";
import type { FilterElement } from "../../filter/condition/filter-element.ts";
import type { Tree } from "../../filter/words/boolean-parser.ts";
import { anyOne, anyRun, hasWildcard, type PatternToken, parsePattern } from "../../filter/words/wildcard.ts";
import { parseWordQuery, type WordLeaf } from "../../filter/words/word-query.ts";

/** Start and end of a hit in a text. */
export type Hit = readonly [from: number, to: number];

/** Finds in a message what the conditions ask of it, each hit once, in order. */
export type FindHits = (text: string) => Hit[];

/** Only this much of a message is searched for hits: the part that a row shows. */
const hitsMax = 200;

/** Undefined when nothing is asked of messages. */
export function createHitFinder(elements: readonly FilterElement[]): FindHits | undefined {
  const finders = wantedConditions(elements)
    .filter(({ field }) => field === "message")
    .flatMap(finderOf);
  if (finders.length === 0) return undefined;
  return (text) => {
    const hits = finders.flatMap((find) => find(text)).sort(([a], [b]) => a - b);
    const apart: Hit[] = [];
    for (const hit of hits) {
      const last = apart.at(-1);
      if (last === undefined || hit[0] >= last[1]) apart.push(hit);
      else if (hit[1] > last[1]) apart[apart.length - 1] = [last[0], hit[1]];
    }
    return apart.slice(0, hitsMax);
  };
}

/** Conditions that every shown event meets; none of those under NOT. */
function wantedConditions(elements: readonly FilterElement[]): Condition[] {
  return elements.flatMap((element) => {
    if ("field" in element) return [element];
    if ("not" in element) return [];
    return wantedConditions("any" in element ? element.any : element.all);
  });
}

function finderOf({ op, value }: Condition): FindHits[] {
  const values = (Array.isArray(value) ? value : [value]).map(String);
  if (op === "qp")
    return values.flatMap((text) => wantedLeaves(parseWordQuery(text)).map(({ tokens }) => wordFinder(tokens)));
  if (op === "eq") return values.filter((text) => text !== "*" && text !== "").flatMap(eachWord);
  if (op === "=~") return values.map(patternFinder);
  return [];
}

function wantedLeaves(tree: Tree<WordLeaf>, isWanted = true): WordLeaf[] {
  if (tree.kind === "leaf")
    return isWanted && tree.leaf.tokens.some((token) => typeof token === "string") ? [tree.leaf] : [];
  if (tree.kind === "not") return wantedLeaves(tree.part, !isWanted);
  return tree.parts.flatMap((part) => wantedLeaves(part, isWanted));
}

/** Other words may stand between the words of an `eq`. */
function eachWord(text: string): FindHits[] {
  return text
    .split(/\s+/)
    .map(parsePattern)
    .filter((tokens) => tokens.some((token) => typeof token === "string"))
    .map(wordFinder);
}

const inWord = "[\\p{L}\\p{M}\\p{N}_]";
const isInWord = new RegExp(inWord, "u");

/** Matches whole words; anything that is no word may stand between those of a phrase. */
function wordFinder(tokens: readonly PatternToken[]): FindHits {
  const source = hasWildcard(tokens) ? tokens.map(sourceOf).join("") : phraseSource(tokens.join(""));
  const [first, last] = [tokens[0], tokens.at(-1)];
  const begin = typeof first === "string" && isInWord.test(first) ? `(?<!${inWord})` : "";
  const end = typeof last === "string" && isInWord.test(last) ? `(?!${inWord})` : "";
  const pattern = new RegExp(`${begin}${source}${end}`, "giu");
  return (text) =>
    [...text.matchAll(pattern)].slice(0, hitsMax).map(({ 0: found, index }) => [index, index + found.length]);
}

function sourceOf(token: PatternToken): string {
  if (token === anyRun) return `${inWord}*`;
  return token === anyOne ? inWord : escaped(token as string);
}

function phraseSource(text: string): string {
  const words = text.split(/[^\p{L}\p{M}\p{N}_]+/u).filter(Boolean);
  return words.length > 1 ? words.map(escaped).join("[^\\p{L}\\p{M}\\p{N}_]+") : escaped(text);
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}

/** In linear time, as the service itself runs it. */
function patternFinder(pattern: string): FindHits {
  const compiled = RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE);
  return (text) => {
    const hits: Hit[] = [];
    for (const matcher = compiled.matcher(text); hits.length < hitsMax && matcher.find(); )
      if (matcher.end() > matcher.start()) hits.push([matcher.start(), matcher.end()]);
    return hits;
  };
}
