import { longest } from "./block-scan.ts";

/**
 * A text that every match of the regular expression (RE2 syntax, accepted by re2js) contains, or "" when none is
 * certain: parts that may be missing are left out, and anything not understood ends the search. Only ASCII. When case
 * is ignored it occurs in some mixture of cases, and then it holds no k and no s, because Kelvin's K and the long s
 * match these.
 */
export function requiredLiteral(pattern: string, ignoreCase: boolean): string {
  const branches = branchesOf(pattern);
  if (branches?.length !== 1) return "";
  return longest(runsOf(branches[0]!, (literal) => !(ignoreCase && /[ks]/i.test(literal))));
}

/**
 * Texts of which every match of the regular expression contains one, those of alternatives too; empty: none are
 * certain. When case is ignored, k and s stand for the signs that these match, too.
 */
export function requiredLiterals(pattern: string): readonly string[] {
  const branches = branchesOf(pattern.slice(ignoresCase(pattern) ? ignoreCaseFlag.length : 0));
  const all = branches?.map(literalsOfBranch) ?? [];
  return all.some((literals) => literals.length === 0) ? [] : all.flat();
}

/** Whether the whole pattern says itself that case is ignored. */
export function ignoresCase(pattern: string): boolean {
  return pattern.startsWith(ignoreCaseFlag);
}

const ignoreCaseFlag = "(?i)";

interface Part {
  readonly source: string;
  /** The one character that it matches. */
  readonly literal?: string | undefined;
  readonly quantifier: string;
}

/** The parts of each alternative outside groups; undefined: anything is not understood. */
function branchesOf(pattern: string): Part[][] | undefined {
  const branches: Part[][] = [[]];
  for (let at = 0; at < pattern.length; ) {
    if (pattern[at] === "|") {
      branches.push([]);
      at++;
      continue;
    }
    const atom = readAtom(pattern, at);
    if (atom === undefined) return undefined;
    const end = at + atom.length;
    const quantifier = quantifierAt(pattern, end);
    branches.at(-1)!.push({ source: pattern.slice(at, end), literal: atom.literal, quantifier });
    at = end + quantifier.length;
  }
  return branches;
}

/** Neighbouring characters that must occur; some are "". */
function runsOf(parts: readonly Part[], isCertain: (literal: string) => boolean = () => true): string[] {
  const runs = [""];
  for (const { literal, quantifier } of parts) {
    if (literal !== undefined && mustOccur(quantifier) && isCertain(literal)) runs[runs.length - 1] += literal;
    else runs.push("");
    if (quantifier !== "") runs.push("");
  }
  return runs;
}

/** Of all that is required, the texts of which the shortest is longest, and among these the fewest. */
function literalsOfBranch(parts: readonly Part[]): readonly string[] {
  const groups = parts.filter(({ source, quantifier }) => source.startsWith("(") && mustOccur(quantifier));
  const required = [
    ...runsOf(parts).flatMap((run) => (run === "" ? [] : [[run]])),
    ...groups.map(({ source }) => requiredLiterals(source.slice(groupBegin(source), -1))),
  ];
  return required.reduce((best, literals) => {
    const more = shortest(literals) - shortest(best);
    return more > 0 || (more === 0 && literals.length < best.length) ? literals : best;
  }, []);
}

function mustOccur(quantifier: string): boolean {
  return quantifier === "" || quantifier.startsWith("+");
}

function quantifierAt(pattern: string, at: number): string {
  return /^(?:[*+?]|\{\d+(?:,\d*)?\})\??/.exec(pattern.slice(at, at + quantifierMax))?.[0] ?? "";
}

function groupBegin(group: string): number {
  return /^\((?:\?(?::|P?<\w+>))?/.exec(group)![0].length;
}

function shortest(texts: readonly string[]): number {
  return texts.length === 0 ? 0 : Math.min(...texts.map((text) => text.length));
}

/** Longer counts are refused by re2js. */
const quantifierMax = 12;

interface Atom {
  length: number;
  /** The one character that it matches. */
  literal?: string;
}

/** Undefined: alternatives outside groups, flags, or anything else that is not certainly understood. */
function readAtom(pattern: string, at: number): Atom | undefined {
  const character = pattern[at]!;
  switch (character) {
    case "|":
    case ")":
    case "*":
    case "+":
    case "?":
    case "{":
      return undefined;
    case ".":
    case "^":
    case "$":
      return { length: 1 };
    case "\\":
      return readEscape(pattern, at);
    case "[":
      return wholeLength(classPattern, pattern, at);
    case "(":
      return readGroup(pattern, at);
  }
  return character <= "\x7f" ? { length: 1, literal: character } : { length: 1 };
}

function readEscape(pattern: string, at: number): Atom | undefined {
  const escaped = pattern[at + 1] ?? "";
  if (/[dDwWsSbBAznrtfva]/.test(escaped)) return { length: 2 };
  return /[!-/:-@[-`{-~]/.test(escaped) ? { length: 2, literal: escaped } : undefined;
}

/** Skips a group and its contents, whose flags could change the meaning of the text outside it. */
function readGroup(pattern: string, begin: number): Atom | undefined {
  let depth = 0;
  for (let at = begin; at < pattern.length; ) {
    const character = pattern[at]!;
    if (character === "(" && pattern[at + 1] === "?" && !/^\(\?(?::|P?<\w+>)/.test(pattern.slice(at))) return undefined;
    if (character === "\\" && /[QE]/.test(pattern[at + 1] ?? "Q")) return undefined;
    if (character === "(") depth += 1;
    if (character === ")") depth -= 1;
    if (depth === 0) return { length: at + 1 - begin };
    const skipped = character === "[" ? wholeLength(classPattern, pattern, at) : { length: character === "\\" ? 2 : 1 };
    if (skipped === undefined) return undefined;
    at += skipped.length;
  }
  return undefined;
}

/** A class: a bracket right at its begin is a member; named classes have brackets of their own. */
const classPattern = /\[\^?\]?(?:\[:\^?\w+:\]|\\.|[^\]\\])*\]/sy;

function wholeLength(pattern: RegExp, text: string, at: number): Atom | undefined {
  pattern.lastIndex = at;
  const found = pattern.exec(text)?.[0];
  return found === undefined ? undefined : { length: found.length };
}
