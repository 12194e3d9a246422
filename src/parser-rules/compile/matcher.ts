import { RE2JS } from "re2js";
import { RegularAutomaton } from "../../filter/condition/regular-automaton.ts";
import { requiredLiteral } from "../../filter/condition/required-literal.ts";
import { messageOf } from "../../lib/errors.ts";
import type { RequiredText } from "../patterns/message-gate.ts";
import { type PatternTree, parsePatternTree, prefixOf } from "../patterns/pattern-tree.ts";
import { provePattern } from "../patterns/proven-pattern.ts";
import { requiredTexts } from "../patterns/required-texts.ts";

/** All of the match, then its groups; undefined: the group took no part. */
export type Groups = readonly (string | undefined)[];

/** A compiled pattern: in the native engine where that provably is quick and answers the same, else in re2js. */
export interface Matcher {
  /** Without the whole match. */
  readonly groupCount: number;
  /** By name, the number of the group. */
  readonly groupNames: ReadonlyMap<string, number>;
  /** Texts of up to this length run natively; below 0: none. */
  readonly nativeLength: number;
  /** One of these stands in every matching text; undefined: none are known. */
  readonly required: readonly RequiredText[] | undefined;
  test(text: string): boolean;
  exec(text: string): Groups | undefined;
  /** Replaces each match from left to right; the text between them stays. */
  replaceAll(text: string, replacement: (groups: Groups) => string): string;
}

/**
 * RE2 syntax. Throws an Error that names the fault of the pattern. What is surely right is made ready for an engine
 * when the first text comes: most shipped rules are for programs that a service never hears of.
 */
export function compileMatcher(pattern: string, ignoreCase = false): Matcher {
  const tree = ignoreCase ? undefined : parsePatternTree(pattern);
  if (tree === undefined) return new LinearMatcher(pattern, compileRe2(pattern, ignoreCase), ignoreCase);
  return new UnderstoodMatcher(pattern, tree);
}

