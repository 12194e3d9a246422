import { nativeStepsMax } from "../limits.ts";
import { type CharacterSet, endOfText, noCharacter, overlap, unite } from "./character-set.ts";
import { type PatternTree, parsePatternTree, unbounded, writePattern } from "./pattern-tree.ts";

/** A pattern for which it is proved how long the backtracking engine takes at most, and that it answers as RE2 does. */
export interface ProvenPattern {
  /** For `new RegExp(source, "u")`. */
  source: string;
  /** Longest text on which it stays within `nativeStepsMax`. */
  maxLength: number;
}

/**
 * Proves or gives up (undefined).
 *
 * The proof looks at every choice: to go on repeating or not, this branch or that. For each way it knows which
 * characters can stand at the next, the second … the sixth place if the way is to live so long. When the sets of two
 * ways have at one of these places no character in common, no text lets both live beyond it: the wrong way ends after
 * at most six characters, and all such choices together read each character of the text a bounded number of times. A
 * way that comes to the end of the pattern has won, and then nothing is tried any more, so it needs no characters.
 *
 * A choice that is not so decided, and that stands in no repetition, may walk each of its ways to the end: a repetition
 * that can end at any of n places multiplies by n (the degree rises by one), branches by their number. In a repetition
 * it could be exponential: given up. Without `^` in front there are n places to begin at. So a text of n characters
 * takes at most about `factor` * n^`degree` steps, and only texts for which that is little are matched natively.
 *
 * Where the two engines differ is given up, too: groups inside of repetitions (ECMAScript forgets them in each round),
 * and parts that can repeat without a character.
 */
export function provePattern(pattern: string): ProvenPattern | undefined {
  const tree = parsePatternTree(pattern);
  if (tree === undefined) return undefined;
  const cost = new Proof().costOf(tree, theEnd, false);
  if (cost === undefined) return undefined;
  const degree = cost.degree + (isAnchored(tree) ? 1 : 2);
  const maxLength = Math.floor((nativeStepsMax / cost.factor) ** (1 / degree));
  return maxLength < shortest ? undefined : { source: writePattern(tree), maxLength };
}

/** Shorter texts are rare; a pattern only for them is not worth compiling twice. */
const shortest = 48;

/** The characters that can stand at the next places, if a way lives that long. */
type Ahead = readonly CharacterSet[];
const places = 6;
const theEnd: Ahead = Array.from({ length: places }, () => noCharacter);

interface Cost {
  ahead: Ahead;
  /** It can match nothing at all. */
  isNullable: boolean;
  degree: number;
  factor: number;
}

/** Longer proofs than this are given up, and re2js runs the pattern. */
const visitsMax = 20_000;

class Proof {
  private visits = 0;

  /** `follow`: the characters that can stand behind the part. Undefined: given up. */
  costOf(tree: PatternTree, follow: Ahead, isRepeated: boolean): Cost | undefined {
    if (++this.visits > visitsMax) return undefined;
    switch (tree.kind) {
      case "set":
        return { ahead: [tree.set, ...follow.slice(0, -1)], isNullable: false, degree: 0, factor: 1 };
      case "assertion":
        return { ahead: tree.sign === "$" ? atEnd : follow, isNullable: true, degree: 0, factor: 1 };
      case "group":
        return isRepeated ? undefined : this.costOf(tree.part, follow, isRepeated);
      case "sequence":
        return this.costOfSequence(tree.parts, follow, isRepeated);
      case "choice":
        return this.costOfChoice(tree.branches, follow, isRepeated);
      case "repeat":
        return this.costOfRepeat(tree, follow, isRepeated);
    }
  }

  private costOfSequence(parts: PatternTree[], follow: Ahead, isRepeated: boolean): Cost | undefined {
    const sum: Cost = { ahead: follow, isNullable: true, degree: 0, factor: 1 };
    for (const part of parts.toReversed()) {
      const cost = this.costOf(part, sum.ahead, isRepeated);
      if (cost === undefined) return undefined;
      sum.ahead = cost.ahead;
      sum.isNullable &&= cost.isNullable;
      sum.degree += cost.degree;
      sum.factor *= cost.factor;
    }
    return sum;
  }

