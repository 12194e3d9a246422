import { type CharacterSet, endOfText, noCharacter, overlap, unite } from "./character-set.ts";
import { nativeStepsMax } from "./limits.ts";
import { type PatternTree, parsePatternTree, unbounded, writePattern } from "./pattern-tree.ts";

/** A pattern of which it is proved how long the backtracking engine can take at most, and that it answers as RE2 does. */
export interface ProvenPattern {
  /** For `new RegExp(source, "u")`. */
  source: string;
  /** Longest text on which it stays within `nativeStepsMax`. */
  maxLength: number;
}

/**
 * Proves or gives up (undefined).
 *
 * The proof: at every choice (go on repeating or not, this branch or that) the next character decides when the sets of
 * characters with which the ways can begin have none in common; then a wrong way ends at its first character, and one attempt
 * reads each character of the text once. Where they have one in common and the choice stands in no repetition, each of the ways may
 * be walked to the end: a repetition that can end at any of n places multiplies by n (the degree rises by one), branches by their
 * number. In a repetition such a choice could be exponential: given up. Without `^` in front there are n places to begin at.
 * So a text of n characters takes at most `factor` * n^`degree` steps, and only texts for which that is few are matched.
 *
 * Where the two engines differ is given up, too: groups inside of repetitions (ECMAScript forgets them in each round), parts that
 * can repeat without a character.
 */
export function provePattern(pattern: string): ProvenPattern | undefined {
  const tree = parsePatternTree(pattern);
  if (tree === undefined) return undefined;
  const cost = costOf(tree, noCharacter, false);
  if (cost === undefined) return undefined;
  const degree = cost.degree + (isAnchored(tree) ? 1 : 2);
  const maxLength = Math.floor((nativeStepsMax / cost.factor) ** (1 / degree));
  return maxLength < shortest ? undefined : { source: writePattern(tree), maxLength };
}

/** Shorter texts hardly come; a pattern only for them is not worth compiling twice. */
const shortest = 48;

interface Cost {
  /** With which characters the part and all that follows it can begin. */
  first: CharacterSet;
  /** It can match nothing at all. */
  isNullable: boolean;
  degree: number;
  factor: number;
}

/** `follow`: with which characters what comes after the part can begin. */
function costOf(tree: PatternTree, follow: CharacterSet, isRepeated: boolean): Cost | undefined {
  switch (tree.kind) {
    case "set":
      return { first: tree.set, isNullable: false, degree: 0, factor: 1 };
    case "assertion":
      return { first: tree.sign === "$" ? endOfText : follow, isNullable: true, degree: 0, factor: 1 };
    case "group":
      return isRepeated ? undefined : costOf(tree.part, follow, isRepeated);
    case "sequence":
      return costOfSequence(tree.parts, follow, isRepeated);
    case "choice":
      return costOfChoice(tree.branches, follow, isRepeated);
    case "repeat":
      return costOfRepeat(tree, follow, isRepeated);
  }
}

function costOfSequence(parts: PatternTree[], follow: CharacterSet, isRepeated: boolean): Cost | undefined {
  const sum: Cost = { first: follow, isNullable: true, degree: 0, factor: 1 };
  for (const part of parts.toReversed()) {
    const cost = costOf(part, sum.first, isRepeated);
    if (cost === undefined) return undefined;
    sum.first = cost.first;
    sum.isNullable &&= cost.isNullable;
    sum.degree += cost.degree;
    sum.factor *= cost.factor;
  }
  return sum;
}

function costOfChoice(branches: PatternTree[], follow: CharacterSet, isRepeated: boolean): Cost | undefined {
  const costs: Cost[] = [];
  for (const branch of branches) {
    const cost = costOf(branch, follow, isRepeated);
    if (cost === undefined) return undefined;
    costs.push(cost);
  }
  const firsts = costs.map(({ first }) => first);
  const decides = firsts.every((first, index) => !overlap(first, unite(...firsts.slice(index + 1))));
  if (!decides && isRepeated) return undefined;
  const factors = costs.map(({ factor }) => factor);
  return {
    first: unite(...firsts),
    isNullable: costs.some(({ isNullable }) => isNullable),
    degree: Math.max(...costs.map(({ degree }) => degree)),
    factor: decides ? Math.max(...factors) : factors.reduce((sum, factor) => sum + factor, 0),
  };
}

type Repeat = Extract<PatternTree, { kind: "repeat" }>;

function costOfRepeat({ part, min, max }: Repeat, follow: CharacterSet, isRepeated: boolean): Cost | undefined {
  const isLoop = max > 1;
  // What the part can begin with does not depend on what follows it, when it matches at least one character.
  const begin = costOf(part, noCharacter, isRepeated || isLoop);
  if (begin === undefined || begin.isNullable || max === 0) return undefined;
  const cost = costOf(part, isLoop ? unite(begin.first, follow) : follow, isRepeated || isLoop);
  if (cost === undefined) return undefined;
  const decides = min === max || !overlap(begin.first, follow);
  if (!decides && isRepeated) return undefined;
  const ends = max - min + 1;
  const isCounted = max !== unbounded && ends <= fewEnds;
  return {
    first: min === 0 ? unite(begin.first, follow) : begin.first,
    isNullable: min === 0,
    degree: cost.degree + (decides || isCounted ? 0 : 1),
    factor: cost.factor * (!decides && isCounted ? ends : 1),
  };
}

/** A repetition with so few possible ends multiplies by their number and not by the length of the text. */
const fewEnds = 16;

/** Every way through it begins at the begin of the text. */
function isAnchored(tree: PatternTree): boolean {
  if (tree.kind === "assertion") return tree.sign === "^";
  if (tree.kind === "group") return isAnchored(tree.part);
  if (tree.kind === "sequence") return tree.parts.length > 0 && isAnchored(tree.parts[0]!);
  return tree.kind === "choice" && tree.branches.every(isAnchored);
}
