import { AppError } from "../../lib/errors.ts";
import { freeArrays } from "../../runtime/free-arrays.ts";
import { tickAlone } from "../execution/work-clock.ts";
import { countedPairsMax } from "../limits.ts";

/**
 * Counts by pairs of a group, which is a whole number, and any number. Typed arrays with open addressing: maps of maps
 * took 160 bytes a pair, and their garbage was twice the memory of everything else; this takes 28 to 56.
 */
export class PairTable {
  size = 0;
  /** Pair + 1 that leads here; 0: free. At most half of them are taken. */
  #slots = new Int32Array(firstPairs * 2);
  #groups = new Uint32Array(firstPairs);
  #numbers = new Float64Array(firstPairs);
  #counts = new Float64Array(firstPairs);
  #byGroup: PairsByGroup | undefined;
  /** A view of a number's words. */
  readonly #number = new Float64Array(1);
  readonly #words = new Uint32Array(this.#number.buffer);

  readonly #what: string;

  /** `what`: the pairs, for the message when there are too many. */
  constructor(what: string) {
    this.#what = what;
  }

  /** Throws AppError when there are too many different pairs. */
  add(group: number, number: number, count: number): void {
    let slot = this.#find(group, number);
    const taken = this.#slots[slot]!;
    if (taken !== 0) {
      this.#counts[taken - 1]! += count;
      return;
    }
    if (this.size >= countedPairsMax) throw tooManyPairs(this.#what);
    if (this.size === this.#groups.length) {
      this.#grow();
      slot = this.#find(group, number);
    }
    const pair = this.size++;
    this.#slots[slot] = this.size;
    this.#groups[pair] = group;
    this.#numbers[pair] = number;
    this.#counts[pair] = count;
    this.#byGroup = undefined;
  }

  /** 0 for a pair that never came. */
  countOf(group: number, number: number): number {
    const taken = this.#slots[this.#find(group, number)]!;
    return taken === 0 ? 0 : this.#counts[taken - 1]!;
  }

  /** The numbers that came with the group, in any order, and their counts. */
  of(group: number): { numbers: Float64Array; counts: Float64Array } {
    this.#byGroup ??= sortByGroup(this.#groups.subarray(0, this.size));
    const { starts, pairs } = this.#byGroup;
    const own = pairs.subarray(starts[group] ?? pairs.length, starts[group + 1] ?? pairs.length);
    const pick = (values: Float64Array) => Float64Array.from(own, (pair) => values[pair]!);
    return { numbers: pick(this.#numbers), counts: pick(this.#counts) };
  }

  /** Passes on all pairs, in no order; `tick` is called all the time. */
  each(visit: (group: number, number: number, count: number) => void, tick: () => void): void {
    for (let pair = 0; pair < this.size; pair++) {
      if ((pair & 0x3fff) === 0) tick();
      visit(this.#groups[pair]!, this.#numbers[pair]!, this.#counts[pair]!);
    }
  }

  /** Groups, numbers and counts. */
  pack(): [groups: Uint32Array, numbers: Float64Array, counts: Float64Array] {
    const { size } = this;
    return [this.#groups.slice(0, size), this.#numbers.slice(0, size), this.#counts.slice(0, size)];
  }

  /** The place of the pair, or the free one where it belongs. */
  #find(group: number, number: number, slots = this.#slots): number {
    const mask = slots.length - 1;
    let slot = this.#hash(group, number) & mask;
    for (let taken = slots[slot]!; taken !== 0; taken = slots[slot]!) {
      if (this.#numbers[taken - 1] === number && this.#groups[taken - 1] === group) return slot;
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  #hash(group: number, number: number): number {
    // Two zeros are one number.
    this.#number[0] = number + 0;
    let hash = Math.imul(this.#words[0]!, 0x9e3779b1) ^ Math.imul(this.#words[1]!, 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) ^ Math.imul(group, 0xc2b2ae35);
    hash = Math.imul(hash ^ (hash >>> 13), 0x297a2d39);
    return hash ^ (hash >>> 16);
  }

  /** Changes nothing when it is stopped half way: the question still answers with what was counted. */
  #grow(): void {
    const length = this.size * 2;
    const slots = new Int32Array(length * 2);
    for (let pair = 0; pair < this.size; pair++) {
      if ((pair & 0xfff) === 0xfff) tickAlone();
      slots[this.#find(this.#groups[pair]!, this.#numbers[pair]!, slots)] = pair + 1;
    }
    const old = [this.#groups, this.#numbers, this.#counts, this.#slots];
    const grown = {
      groups: new Uint32Array(length),
      numbers: new Float64Array(length),
      counts: new Float64Array(length),
    };
    grown.groups.set(this.#groups);
    grown.numbers.set(this.#numbers);
    grown.counts.set(this.#counts);
    this.#groups = grown.groups;
    this.#numbers = grown.numbers;
    this.#counts = grown.counts;
    this.#slots = slots;
    freeArrays(old);
  }
}

/** `what`: the pairs. */
export function tooManyPairs(what: string): AppError {
  return new AppError(
    "too_large",
    `There are more than ${countedPairsMax} different ${what} here. Ask for a shorter time range, longer steps or a narrower filter.`,
  );
}

/** Power of two. */
const firstPairs = 64;

interface PairsByGroup {
  /** The first of each group; one more than groups. */
  readonly starts: Uint32Array;
  readonly pairs: Uint32Array;
}

function sortByGroup(groups: Uint32Array): PairsByGroup {
  let last = -1;
  for (let pair = 0; pair < groups.length; pair++) if (groups[pair]! > last) last = groups[pair]!;
  const starts = new Uint32Array(last + 2);
  for (let pair = 0; pair < groups.length; pair++) starts[groups[pair]! + 1]! += 1;
  for (let group = 0; group <= last; group++) starts[group + 1]! += starts[group]!;
  const next = starts.slice();
  const pairs = new Uint32Array(groups.length);
  for (let pair = 0; pair < groups.length; pair++) {
    const place = next[groups[pair]!]!;
    next[groups[pair]!] = place + 1;
    pairs[place] = pair;
  }
  return { starts, pairs };
}