  private costOfChoice(branches: PatternTree[], follow: Ahead, isRepeated: boolean): Cost | undefined {
    const costs: Cost[] = [];
    for (const branch of branches) {
      const cost = this.costOf(branch, follow, isRepeated);
      if (cost === undefined) return undefined;
      costs.push(cost);
    }
    this.visits += branches.length ** 2;
    // Each branch that another may outlive counts for itself; so do all of them in the worst case.
    const undecided = costs.filter((cost, index) =>
      costs.some((other, otherIndex) => otherIndex !== index && !decides(cost.ahead, other.ahead)),
    );
    if (undecided.length > 0 && isRepeated) return undefined;
    const largest = Math.max(...costs.map(({ factor }) => factor));
    return {
      ahead: costs.map(({ ahead }) => ahead).reduce(uniteAhead),
      isNullable: costs.some(({ isNullable }) => isNullable),
      degree: Math.max(...costs.map(({ degree }) => degree)),
      factor: Math.max(
        largest,
        undecided.reduce((sum, { factor }) => sum + factor, 0),
      ),
    };
  }

  private costOfRepeat({ part, min, max }: Repeat, follow: Ahead, isRepeated: boolean): Cost | undefined {
    if (max === 0) return undefined;
    const isLoop = max > 1;
    const rounds = this.aheadOfRounds(part, min, max, follow, isRepeated || isLoop);
    if (rounds === undefined) return undefined;
    const { again, whole } = rounds;
    const cost = this.costOf(part, isLoop ? uniteAhead(again, follow) : follow, isRepeated || isLoop);
    if (cost === undefined || cost.isNullable) return undefined;
    const isDecided = min === max || decides(again, follow);
    if (!isDecided && isRepeated) return undefined;
    const ends = max - min + 1;
    const isCounted = max !== unbounded && ends <= fewEnds;
    return {
      ahead: whole,
      isNullable: min === 0,
      degree: cost.degree + (isDecided || isCounted ? 0 : 1),
      factor: cost.factor * (!isDecided && isCounted ? ends : 1),
    };
  }

  /** What stands ahead of one more round (with whatever comes then), and ahead of the whole repetition. */
  private aheadOfRounds(part: PatternTree, min: number, max: number, follow: Ahead, isRepeated: boolean) {
    let again: Ahead = theEnd;
    // Each round takes a character, so more rounds do not show in so few places.
    for (let round = 0; round < Math.min(max, places); round++) {
      const next = this.costOf(part, uniteAhead(again, follow), isRepeated);
      if (next === undefined || next.isNullable) return undefined;
      again = next.ahead;
    }
    let whole = min === 0 ? uniteAhead(again, follow) : again;
    if (min > 1) {
      whole = uniteAhead(again, follow);
      for (let round = 0; round < Math.min(min, places); round++) {
        const next = this.costOf(part, whole, isRepeated);
        if (next === undefined) return undefined;
        whole = next.ahead;
      }
    }
    return { again, whole };
  }
}

type Repeat = Extract<PatternTree, { kind: "repeat" }>;

const atEnd: Ahead = [endOfText, ...theEnd.slice(1)];

/** A repetition with so few possible ends multiplies by their number and not by the length of the text. */
const fewEnds = 16;

/** No text lets both live beyond these places. */
function decides(a: Ahead, b: Ahead): boolean {
  return a.some((set, place) => !overlap(set, b[place]!));
}

function uniteAhead(a: Ahead, b: Ahead): Ahead {
  if (a === b) return a;
  return a.map((set, place) => {
    const other = b[place]!;
    if (set === other || other.length === 0) return set;
    return set.length === 0 ? other : unite(set, other);
  });
}

/** Every way through it begins at the beginning of the text. */
function isAnchored(tree: PatternTree): boolean {
  if (tree.kind === "assertion") return tree.sign === "^";
  if (tree.kind === "group") return isAnchored(tree.part);
  if (tree.kind === "sequence") return tree.parts.length > 0 && isAnchored(tree.parts[0]!);
  return tree.kind === "choice" && tree.branches.every(isAnchored);
}
