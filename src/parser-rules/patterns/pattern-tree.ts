import { anyCharacter, type CharacterSet, complement, lastCodePoint, unite } from "./character-set.ts";

/** A regular expression whose parts mean the same to RE2 and to ECMAScript. */
export type PatternTree =
  | { kind: "set"; set: CharacterSet }
  | { kind: "sequence"; parts: PatternTree[] }
  | { kind: "choice"; branches: PatternTree[] }
  | { kind: "repeat"; part: PatternTree; min: number; max: number; lazy: boolean }
  | { kind: "group"; part: PatternTree }
  | { kind: "assertion"; sign: "^" | "$" | "\\b" | "\\B" };

/**
 * Reads RE2's "Perl" syntax. Undefined for anything it does not know for certain (flags, classes of Unicode, `\Q`,
 * double counts, names given twice …), which is no judgement: re2js may well accept it. Every `(` that is no `(?:` is a
 * group, in order.
 */
export function parsePatternTree(pattern: string): PatternTree | undefined {
  try {
    const reader = new Reader(pattern);
    const tree = reader.readChoice(0);
    if (!reader.isAtEnd) return undefined;
    if (!reader.hasCounts) return tree;
    const { rounds, size } = extentOf(tree);
    return rounds <= countMax && size <= sizeMax ? tree : undefined;
  } catch (error) {
    if (error instanceof NotKnown) return undefined;
    throw error;
  }
}

class NotKnown extends Error {}

/** Deeper nesting is left to re2js: the proof looks at a repetition twice, and at one inside it four times. */
const depthMax = 16;

class Reader {
  hasCounts = false;
  private at = 0;
  private readonly names = new Set<string>();

  constructor(private readonly pattern: string) {}

  get isAtEnd(): boolean {
    return this.at === this.pattern.length;
  }

  readChoice(depth: number): PatternTree {
    if (depth > depthMax) throw new NotKnown();
    const branches = [this.readSequence(depth)];
    while (this.take("|")) branches.push(this.readSequence(depth));
    return branches.length === 1 ? branches[0]! : { kind: "choice", branches };
  }

  private readSequence(depth: number): PatternTree {
    const parts: PatternTree[] = [];
    while (!this.isAtEnd && this.pattern[this.at] !== "|" && this.pattern[this.at] !== ")")
      parts.push(this.readRepeat(depth));
    return parts.length === 1 ? parts[0]! : { kind: "sequence", parts };
  }

  private readRepeat(depth: number): PatternTree {
    const part = this.readAtom(depth);
    quantifier.lastIndex = this.at;
    const found = quantifier.exec(this.pattern);
    if (found === null) {
      // RE2 takes a brace that begins no count literally; such patterns are left to it.
      if (this.pattern[this.at] === "{") throw new NotKnown();
      return part;
    }
    this.at += found[0].length;
    if (this.at < this.pattern.length && "*+?{".includes(this.pattern[this.at]!)) throw new NotKnown();
    if (part.kind === "assertion") throw new NotKnown();
    const [, sign, count, comma, limit, lazy] = found;
    if (count !== undefined) this.hasCounts = true;
    const min = count === undefined ? (sign === "+" ? 1 : 0) : Number(count);
    const max =
      count === undefined ? (sign === "?" ? 1 : unbounded) : comma ? (limit ? Number(limit) : unbounded) : min;
    if (min > max || (max !== unbounded && max > countMax) || min > countMax) throw new NotKnown();
    return { kind: "repeat", part, min, max, lazy: lazy !== "" };
  }

  private readAtom(depth: number): PatternTree {
    const character = String.fromCodePoint(this.pattern.codePointAt(this.at)!);
    this.at += character.length;
    switch (character) {
      case "(":
        return this.readGroup(depth);
      case "[":
        return { kind: "set", set: this.readClass() };
      case "\\":
        return this.readEscape();
      case ".":
        return { kind: "set", set: notLineEnd };
      case "^":
      case "$":
        return { kind: "assertion", sign: character };
      case "*":
      case "+":
      case "?":
      case "{":
        throw new NotKnown();
    }
    return single(character.codePointAt(0)!);
  }

  private readGroup(depth: number): PatternTree {
    let isCapture = true;
    if (this.pattern[this.at] === "?") {
      groupHead.lastIndex = this.at;
      const [head, name] = groupHead.exec(this.pattern) ?? [];
      if (head === undefined) throw new NotKnown();
      this.at += head.length;
      isCapture = name !== undefined;
      if (name !== undefined && this.names.has(name)) throw new NotKnown();
      if (name !== undefined) this.names.add(name);
    }
    const part = this.readChoice(depth + 1);
    if (!this.take(")")) throw new NotKnown();
    return isCapture ? { kind: "group", part } : part;
  }

