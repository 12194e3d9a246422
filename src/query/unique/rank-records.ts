import { AppError } from "../../lib/errors.ts";
import { tiedValuesMax } from "../limits.ts";
import { SharedBits } from "./shared-bits.ts";
import { countOf, recordWords, rowOf, type ValueRecords } from "./value-records.ts";

/** A value that may be among the most frequent ones, named by one of its rows. */
export interface Candidate {
  count: number;
  order: number;
  first: number;
  second: number;
  /** Position in the question's list of segments; -1: the value is a group of the table. */
  segment: number;
  /** Or group. */
  row: number;
}

/** Values counted elsewhere, in the form of records. */
export interface OtherValues {
  /** Those of a bucket. */
  ofBucket(bucket: number): readonly number[];
  first(value: number): number;
  second(value: number): number;
  order(value: number): number;
  count(value: number): number;
}

/**
 * Counts the values of one bucket over all records and the other values, and offers each to the candidates.
 * Most are alone with their bit and occur once. Values are told apart by 64 bits of a keyed hash and their order. Two
 * that collide have more occurrences than either: see verify-values.ts.
 */
export function countBucket(
  bucket: number,
  all: readonly ValueRecords[],
  others: OtherValues,
  groups: Groups,
  best: Candidates,
): number {
  const { bits } = groups;
  bits.clear();
  let shared = others.ofBucket(bucket).length;
  for (const records of all) shared += markRecords(bucket, records, bits);
  for (const value of others.ofBucket(bucket)) bits.share(others.first(value));
  groups.clear(shared * 2);
  let sum = 0;
  for (const records of all) sum += collectRecords(bucket, records, groups, best);
  for (const value of others.ofBucket(bucket))
    groups.add(others.first(value), others.second(value), others.order(value), others.count(value), -1, value);
  return sum + groups.offer(best);
}

/** Gives how many set a bit that was set before, or occur several times themselves. */
function markRecords(bucket: number, { words, starts }: ValueRecords, bits: SharedBits): number {
  const end = starts[bucket + 1]! * recordWords;
  let shared = 0;
  for (let at = starts[bucket]! * recordWords; at < end; at += recordWords) {
    if (bits.set(words[at]! | 0)) shared++;
    if (countOf(words[at + 3]!) === 1) continue;
    bits.share(words[at]! | 0);
    shared++;
  }
  return shared;
}

/** Gives the occurrences of values that are alone with their bit; the others are put into groups. */
function collectRecords(bucket: number, records: ValueRecords, groups: Groups, best: Candidates): number {
  const { words, starts, segment } = records;
  const { bits } = groups;
  const end = starts[bucket + 1]! * recordWords;
  let alone = 0;
  for (let at = starts[bucket]! * recordWords; at < end; at += recordWords) {
    const rowAndCount = words[at + 3]!;
    const row = rowOf(rowAndCount);
    if (bits.isShared(words[at]! | 0)) {
      const count = countOf(rowAndCount) ?? largeCountOf(records, row);
      groups.add(words[at]!, words[at + 1]!, words[at + 2]!, count, segment, row);
      continue;
    }
    alone++;
    if (best.mayTake(1, words[at + 2]!))
      best.take({ count: 1, order: words[at + 2]!, first: words[at]!, second: words[at + 1]!, segment, row });
  }
  return alone;
}

function largeCountOf({ largeCounts }: ValueRecords, row: number): number {
  for (let i = 0; i < largeCounts.length; i += 2) if (largeCounts[i] === row) return largeCounts[i + 1]!;
  throw new Error(`expected a count for row ${row}, got none`);
}

/** The values of one bucket after the other. */
export class Groups {
  readonly bits = new SharedBits();
  #slots = new Int32Array(0);
  #mask = 0;
  #second = new Uint32Array(0);
  #first = new Uint32Array(0);
  #order = new Uint32Array(0);
  #counts = new Float64Array(0);
  #segments = new Int32Array(0);
  #rows = new Uint32Array(0);
  #size = 0;

  /** Makes room for this many values. */
  clear(most: number): void {
    this.#size = 0;
    const slots = 2 ** Math.ceil(Math.log2(Math.max(2, most * 2)));
    this.#mask = slots - 1;
    if (slots <= this.#slots.length) {
      this.#slots.fill(0, 0, slots);
      return;
    }
    this.#slots = new Int32Array(slots);
    this.#first = new Uint32Array(slots >> 1);
    this.#second = new Uint32Array(slots >> 1);
    this.#order = new Uint32Array(slots >> 1);
    this.#counts = new Float64Array(slots >> 1);
    this.#segments = new Int32Array(slots >> 1);
    this.#rows = new Uint32Array(slots >> 1);
  }

  /** Parameters: called for each value; an object a call would cost more than the work. */
  add(first: number, second: number, order: number, count: number, segment: number, row: number): void {
    const slots = this.#slots;
    const mask = this.#mask;
    let slot = first & mask;
    for (let taken = slots[slot]!; taken !== 0; taken = slots[slot]!) {
      const group = taken - 1;
      if (this.#second[group] === second && this.#first[group] === first && this.#order[group] === order) {
        this.#counts[group] = this.#counts[group]! + count;
        return;
      }
      slot = (slot + 1) & mask;
    }
    const group = this.#size++;
    this.#slots[slot] = this.#size;
    this.#first[group] = first;
    this.#second[group] = second;
    this.#order[group] = order;
    this.#counts[group] = count;
    this.#segments[group] = segment;
    this.#rows[group] = row;
  }

  /** The sum of all counts. */
  offer(best: Candidates): number {
    let sum = 0;
    for (let group = 0; group < this.#size; group++) {
      const count = this.#counts[group]!;
      sum += count;
      if (best.mayTake(count, this.#order[group]!))
        best.take({
          count,
          order: this.#order[group]!,
          first: this.#first[group]!,
          second: this.#second[group]!,
          segment: this.#segments[group]!,
          row: this.#rows[group]!,
        });
    }
    return sum;
  }
}

/**
 * The values with the highest counts, of equal ones those first in order, and all that cannot be told from the last of
 * these.
 */
export class Candidates {
  #list: Candidate[] = [];
  #count = 0;
  #order = 0xffffffff;

  readonly #field: string;
  readonly #limit: number;

  constructor(field: string, limit: number) {
    this.#field = field;
    this.#limit = limit;
  }

  mayTake(count: number, order: number): boolean {
    return count > this.#count || (count === this.#count && order <= this.#order);
  }

  take(candidate: Candidate): void {
    this.#list.push(candidate);
    if (this.#list.length >= this.#full) this.#narrow();
  }

  list(): readonly Candidate[] {
    this.#narrow();
    return this.#list;
  }

  #full = tidyUpAt;

  #narrow(): void {
    this.#list.sort((a, b) => b.count - a.count || a.order - b.order);
    const last = this.#list[this.#limit - 1];
    if (last === undefined) return;
    this.#count = last.count;
    this.#order = last.order;
    this.#list = this.#list.filter(({ count, order }) => this.mayTake(count, order));
    if (this.#list.length > tiedValuesMax)
      throw new AppError(
        "too_large",
        `The field "${this.#field}" has more than ${tiedValuesMax} values that are equally frequent and begin alike. Ask for a shorter time range or a narrower filter.`,
      );
    this.#full = Math.max(tidyUpAt, this.#list.length * 2);
  }
}

const tidyUpAt = 8_192;
