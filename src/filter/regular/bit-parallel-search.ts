import type { RE2JS } from "re2js";
import { type FollowTable, type Leads, makeFollowTable, type Shift } from "./follow-table.ts";
import { contextOf, type Program, readProgram } from "./program.ts";
import type { Targets } from "./targets.ts";
import type { WordBits } from "./word-bits.ts";

/**
 * Tells whether a regular expression is found in a text. Each character takes a few steps for 32 places of the
 * expression, whatever the text. The places to which a match has come are bits, as in the automaton of Glushkov that
 * Hyperscan runs (Wang and others: Hyperscan, 2019): most of what follows on them is found by shifts.
 */
export class BitParallelSearch {
  readonly #program: Program;
  readonly #classes: { runeClass(code: number): number };
  /** Places that a match may have come to, one word more than they need. */
  #places: Int32Array;
  /** Of the same length, for the next ones. */
  #following: Int32Array;
  /** The words between which all places are, and those of what follows on them; all other words are 0. */
  #low = 0;
  #high = -1;
  #nextLow = 0;
  #nextHigh = -1;
  /** Of the last place, that of the match. */
  readonly #matchWord: number;
  readonly #matchBit: number;
  /** By what is asked of both sides. */
  readonly #tables: (FollowTable | undefined)[] = [];
  readonly #asciiRows: (Int32Array | undefined)[] = new Array(asciiCodes).fill(undefined);
  /** By class of characters: the places that read them. */
  readonly #rows: (Int32Array | undefined)[] = [];
  /** By the numbers of the sets of characters that they have. */
  readonly #rowCache = new Map<string, Int32Array>();
  /** Chains of targets, in the order in which they are met. */
  #met = new Int32Array(0);
  #metCount = 0;
  /** By chain: the first place of it that is met. */
  #metFrom = new Int32Array(0);

  /** `of` makes it. */
  constructor(program: Program, compiled: RE2JS) {
    const last = program.behind.length - 1;
    this.#program = program;
    this.#classes = compiled.re2Input.dfa;
    this.#places = new Int32Array((last >> 5) + 2);
    this.#following = new Int32Array((last >> 5) + 2);
    this.#matchWord = last >> 5;
    this.#matchBit = 1 << (last & 31);
  }

  /** Undefined: the expression has more places than it takes, or instructions that it does not know. */
  static of(compiled: RE2JS): BitParallelSearch | undefined {
    const program = readProgram(compiled);
    return program && program.behind.length <= placesMax ? new BitParallelSearch(program, compiled) : undefined;
  }