  private readEscape(): PatternTree {
    const escaped = this.pattern[this.at] ?? "";
    if (escaped === "b" || escaped === "B") {
      this.at++;
      return { kind: "assertion", sign: `\\${escaped}` };
    }
    return { kind: "set", set: this.readEscapedSet() };
  }

  /** Behind the backslash. */
  private readEscapedSet(): CharacterSet {
    const escaped = this.pattern[this.at++] ?? "";
    const named = escapedSets[escaped];
    if (named !== undefined) return named;
    if (escaped === "x") {
      hexadecimal.lastIndex = this.at;
      const found = hexadecimal.exec(this.pattern);
      const code = Number.parseInt(found?.[1] ?? found?.[2] ?? "", 16);
      if (found === null || code > lastCodePoint) throw new NotKnown();
      this.at += found[0].length;
      return [code, code];
    }
    if (!/^[!-/:-@[-`{-~]$/.test(escaped)) throw new NotKnown();
    return [escaped.charCodeAt(0), escaped.charCodeAt(0)];
  }

  /** Behind the bracket. */
  private readClass(): CharacterSet {
    const isNegated = this.take("^");
    const sets: CharacterSet[] = [];
    for (let isFirst = true; isFirst || this.pattern[this.at] !== "]"; isFirst = false) {
      if (this.isAtEnd) throw new NotKnown();
      const low = this.readMember();
      const isRange = this.pattern[this.at] === "-" && this.pattern[this.at + 1] !== "]";
      if (!isRange) {
        sets.push(low);
        continue;
      }
      this.at++;
      const high = this.readMember();
      if (!isSingle(low) || !isSingle(high) || low[0]! > high[0]!) throw new NotKnown();
      sets.push([low[0]!, high[0]!]);
    }
    this.at++;
    const set = unite(...sets);
    return isNegated ? complement(set) : set;
  }

  private readMember(): CharacterSet {
    const code = this.pattern.codePointAt(this.at);
    if (code === undefined) throw new NotKnown();
    if (this.pattern[this.at] === "[" && ":.=".includes(this.pattern[this.at + 1] ?? " ")) return this.readNamedClass();
    if (this.take("\\")) {
      if (this.pattern[this.at] === "b" || this.pattern[this.at] === "B") throw new NotKnown();
      return this.readEscapedSet();
    }
    this.at += code > 0xffff ? 2 : 1;
    return [code, code];
  }

  private readNamedClass(): CharacterSet {
    namedClass.lastIndex = this.at;
    const found = namedClass.exec(this.pattern);
    const set = found === null ? undefined : posixSets[found[2]!];
    if (found === null || set === undefined) throw new NotKnown();
    this.at += found[0].length;
    return found[1] === "^" ? complement(set) : set;
  }

  private take(sign: string): boolean {
    if (this.pattern[this.at] !== sign) return false;
    this.at++;
    return true;
  }
}

/** In `max` of a repetition. */
export const unbounded = Number.POSITIVE_INFINITY;
/** RE2's own bound, also for counts within counts. */
const countMax = 1000;

/** Steps of re2js, each repetition written out. What is larger it refuses, or compiles for long: as a file is read. */
const sizeMax = 50_000;

/** The most rounds of counts within counts, as RE2 multiplies them, and the size in steps of re2js. */
interface Extent {
  rounds: number;
  size: number;
}

function extentOf(tree: PatternTree): Extent {
  switch (tree.kind) {
    case "set":
    case "assertion":
      return { rounds: 1, size: 1 };
    case "group":
      return extentOfAll([tree.part], 2);
    case "sequence":
      return extentOfAll(tree.parts, 1);
    case "choice":
      return extentOfAll(tree.branches, tree.branches.length);
    case "repeat": {
      const times = Math.max(1, tree.max === unbounded ? tree.min : tree.max);
      const { rounds, size } = extentOf(tree.part);
      return { rounds: rounds * times, size: size * times };
    }
  }
}

function extentOfAll(parts: readonly PatternTree[], ownSize: number): Extent {
  const sum: Extent = { rounds: 1, size: ownSize };
  for (const part of parts) {
    const { rounds, size } = extentOf(part);
    sum.rounds = Math.max(sum.rounds, rounds);
    sum.size += size;
  }
  return sum;
}

const quantifier = /(?:([*+?])|\{(\d{1,4})(,)?(\d{1,4})?\})(\??)/y;
const groupHead = /\?(?::|P?<(\w+)>)/y;
const hexadecimal = /(?:\{([\da-fA-F]{1,6})\}|([\da-fA-F]{2}))/y;
const namedClass = /\[:(\^?)(\w+):\]/y;

const digits: CharacterSet = [48, 57];
const letters: CharacterSet = [65, 90, 97, 122];
const wordCharacters = unite(digits, letters, [95, 95]);
/** Tab, line feed, form feed, carriage return, blank: narrower than in ECMAScript. */
const blanks: CharacterSet = [9, 10, 12, 13, 32, 32];
const notLineEnd = complement([10, 10]);

const escapedSets: Record<string, CharacterSet> = {
  d: digits,
  D: complement(digits),
  w: wordCharacters,
  W: complement(wordCharacters),
  s: blanks,
  S: complement(blanks),
  t: [9, 9],
  n: [10, 10],
  v: [11, 11],
  f: [12, 12],
  r: [13, 13],
};

const posixSets: Partial<Record<string, CharacterSet>> = {
  alnum: unite(digits, letters),
  alpha: letters,
  ascii: [0, 127],
  blank: [9, 9, 32, 32],
  cntrl: [0, 31, 127, 127],
  digit: digits,
  graph: [33, 126],
  lower: [97, 122],
  print: [32, 126],
  punct: [33, 47, 58, 64, 91, 96, 123, 126],
  space: [9, 13, 32, 32],
  upper: [65, 90],
  word: wordCharacters,
  xdigit: [48, 57, 65, 70, 97, 102],
};

function single(code: number): PatternTree {
  return { kind: "set", set: [code, code] };
}

function isSingle(set: CharacterSet): boolean {
  return set.length === 2 && set[0] === set[1];
}

/** Every matching text begins with it; "" when that is not certain. */
export function prefixOf(tree: PatternTree): string {
  const [begin, ...parts] = tree.kind === "sequence" ? tree.parts : [];
  if (begin?.kind !== "assertion" || begin.sign !== "^") return "";
  let prefix = "";
  for (const part of parts) {
    if (part.kind !== "set" || part.set.length !== 2 || part.set[0] !== part.set[1]) break;
    prefix += String.fromCodePoint(part.set[0]!);
  }
  return prefix;
}

/** The same in ECMAScript, for the flag `u`. */
export function writePattern(tree: PatternTree): string {
  switch (tree.kind) {
    case "set":
      return writeSet(tree.set);
    case "assertion":
      return tree.sign;
    case "group":
      return `(${writePattern(tree.part)})`;
    case "choice":
      return `(?:${tree.branches.map(writePattern).join("|")})`;
    case "sequence":
      return tree.parts.map(writePattern).join("");
    case "repeat":
      return `${writeRepeated(tree.part)}${writeCount(tree.min, tree.max)}${tree.lazy ? "?" : ""}`;
  }
}

function writeRepeated(part: PatternTree): string {
  const text = writePattern(part);
  return part.kind === "set" || part.kind === "group" || part.kind === "choice" ? text : `(?:${text})`;
}

function writeCount(min: number, max: number): string {
  if (min === 0 && max === 1) return "?";
  if (max === unbounded) return min === 0 ? "*" : min === 1 ? "+" : `{${min},}`;
  return `{${min},${max}}`;
}

function writeSet(set: CharacterSet): string {
  if (isSingle(set)) return writeCharacter(set[0]!);
  const outside = complement(set);
  // Fewer ranges are fewer comparisons.
  if (set === anyCharacter || outside.length === 0) return "[^]";
  const isShorter = outside.length < set.length;
  return `[${isShorter ? "^" : ""}${writeRanges(isShorter ? outside : set)}]`;
}

function writeRanges(set: CharacterSet): string {
  let text = "";
  for (let i = 0; i < set.length; i += 2)
    text +=
      set[i] === set[i + 1] ? writeCharacter(set[i]!) : `${writeCharacter(set[i]!)}-${writeCharacter(set[i + 1]!)}`;
  return text;
}

function writeCharacter(code: number): string {
  const character = String.fromCodePoint(code);
  return /^[\w ]$/.test(character) ? character : `\\u{${code.toString(16)}}`;
}
