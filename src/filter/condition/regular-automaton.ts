import type { RE2JS } from "re2js";
import type { TextMachine } from "../../eventstore/segment.ts";
import type { Hole, HoleKind, TemplatePiece } from "../../eventstore/template.ts";
import { BitParallelSearch } from "../regular/bit-parallel-search.ts";
import { GrowthCredit } from "../regular/growth-credit.ts";
import type { BlockScan } from "./block-scan.ts";
import { type HoleTest, type TemplateVerdict, type TextTest, undecided, waysMax } from "./template-verdict.ts";

/**
 * A regular expression as the automaton that re2js makes of it. It tells the result for a template without its texts:
 * constant text leads from state to state, and a hole to every state that some filling leads to. Where these lead to
 * different results, the filling decides.
 */
export class RegularAutomaton implements TextMachine {
  readonly finalMax = matched;
  readonly #dfa: ReturnType<typeof automatonOf>;
  readonly #states: State[] = [];
  /** By state times `asciiCodes` plus sign: the next state, or `unknown`. */
  #next = new Int32Array(16 * asciiCodes).fill(unknown);
  /** By state: the result when the text ends there. */
  readonly #ends: (boolean | typeof undecided | undefined)[] = [];
  /** By state; empty: too many. */
  readonly #reachedCache: Record<HoleKind, (readonly number[] | undefined)[]> = { number: [], word: [], any: [] };
  readonly #behindFirst: DigitTables = { digits: 1, byState: [], count: 0 };
  readonly #behindFurther: DigitTables = { digits: 3, byState: [], count: 0 };
  readonly #numbers = new Map<State, number>();
  /** By state, by those that a filling may lead to. */
  readonly #tests: Map<number | string, TextTest>[] = [];
  /** By state: what the rest of a template decides, from the piece on that was looked at last. */
  readonly #verdicts: TemplateVerdict[] = [];
  /** By state: the last piece behind which it was met; each has a number of its own. */
  readonly #metIn: number[] = [];
  #generation = 0;
  /** What texts may still make the automaton grow; templates, which stand for many texts, always may. */
  readonly #credit = new GrowthCredit();
  #isInText = false;
  readonly #compiled: RE2JS;
  /** Tells of texts that the automaton cannot. */
  #search: BitParallelSearch | RE2JS | undefined;
  readonly start: number;
  /**
   * States in which nothing of a match has been read but signs that its literal does not have: what completes a match
   * from there has the literal.
   */
  readonly #blank: ReadonlySet<number>;
  readonly #scan: BlockScan | undefined;

  /** `scan` finds texts that have the literal of each match. */
  constructor(compiled: RE2JS, scan?: BlockScan) {
    const isStrange = (literal: string) => literal.includes(String.fromCharCode(strangeSign));
    this.#scan = scan?.literals.some(isStrange) ? undefined : scan && { ...scan, words: [] };
    this.#compiled = compiled;
    this.#verdicts[failed] = undecided;
    this.#verdicts[matched] = true;
    this.#dfa = automatonOf(compiled);
    // A context with all flags stands for the beginning of a text.
    const start = this.#dfa.failed ? null : (this.#dfa.start({ context: () => -1 }, 0) as State | null);
    this.start = start ? this.#numberOf(start) : failed;
    this.#blank = new Set(this.start > matched ? [this.start, this.#step(this.start, strangeSign)] : []);
  }

  /** False: the expression exceeds its power. */
  get canRun(): boolean {
    return this.start !== failed;
  }

  verdict(pieces: readonly TemplatePiece[]): TemplateVerdict {
    if (this.start === failed) return undecided;
    const { before, behind, ends } = this.#pathsThrough(pieces);
    const known = this.#verdicts;
    for (const state of ends) if (state > matched) known[state] = this.#endsIn(state);
    const first = known[ends[0]!]!;
    if (typeof first === "boolean" && ends.every((state) => known[state] === first)) return first;
    for (let at = before.length - 1; at >= 0; at--) {
      const piece = pieces[at]!;
      const states = before[at]!;
      const found = states.map((state, i) =>
        typeof piece === "string" ? known[behind[at]![i]!]! : this.#decideHole(piece, state),
      );
      for (let i = 0; i < states.length; i++) known[states[i]!] = found[i]!;
    }
    return known[this.start]!;
  }