  /** Whether the expression is found in the text. */
  test(text: string): boolean {
    const { isAnchored } = this.#program;
    let before = -1;
    let isIdle = true;
    this.#places.fill(0);
    this.#following.fill(0);
    for (let at = 0; at < text.length; ) {
      const code = text.codePointAt(at)!;
      const table = this.#tableAt(before, code);
      if (table.startMatches || (!isIdle && this.#follow(table))) return true;
      const row = (code < asciiCodes ? this.#asciiRows[code] : undefined) ?? this.#rowOf(code);
      isIdle = !(isIdle ? this.#begin(table.start, row) : this.#read(row));
      if (isIdle && isAnchored) return false;
      before = code;
      at += code > 0xffff ? 2 : 1;
    }
    const table = this.#tableAt(before, -1);
    return table.startMatches || (!isIdle && this.#follow(table));
  }

  /** Where no match has begun. False: none begins with this character. */
  #begin({ words, bits }: WordBits, row: Int32Array): boolean {
    const places = this.#places;
    let any = 0;
    for (let i = 0; i < words.length; i++) {
      const word = words[i]!;
      places[word] = bits[i]! & row[word]!;
      any |= places[word];
    }
    this.#low = words[0] ?? 0;
    this.#high = words.at(-1) ?? -1;
    return any !== 0;
  }

  /** Puts together what follows on the places, and what a match may begin with. True: one ends here. */
  #follow(table: FollowTable): boolean {
    const { stay, next, start } = table;
    const places = this.#places;
    const following = this.#following;
    const last = this.#high;
    let carry = 0;
    this.#nextHigh = last + 1;
    for (let i = this.#low; i <= last; i++) {
      const word = places[i]!;
      const moved = word & next[i]!;
      following[i] = (word & stay[i]!) | (moved << 1) | carry;
      carry = moved >>> 31;
    }
    following[last + 1] = carry;
    for (const shift of table.shifts) this.#followShifted(shift);
    this.#nextLow = this.#low;
    if (table.leads) this.#followTargets(table.leads);
    this.#include(start, 0, unmet);
    return (following[this.#matchWord]! & this.#matchBit) !== 0;
  }

  #followShifted(shift: Shift): void {
    const places = this.#places;
    const following = this.#following;
    const { words, bits } = shift;
    for (let i = this.#low; i <= this.#high; i++) {
      const moved = places[i]! & shift.places[i]!;
      if (moved === 0) continue;
      following[i + words]! |= moved << bits;
      if (bits > 0) following[i + words + 1]! |= moved >>> (32 - bits);
    }
    this.#nextHigh = Math.max(this.#nextHigh, this.#high + words + 1);
  }

  /** Keeps of what follows the places that read the character. False: there are none. */
  #read(row: Int32Array): boolean {
    const places = this.#places;
    const following = this.#following;
    let low = this.#nextLow;
    let high = Math.min(this.#nextHigh, row.length - 1);
    for (let i = low; i <= high; i++) {
      following[i] = following[i]! & row[i]!;
      places[i] = 0;
    }
    while (low <= high && following[high] === 0) high--;
    while (low < high && following[low] === 0) low++;
    this.#following = places;
    this.#places = following;
    this.#low = low;
    this.#high = high;
    return low <= high;
  }

  /** Each chain is looked at once, but where a later place leads to an earlier part of it. */
  #followTargets({ leading, entryStart, entryPlaces, targetOf, targets }: Leads): void {
    const places = this.#places;
    this.#metCount = 0;
    for (let i = this.#low; i <= this.#high; i++) {
      const word = places[i]! & leading[i]!;
      if (word === 0) continue;
      for (let entry = entryStart[i]!; entry < entryStart[i + 1]!; entry++) {
        const from = word & entryPlaces[entry]!;
        if (from !== 0) this.#meet(targets, targetOf[i * 32 + lowestBit(from)]!);
      }
    }
    for (let i = 0; i < this.#metCount; i++)
      for (const target of targets.chains[this.#met[i]!]!.further) this.#meet(targets, target);
    for (let i = 0; i < this.#metCount; i++) this.#metFrom[this.#met[i]!] = unmet;
  }

  #meet({ chainOf, firstOf, wordOf, chains }: Targets, target: number): void {
    const chain = chainOf[target]!;
    const first = firstOf[target]!;
    const before = this.#metFrom[chain]!;
    if (first >= before) return;
    if (before === unmet) this.#met[this.#metCount++] = chain;
    this.#metFrom[chain] = first;
    this.#include(chains[chain]!, wordOf[target]!, before, -1 << (first & 31));
  }

  /** Lets places follow: those from the word at `at` on, in the first of these those of the mask, up to one place. */
  #include({ words, bits }: WordBits, at: number, last: number, mask = -1): void {
    if (at === words.length) return;
    const following = this.#following;
    following[words[at]!]! |= bits[at]! & mask;
    let i = at + 1;
    for (; i < words.length && words[i]! <= last >> 5; i++) following[words[i]!]! |= bits[i]!;
    if (words[at]! < this.#nextLow) this.#nextLow = words[at]!;
    if (words[i - 1]! > this.#nextHigh) this.#nextHigh = words[i - 1]!;
  }

  #tableAt(before: number, behind: number): FollowTable {
    const { assertions } = this.#program;
    const context = assertions === 0 ? 0 : contextOf(before, behind) & assertions;
    return this.#tables[context] ?? this.#makeTable(context);
  }

  #makeTable(context: number): FollowTable {
    const table = makeFollowTable(this.#program, context);
    this.#tables[context] = table;
    const chains = table.leads?.targets.chains.length ?? 0;
    if (chains > this.#met.length) {
      this.#met = new Int32Array(chains);
      this.#metFrom = new Int32Array(chains).fill(unmet);
    }
    return table;
  }

  #rowOf(code: number): Int32Array {
    const number = this.#classes.runeClass(code);
    let row = this.#rows[number];
    if (!row) {
      row = this.#makeRow(code);
      this.#rows[number] = row;
    }
    if (code < asciiCodes) this.#asciiRows[code] = row;
    return row;
  }

  #forgetRows(): void {
    this.#rowCache.clear();
    this.#rows.length = 0;
    this.#asciiRows.fill(undefined);
  }

  /** Classes that the same sets have share their row. */
  #makeRow(code: number): Int32Array {
    const sets = this.#program.sets.filter(({ reader }) => reader.matchRune(code));
    const key = sets.map(({ number }) => number).join();
    const known = this.#rowCache.get(key);
    if (known) return known;
    if (this.#rowCache.size * (this.#matchWord + 1) > rowWordsMax) this.#forgetRows();
    const row = new Int32Array(this.#matchWord + 1);
    for (const { places } of sets)
      for (let i = 0; i < places.words.length; i++) row[places.words[i]!]! |= places.bits[i]!;
    this.#rowCache.set(key, row);
    return row;
  }
}

function lowestBit(word: number): number {
  return 31 - Math.clz32(word & -word);
}

/** Behind all places. */
const unmet = 0x7fff_ffff;
const asciiCodes = 128;
/**
 * 1,000 characters may stand for a million places, since what is repeated is written out. With so many as these, a
 * character takes some 10 µs, and tables 100 MB while they are made. Larger expressions run in re2js.
 */
const placesMax = 262_144;
/** 4 MB of rows. Expressions have a few dozens of them; what has more makes them anew. */
const rowWordsMax = 1_000_000;