function compileRe2(pattern: string, ignoreCase: boolean): RE2JS {
  try {
    return RE2JS.compile(pattern, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
  } catch (error) {
    throw new Error(messageOf(error), { cause: error });
  }
}

class LinearMatcher implements Matcher {
  readonly groupCount: number;
  readonly groupNames: ReadonlyMap<string, number>;
  readonly nativeLength = -1;
  readonly required: readonly RequiredText[] | undefined;
  private readonly literal: string;
  private readonly foldsLiteral: boolean;
  private readonly engine: LinearEngine;

  constructor(pattern: string, compiled: RE2JS, ignoreCase: boolean) {
    this.engine = new LinearEngine(compiled);
    this.groupCount = compiled.groupCount();
    this.groupNames = new Map(Object.entries(compiled.namedGroups()));
    const literal = requiredLiteral(pattern, ignoreCase);
    this.foldsLiteral = ignoreCase;
    this.literal = ignoreCase ? literal.toLowerCase() : literal;
    this.required = requiredTexts(pattern, ignoreCase, undefined);
  }

  test(text: string): boolean {
    return this.mayMatch(text) && this.engine.test(text);
  }

  exec(text: string): Groups | undefined {
    return this.mayMatch(text) ? this.engine.exec(text) : undefined;
  }

  replaceAll(text: string, replacement: (groups: Groups) => string): string {
    if (!this.mayMatch(text)) return text;
    return replaceMatches(text, this.engine.matchAll(text), replacement);
  }

  private mayMatch(text: string): boolean {
    if (this.literal === "") return true;
    return (this.foldsLiteral ? text.toLowerCase() : text).includes(this.literal);
  }
}

/** Of a pattern that `parsePatternTree` understands. */
class UnderstoodMatcher implements Matcher {
  readonly groupCount: number;
  readonly groupNames: ReadonlyMap<string, number>;
  readonly required: readonly RequiredText[] | undefined;
  private readonly literal: string;
  private readonly prefix: string;
  private native: NativeEngine | undefined;
  /** Compiling it costs a hundred times the native one; few need it. */
  private fallback: LinearEngine | undefined;

  constructor(
    private readonly pattern: string,
    tree: PatternTree,
  ) {
    const names = namesOfGroups(pattern);
    this.groupCount = names.length;
    this.groupNames = new Map(names.flatMap((name, index) => (name === "" ? [] : [[name, index + 1] as const])));
    this.literal = requiredLiteral(pattern, false);
    this.prefix = prefixOf(tree);
    this.required = requiredTexts(pattern, false, tree);
  }

  get nativeLength(): number {
    return this.engine().maxLength;
  }

  test(text: string): boolean {
    if (!this.mayMatch(text)) return false;
    const { maxLength, first } = this.engine();
    return text.length <= maxLength ? first.test(text) : this.linear().test(text);
  }

  exec(text: string): Groups | undefined {
    if (!this.mayMatch(text)) return undefined;
    const { maxLength, first } = this.engine();
    return text.length <= maxLength ? (first.exec(text) ?? undefined) : this.linear().exec(text);
  }

  replaceAll(text: string, replacement: (groups: Groups) => string): string {
    if (!this.mayMatch(text)) return text;
    const { maxLength, each } = this.engine();
    // Each match restarts the search, so the bound of one search holds for a tenth of the text.
    const isShort = text.length * 10 <= maxLength;
    return replaceMatches(text, isShort ? text.matchAll(each) : this.linear().matchAll(text), replacement);
  }

  /** Looking at the beginning costs a tenth of looking through the text. */
  private mayMatch(text: string): boolean {
    if (this.prefix !== "") return text.startsWith(this.prefix);
    return this.literal === "" || text.includes(this.literal);
  }

  private engine(): NativeEngine {
    this.native ??= nativeEngine(this.pattern);
    return this.native;
  }

  private linear(): LinearEngine {
    this.fallback ??= new LinearEngine(compileRe2(this.pattern, false));
    return this.fallback;
  }
}

/** re2js. Where it would take long to tell the groups of a match, it is asked first whether there is one. */
class LinearEngine {
  private automaton: RegularAutomaton | undefined;

  constructor(private readonly compiled: RE2JS) {}

  test(text: string): boolean {
    this.automaton ??= new RegularAutomaton(this.compiled);
    return this.automaton.holdsText(text);
  }

  exec(text: string): Groups | undefined {
    return this.mayMatch(text) ? (this.compiled.exec(text) ?? undefined) : undefined;
  }

  matchAll(text: string): Iterable<RegExpMatchArray> {
    return this.mayMatch(text) ? this.compiled.matchAll(text) : [];
  }

  private mayMatch(text: string): boolean {
    return text.length * this.compiled.programSize() <= backtrackedMax || this.test(text);
  }
}

/** Pairs of a character and an instruction; up to so many, re2js marks those that it was at: some milliseconds. */
const backtrackedMax = 2 ** 18;

interface NativeEngine {
  /** Of the texts that it may look at; below 0 for none, and then it never does. */
  maxLength: number;
  first: RegExp;
  each: RegExp;
}

const noEngine: NativeEngine = { maxLength: -1, first: /(?!)/u, each: /(?!)/gu };

function nativeEngine(pattern: string): NativeEngine {
  const proven = provePattern(pattern);
  if (proven === undefined) return noEngine;
  const { source, maxLength } = proven;
  return { maxLength, first: new RegExp(source, "u"), each: new RegExp(source, "gu") };
}

function replaceMatches(
  text: string,
  matches: Iterable<RegExpMatchArray>,
  replacement: (groups: Groups) => string,
): string {
  let result = "";
  let end = 0;
  for (const match of matches) {
    result += text.slice(end, match.index) + replacement(match);
    end = match.index! + match[0].length;
    if (result.length > longestReplaced) return result;
  }
  return result + text.slice(end);
}

/** Far beyond any field's bound: by its length the caller knows that the result did not fit. */
const longestReplaced = 1_000_000;

/** The name of each group, or "". The pattern must be one that `parsePatternTree` understands. */
function namesOfGroups(pattern: string): string[] {
  const names: string[] = [];
  for (const [found, name] of pattern.matchAll(groupOrSkipped)) if (found.startsWith("(")) names.push(name ?? "");
  return names;
}

/** Escapes and classes are skipped as a whole. */
const groupOrSkipped = /\\.|\[\^?\]?(?:\[:\^?\w+:\]|\\.|[^\]\\])*\]|\((?:\?P?<(\w+)>|(?!\?))/gsu;