  /** The states that fillings of the holes may lead to, up to where all texts have matched. */
  #pathsThrough(pieces: readonly TemplatePiece[]): Paths {
    const before: number[][] = [];
    const behind: number[][] = [];
    const ends: number[] = [];
    let states = [this.start];
    for (const piece of pieces) {
      if (states.length === 0) break;
      const own: number[] = [];
      const next: number[] = [];
      this.#generation++;
      for (const state of states)
        if (typeof piece === "string") {
          const reached = this.#runText(state, piece);
          own.push(reached);
          this.#meet(reached, next, ends);
        } else for (const reached of this.#reached(state, piece.kind) ?? [failed]) this.#meet(reached, next, ends);
      before.push(states);
      behind.push(own);
      states = next;
    }
    ends.push(...states);
    return { before, behind, ends };
  }

  #meet(state: number, open: number[], ends: number[]): void {
    if (this.#metIn[state] === this.#generation) return;
    this.#metIn[state] = this.#generation;
    if (state > matched) open.push(state);
    else ends.push(state);
  }

  /** Whether the UTF-8 text bytes[from .. to) matches. */
  holds(bytes: Uint8Array, from: number, to: number): boolean {
    this.#beginText(to - from);
    const reached = this.run(this.start, bytes, from, to);
    this.#isInText = false;
    return this.matches(reached) ?? this.#searchIn(textOf(bytes, from, to));
  }

  /** Whether the text matches. */
  holdsText(text: string): boolean {
    this.#beginText(text.length);
    const reached = this.#runText(this.start, text);
    this.#isInText = false;
    return this.matches(reached) ?? this.#searchIn(text);
  }

