import type { BucketedWords } from "./bucketed-words.ts";
import type { HexMixer } from "./hex-mixer.ts";
import type { HexRecords } from "./hex-records.ts";
import { SharedBits } from "./shared-bits.ts";

/** A value by its words, and how often it occurs. */
export interface DigitCount {
  count: number;
  words: readonly number[];
}

/** The most frequent values, ties by their words, which is by name. */
export class TopHex {
  #list: DigitCount[] = [];
  #count = 0;
  #first = 0xffffffff;

  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** `first`: word of the value. */
  mayTake(count: number, first: number): boolean {
    return count > this.#count || (count === this.#count && first <= this.#first);
  }

  take(value: DigitCount): void {
    this.#list.push(value);
    if (this.#list.length >= this.#limit + takenBeforeSorting) this.#narrow();
  }

  list(): readonly DigitCount[] {
    this.#narrow();
    return this.#list;
  }

  #narrow(): void {
    this.#list.sort((a, b) => b.count - a.count || compareWords(a.words, b.words));
    this.#list.length = Math.min(this.#list.length, this.#limit);
    if (this.#list.length < this.#limit) return;
    const { count, words } = this.#list.at(-1)!;
    this.#count = count;
    this.#first = words[0]!;
  }
}

const takenBeforeSorting = 1_024;

function compareWords(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((word, i) => word !== b[i]);
  return at < 0 ? 0 : a[at]! - b[at]!;
}

/**
 * Counts the values of one bucket and offers each to the top. A value whose bit no other one sets occurs once and needs
 * no look-up; only the others do, a few in a hundred when values are unique.
 */
export class HexCounter {
  readonly #bits = new SharedBits();
  #slots = new Int32Array(0);
  #words = new Uint32Array(0);
  #counts = new Float64Array(0);
  #size = 0;

  readonly #wordsPerText: number;
  readonly #mixer: HexMixer;
  readonly #top: TopHex;

  constructor(wordsPerText: number, mixer: HexMixer, top: TopHex) {
    this.#wordsPerText = wordsPerText;
    this.#mixer = mixer;
    this.#top = top;
  }

  count(bucket: number, all: readonly HexRecords[]): void {
    this.#bits.clear();
    let shared = 0;
    for (const { rows } of all) shared += this.#mark(bucket, rows);
    for (const { more } of all) shared += this.#markAll(bucket, more);
    this.#makeRoom(shared * 2);
    for (const { rows } of all) this.#collect(bucket, rows);
    const size = this.#wordsPerText + 1;
    for (const { more } of all)
      for (let at = more.starts[bucket]! * size; at < more.starts[bucket + 1]! * size; at += size)
        this.#add(more.words, at, more.words[at + size - 1]!);
    this.#offer();
  }

  /** Gives how many bits were set a second time. */
  #mark(bucket: number, { words, starts }: BucketedWords): number {
    const wordsPerText = this.#wordsPerText;
    const bits = this.#bits;
    const end = starts[bucket + 1]! * wordsPerText;
    let again = 0;
    for (let at = starts[bucket]! * wordsPerText; at < end; at += wordsPerText) if (bits.set(words[at]! | 0)) again++;
    return again;
  }

  /** Marks values that are looked up in any case. Returns how many there may be for each. */
  #markAll(bucket: number, { words, starts }: BucketedWords): number {
    const size = this.#wordsPerText + 1;
    for (let at = starts[bucket]! * size; at < starts[bucket + 1]! * size; at += size) this.#bits.share(words[at]!);
    return starts[bucket + 1]! - starts[bucket]!;
  }

  #collect(bucket: number, { words, starts }: BucketedWords): void {
    const wordsPerText = this.#wordsPerText;
    const top = this.#top;
    const bits = this.#bits;
    const takesOnce = top.mayTake(1, 0);
    const end = starts[bucket + 1]! * wordsPerText;
    for (let at = starts[bucket]! * wordsPerText; at < end; at += wordsPerText) {
      if (bits.isShared(words[at]! | 0)) this.#add(words, at, 1);
      else if (takesOnce) this.#offerValue(words, at, 1);
    }
  }

  #makeRoom(values: number): void {
    this.#size = 0;
    const length = 2 ** Math.ceil(Math.log2(Math.max(2, values * 2)));
    if (length <= this.#slots.length) {
      this.#slots.fill(0);
      return;
    }
    this.#slots = new Int32Array(length);
    this.#words = new Uint32Array((length / 2) * this.#wordsPerText);
    this.#counts = new Float64Array(length / 2);
  }

  #add(words: Uint32Array, at: number, count: number): void {
    const wordsPerText = this.#wordsPerText;
    const mask = this.#slots.length - 1;
    const first = words[at]!;
    // The bits that were not used for the bucket, and those that tell values of one bit apart before the others.
    let slot = ((first >>> 4) ^ first) & mask;
    for (let taken = this.#slots[slot]!; taken !== 0; taken = this.#slots[slot]!) {
      if (this.#holds(taken - 1, words, at)) {
        this.#counts[taken - 1]! += count;
        return;
      }
      slot = (slot + 1) & mask;
    }
    const value = this.#size++;
    this.#slots[slot] = this.#size;
    this.#counts[value] = count;
    for (let i = 0; i < wordsPerText; i++) this.#words[value * wordsPerText + i] = words[at + i]!;
  }

  #holds(value: number, words: Uint32Array, at: number): boolean {
    const wordsPerText = this.#wordsPerText;
    for (let i = 0; i < wordsPerText; i++) if (this.#words[value * wordsPerText + i] !== words[at + i]) return false;
    return true;
  }

  #offer(): void {
    for (let value = 0; value < this.#size; value++)
      this.#offerValue(this.#words, value * this.#wordsPerText, this.#counts[value]!);
  }

  #offerValue(words: Uint32Array, at: number, count: number): void {
    if (!this.#top.mayTake(count, 0)) return;
    const first = this.#mixer.unmix(words, at);
    if (this.#top.mayTake(count, first))
      this.#top.take({ count, words: [first, ...words.subarray(at + 1, at + this.#wordsPerText)] });
  }
}
