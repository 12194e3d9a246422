import { freeArrays } from "../../runtime/free-arrays.ts";
import { waitingNumbersMax } from "../limits.ts";
import type { NumberRuns } from "./number-runs.ts";

/**
 * Whole numbers by group as they come, until there are enough to be sorted at once: a row costs some writes and moves,
 * whatever its number and however many groups there are.
 */
export class WaitingNumbers {
  length = 0;
  columns = newColumns(firstLength);
  /** Where the sort moves them to. */
  #beside = newColumns(firstLength);

  /** Whether so many more, at most `batchRows`, find room now; if not, sort those that wait, and let them go. */
  makeRoom(more: number): boolean {
    const wanted = this.length + more;
    if (wanted > waitingNumbersMax) return false;
    if (wanted > this.columns.units.length) this.#grow(2 ** Math.ceil(Math.log2(wanted)));
    return true;
  }

  /** There is room for it. */
  push(group: number, unit: number, count: number): void {
    const { groups, units, counts } = this.columns;
    groups[this.length] = group;
    units[this.length] = unit;
    counts[this.length++] = count;
  }

  /** Those that wait, which they still do: in order now, and equal ones joined. */
  sort(scale: number): NumberRuns {
    this.#order();
    this.length = joinEqual(this.columns, this.length);
    const { groups, units, counts } = this.columns;
    const lengths = new Uint32Array(this.length === 0 ? 0 : groups[this.length - 1]! + 1);
    for (let i = 0; i < this.length; i++) lengths[groups[i]!]! += 1;
    return { scale, lengths, units: units.slice(0, this.length), counts: counts.slice(0, this.length) };
  }

  refine(factor: number): void {
    const { units } = this.columns;
    for (let i = 0; i < this.length; i++) units[i]! *= factor;
  }

  free(): void {
    freeArrays([...Object.values(this.columns), ...Object.values(this.#beside)]);
  }

  #order(): void {
    const { groups, units, counts } = this.columns;
    const unitBits = bitsOf(units, this.length);
    const isOneWord = bitsOf(groups, this.length) + unitBits <= 32 && areOnes(counts, this.length);
    if (isOneWord) this.#sortKeys(unitBits);
    else this.#sortColumns();
  }

  /** By group and then by number, digit by digit from the lowest on. */
  #sortColumns(): void {
    for (const by of ["units", "groups"] as const) {
      const bits = bitsOf(this.columns[by], this.length);
      for (let shift = 0; shift < bits; shift += digitBits) {
        moveByDigit(this.columns, this.#beside, this.columns[by], shift, this.length);
        [this.columns, this.#beside] = [this.#beside, this.columns];
      }
    }
  }

  /** The same with group and number as one word; each count is 1. */
  #sortKeys(unitBits: number): void {
    const { groups, units } = this.columns;
    let [keys, moved] = [this.#beside.groups, this.#beside.units];
    for (let i = 0; i < this.length; i++) keys[i] = (groups[i]! << unitBits) | units[i]!;
    const bits = bitsOf(keys, this.length);
    for (let shift = 0; shift < bits; shift += digitBits) {
      moveKeysByDigit(keys, moved, shift, this.length);
      [keys, moved] = [moved, keys];
    }
    const unitMask = 2 ** unitBits - 1;
    for (let i = 0; i < this.length; i++) {
      groups[i] = keys[i]! >>> unitBits;
      units[i] = keys[i]! & unitMask;
    }
  }

  #grow(length: number): void {
    const { groups, units, counts } = this.columns;
    const old = [...Object.values(this.#beside), groups, units, counts];
    this.columns = newColumns(length);
    this.#beside = newColumns(length);
    this.columns.groups.set(groups.subarray(0, this.length));
    this.columns.units.set(units.subarray(0, this.length));
    this.columns.counts.set(counts.subarray(0, this.length));
    freeArrays(old);
  }
}

interface Columns {
  readonly groups: Uint32Array;
  readonly units: Uint32Array;
  readonly counts: Uint32Array;
}

function newColumns(length: number): Columns {
  return { groups: new Uint32Array(length), units: new Uint32Array(length), counts: new Uint32Array(length) };
}

const firstLength = 8_192;

function areOnes(counts: Uint32Array, length: number): boolean {
  for (let i = 0; i < length; i++) if (counts[i] !== 1) return false;
  return true;
}

/** So many bits has the largest one, at least 1. */
function bitsOf(numbers: Uint32Array, length: number): number {
  let any = 1;
  for (let i = 0; i < length; i++) any |= numbers[i]!;
  return 32 - Math.clz32(any);
}

const digitBits = 11;
const digitMask = (1 << digitBits) - 1;
const places = new Uint32Array(1 << digitBits);

/** Where those with each digit begin. */
function countDigits(numbers: Uint32Array, shift: number, length: number): void {
  places.fill(0);
  for (let i = 0; i < length; i++) places[(numbers[i]! >>> shift) & digitMask]! += 1;
  for (let digit = 0, before = 0; digit < places.length; digit++) {
    const own = places[digit]!;
    places[digit] = before;
    before += own;
  }
}

/** Those with the same digit stay in their order. */
function moveByDigit(from: Columns, to: Columns, by: Uint32Array, shift: number, length: number): void {
  countDigits(by, shift, length);
  const { groups, units, counts } = from;
  for (let i = 0; i < length; i++) {
    const digit = (by[i]! >>> shift) & digitMask;
    const place = places[digit]!;
    places[digit] = place + 1;
    to.groups[place] = groups[i]!;
    to.units[place] = units[i]!;
    to.counts[place] = counts[i]!;
  }
}

function moveKeysByDigit(from: Uint32Array, to: Uint32Array, shift: number, length: number): void {
  countDigits(from, shift, length);
  for (let i = 0; i < length; i++) {
    const key = from[i]!;
    const digit = (key >>> shift) & digitMask;
    const place = places[digit]!;
    places[digit] = place + 1;
    to[place] = key;
  }
}

/** Gives how many are left. */
function joinEqual({ groups, units, counts }: Columns, length: number): number {
  let used = 0;
  for (let i = 0; i < length; i++) {
    if (used > 0 && units[used - 1] === units[i] && groups[used - 1] === groups[i]) counts[used - 1]! += counts[i]!;
    else {
      groups[used] = groups[i]!;
      units[used] = units[i]!;
      counts[used++] = counts[i]!;
    }
  }
  return used;
}

/** Memory that the thread uses again; a question that preempts another takes its own. */
let spare: WaitingNumbers | undefined;

export function takeWaitingNumbers(): WaitingNumbers {
  const taken = spare ?? new WaitingNumbers();
  spare = undefined;
  return taken;
}

export function giveBackWaitingNumbers(given: WaitingNumbers): void {
  given.length = 0;
  spare?.free();
  spare = given;
}

/** For when memory runs short. */
export function forgetWaitingNumbers(): void {
  spare?.free();
  spare = undefined;
}
