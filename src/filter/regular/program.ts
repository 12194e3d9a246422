import type { RE2JS } from "re2js";
import { type WordBits, wordBits } from "./word-bits.ts";

/**
 * The program that re2js compiles a regular expression to. What reads a character has a place, in the order of the
 * program; the last place is that of the match, which reads nothing.
 */
export interface Program {
  readonly instructions: readonly Instruction[];
  readonly start: number;
  /** By instruction; -1: it only leads on. */
  readonly placeOf: Int32Array;
  /** By place: the instruction behind it; 0 behind the match: nothing. */
  readonly behind: Int32Array;
  readonly sets: readonly CharacterSet[];
  /** What is asked of the characters on both sides, as bits of `contextOf`. */
  readonly assertions: number;
  /** A match begins where the text begins. */
  readonly isAnchored: boolean;
}

/** Characters that some places read. */
interface CharacterSet {
  readonly number: number;
  /** One of the instructions. */
  readonly reader: Instruction;
  readonly places: WordBits;
}

/** As in re2js. */
export interface Instruction {
  readonly op: number;
  readonly out: number;
  /** The other way of a fork, or what an assertion asks. */
  readonly arg: number;
  readonly runes: Int32Array;
  matchRune(code: number): boolean;
}

/** Undefined: it has instructions that are not known here. */
export function readProgram(compiled: RE2JS): Program | undefined {
  const { prog, cond } = compiled.re2Input;
  const instructions: readonly Instruction[] = prog.inst;
  if (!instructions.every(({ op }) => isKnown(op))) return undefined;
  const placeOf = new Int32Array(instructions.length).fill(-1);
  const readers = instructions.flatMap(({ op }, at) => (isReader(op) ? [at] : []));
  for (const [place, at] of readers.entries()) placeOf[at] = place;
  for (const [at, { op }] of instructions.entries()) if (op === operations.match) placeOf[at] = readers.length;
  return {
    instructions,
    start: prog.start,
    placeOf,
    behind: Int32Array.from([...readers.map((at) => instructions[at]!.out), 0]),
    sets: setsOf(readers.map((at) => instructions[at]!)),
    assertions: instructions.reduce((all, { op, arg }) => (op === operations.assertion ? all | arg : all), 0),
    isAnchored: (cond & contexts.beginOfText) !== 0,
  };
}

/** Instructions that were compiled of the same part of the expression share their runes. */
function setsOf(readers: readonly Instruction[]): CharacterSet[] {
  const sets = [new Map<Int32Array, number[]>(), new Map<Int32Array, number[]>()] as const;
  for (const [place, reader] of readers.entries()) {
    const byRunes = sets[(reader.arg & foldsCase) === 0 ? 0 : 1];
    const places = byRunes.get(reader.runes);
    if (places) places.push(place);
    else byRunes.set(reader.runes, [place]);
  }
  return sets
    .flatMap((byRunes) => [...byRunes.values()])
    .map((places, number) => {
      return { number, reader: readers[places[0]!]!, places: wordBits(places) };
    });
}

/** What assertions ask at the boundary of two characters; -1: there is none. */
export function contextOf(before: number, behind: number): number {
  return (
    (before < 0 ? contexts.beginOfText | contexts.beginOfLine : before === newline ? contexts.beginOfLine : 0) |
    (behind < 0 ? contexts.endOfText | contexts.endOfLine : behind === newline ? contexts.endOfLine : 0) |
    (isWord(before) === isWord(behind) ? contexts.noBoundary : contexts.boundary)
  );
}

function isWord(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95;
}

/** As in re2js. */
export const operations = { fork: 1, forkOrMatch: 2, capture: 3, assertion: 4, fail: 5, match: 6, nothing: 7 };
/** Reads a character of a set; reads any but a newline. */
const [readerFirst, readerLast] = [8, 11];
const foldsCase = 1;
const contexts = { beginOfLine: 1, endOfLine: 2, beginOfText: 4, endOfText: 8, boundary: 16, noBoundary: 32 };
const newline = 10;

function isReader(op: number): boolean {
  return op >= readerFirst && op <= readerLast;
}

function isKnown(op: number): boolean {
  return isReader(op) || Object.values(operations).includes(op);
}