  #beginText(length: number): void {
    this.#isInText = true;
    this.#credit.earn(length);
  }

  #searchIn(text: string): boolean {
    this.#search ??= BitParallelSearch.of(this.#compiled) ?? this.#compiled;
    return this.#search.test(text);
  }

  /** Whether a text that leads to this state matches; undefined: the automaton cannot tell. */
  matches(state: number): boolean | undefined {
    if (state <= matched) return state === matched ? true : undefined;
    const end = this.#endsIn(state);
    return end === undecided ? undefined : end === true;
  }

  behindAny(state: number, kind: HoleKind): number {
    const reached = this.#reached(state, kind);
    return reached?.length === 1 ? reached[0]! : -1;
  }

  /** The verdicts on the states behind the hole are known. */
  #decideHole(hole: Hole, state: number): TemplateVerdict {
    const reached = this.#reached(state, hole.kind);
    if (!reached) return undecided;
    const known = this.#verdicts;
    const first = known[reached[0]!]!;
    if (reached.every((next) => known[next] === first)) return first;
    const byVerdict = Map.groupBy(reached, (next) => known[next]!);
    return this.#waysThrough(hole, state, byVerdict);
  }

  /** Each result after the hole is one way, or several when the rest depends on other holes. */
  #waysThrough(hole: Hole, state: number, byVerdict: ReadonlyMap<TemplateVerdict, readonly number[]>): TemplateVerdict {
    const ways: HoleTest[][] = [];
    const certain = byVerdict.get(true);
    if (certain) ways.push([{ hole, test: this.#testOf(state, certain) }]);
    let isExact = true;
    // A filling that does not lead to the only open result leads to a match, so the hole need not be asked for it.
    const isOnly = byVerdict.size - (certain ? 1 : 0) === 1;
    for (const [verdict, possible] of byVerdict) {
      if (typeof verdict === "boolean") continue;
      const first = isOnly ? [] : [{ hole, test: this.#testOf(state, possible) }];
      for (const way of verdict.needs[0] ?? [[]]) ways.push([...first, ...way]);
      if (!verdict.isExact || verdict.needs.length !== 1) isExact = false;
    }
    return ways.length > waysMax ? undecided : { needs: [ways], isExact };
  }

  /** The filling leads from one state to one of these. */
  #testOf(state: number, possible: readonly number[]): TextTest {
    let byStates = this.#tests[state];
    if (!byStates) {
      byStates = new Map();
      this.#tests[state] = byStates;
    }
    const key = possible.length === 1 ? possible[0]! : possible.join();
    let test = byStates.get(key);
    if (!test) {
      const wanted = new Uint8Array(Math.max(...possible) + 1);
      for (const next of possible) wanted[next] = 1;
      test = {
        text: (text) => text !== "" && wanted[this.#runText(state, text)] === 1,
        bytes: (bytes, from, to) => from < to && wanted[this.run(state, bytes, from, to)] === 1,
        scan: this.#blank.has(state) && possible.every((next) => this.#hasMatched(next)) ? this.#scan : undefined,
      };
      byStates.set(key, test);
    }
    return test;
  }

  /** All states that some filling leads to; undefined: too many. Most holes are met in few states. */
  #reached(state: number, kind: HoleKind): readonly number[] | undefined {
    const cache = this.#reachedCache[kind];
    let reached = cache[state];
    if (reached === undefined) {
      reached = this.#findReached(state, kind) ?? [];
      cache[state] = reached;
    }
    return reached.length === 0 ? undefined : reached;
  }

  #findReached(state: number, kind: HoleKind): readonly number[] | undefined {
    const signs = kind === "number" ? digits : wordSigns;
    const reached = new Set<number>();
    const queue = [state];
    for (let from = queue.pop(); from !== undefined; from = queue.pop())
      for (const sign of signs) {
        const next = from === matched ? matched : this.#step(from, sign);
        if (next === failed || reached.size > reachedMax) return undefined;
        if (reached.has(next)) continue;
        reached.add(next);
        queue.push(next);
      }
    return [...reached];
  }

  #runText(state: number, text: string): number {
    let at = state;
    for (let i = 0; i < text.length && at > matched; i++) {
      const unit = text.charCodeAt(i);
      const next = unit < asciiCodes ? this.#next[at * asciiCodes + unit]! : unknown;
      if (next !== unknown) at = next;
      else {
        const code = text.codePointAt(i)!;
        if (code > 0xffff) i++;
        at = this.#step(at, code);
      }
    }
    return at;
  }

  /** Values are many and short: making strings of them takes longer than this. */
  run(state: number, bytes: Uint8Array, from: number, to: number): number {
    let at = state;
    for (let i = from; i < to && at > matched; i++) {
      const byte = bytes[i]!;
      if (byte >= asciiCodes) return this.#runText(state, textOf(bytes, from, to));
      const next = this.#next[at * asciiCodes + byte]!;
      at = next === unknown ? this.#step(at, byte) : next;
    }
    return at;
  }

  /** Three digits at a time, what these lead to is remembered. */
  runNumber(state: number, value: number): number {
    if (value < groupsOfDigits) return this.#runDigits(this.#behindFirst, state, value);
    const before = Math.floor(value / groupsOfDigits);
    const behind = this.runNumber(state, before);
    return behind <= matched ? behind : this.#runDigits(this.#behindFurther, behind, value - before * groupsOfDigits);
  }

  #runDigits(behind: DigitTables, state: number, value: number): number {
    const digits = () => this.#runText(state, String(value).padStart(behind.digits, "0"));
    if (behind.byState.length <= state || behind.byState[state] === undefined) {
      if (behind.count === tablesMax) return digits();
      behind.byState[state] = new Int32Array(groupsOfDigits).fill(unknown);
      behind.count++;
    }
    const known = behind.byState[state]!;
    if (known[value] === unknown) known[value] = digits();
    return known[value]!;
  }

  #endsIn(state: number): boolean | typeof undecided {
    let verdict = this.#ends[state];
    if (verdict === undefined) {
      const end = this.#dfa.step(this.#states[state], this.#dfa.numClasses, endOfText, unanchored) as State | null;
      verdict = end ? end.isMatch : undecided;
      this.#ends[state] = verdict;
    }
    return verdict;
  }

  /** Whether what led here matches by itself, whatever follows. */
  #hasMatched(state: number): boolean {
    return state === matched || this.#endsIn(state) === true;
  }

  #step(state: number, code: number): number {
    if (code >= asciiCodes) return this.#stepOnce(state, code);
    const place = state * asciiCodes + code;
    let next = this.#next[place]!;
    if (next === unknown) {
      next = this.#stepOnce(state, code);
      if (next !== failed || !this.#isInText) this.#next[place] = next;
    }
    return next;
  }

  #stepOnce(state: number, code: number): number {
    const from = this.#states[state]!;
    const sign = this.#dfa.runeClass(code);
    if (this.#isInText && !from.next?.[sign] && !this.#credit.spend(from.nfaStates.length)) return failed;
    const next = this.#dfa.step(from, sign, code, unanchored) as State | null;
    return next ? this.#numberOf(next) : failed;
  }

  #numberOf(state: State): number {
    if (state.isMatch) return matched;
    let number = this.#numbers.get(state);
    if (number === undefined) {
      if (this.#states.length >= statesMax) return failed;
      // The first number stands for no state.
      if (this.#states.length === 0) this.#states.push(state, state);
      number = this.#states.push(state) - 1;
      this.#numbers.set(state, number);
      if (this.#states.length * asciiCodes > this.#next.length) this.#grow();
    }
    return number;
  }

  #grow(): void {
    const grown = new Int32Array(this.#next.length * 2).fill(unknown);
    grown.set(this.#next);
    this.#next = grown;
  }
}

function textOf({ buffer, byteOffset }: Uint8Array, from: number, to: number): string {
  return Buffer.from(buffer, byteOffset + from, to - from).toString();
}

/** The ways of a template through an automaton, by piece. */
interface Paths {
  /** States in which it may be met. */
  readonly before: readonly (readonly number[])[];
  /** Where its text leads from each of these; nothing for a hole. */
  readonly behind: readonly (readonly number[])[];
  /** Those that texts may end in, final ones also within a text. */
  readonly ends: readonly number[];
}

interface State {
  readonly isMatch: boolean;
  /** Instructions at which a match may be. */
  readonly nfaStates: readonly number[];
  /** By class of characters, as far as known. */
  readonly next: readonly (State | null)[] | null;
}

/** A separate automaton: that of the expression is emptied and rebuilt as its texts demand. */
function automatonOf(compiled: RE2JS) {
  const { dfa } = compiled.re2Input;
  return new (dfa.constructor as new (program: unknown, bytes: number) => typeof dfa)(dfa.prog, automatonBytes);
}

/** The state behind some digits, which are at least so many. */
interface DigitTables {
  readonly digits: number;
  /** By state, by their number. */
  readonly byState: (Int32Array | undefined)[];
  count: number;
}

/** Too many states, or none at all where the expression exceeds an automaton's power. */
const failed = 0;
/** Found, whatever follows. */
const matched = 1;
/** As in re2js. */
const endOfText = -1;
/** Hardly a literal has it. */
const strangeSign = 0;
const unanchored = 0;

const asciiCodes = 128;
const unknown = -1;
const groupsOfDigits = 1_000;
/** Of 4 KB each. */
const tablesMax = 256;
const automatonBytes = 8 * 1024 * 1024;
const statesMax = 4_096;
/** States after a hole; each is followed to the end of the template. */
const reachedMax = 64;
const digits = [..."0123456789"].map((sign) => sign.charCodeAt(0));
const wordSigns = Array.from({ length: 128 }, (_, code) => code).filter((code) => /\w/.test(String.fromCharCode(code)));
