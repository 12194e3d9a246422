import { textEnd } from "./text-end.ts";

/**
 * Which words a block of text has, as a Bloom filter: a rare word is then looked for in few blocks. A word is a maximal run of ASCII letters, digits
 * and underscores, in lower case; all other bytes only separate, so letters beyond ASCII can never hide one.
 */
export interface WordFilters {
  /** False: no row of the block has all of these words. `hashes` come from `hashWord`. */
  mayHold(block: number, hashes: ArrayLike<number>): boolean;
  /** Memory it takes. */
  bytes: number;
}

/** Collects the filters of a column, block by block. */
export class WordFilterWriter {
  readonly #filters: Uint32Array[] = [];
  readonly #words = new HashSet();

  add(bytes: Uint8Array): void {
    this.#words.clear();
    eachWord(bytes, (hash) => this.#words.add(hash));
    const filter = new Uint32Array(Math.ceil((this.#words.size * bitsPerWord) / 32));
    this.#words.forEach((hash) => {
      setBits(filter, hash);
    });
    this.#filters.push(filter);
  }

  /** Words of 32 bits of each block, and all of them in a row. */
  finish(): { lengths: number[]; bytes: Uint8Array } {
    const lengths = this.#filters.map(({ length }) => length);
    const all = new Uint32Array(lengths.reduce((sum, length) => sum + length, 0));
    let used = 0;
    for (const filter of this.#filters) {
      all.set(filter, used);
      used += filter.length;
    }
    return { lengths, bytes: new Uint8Array(all.buffer) };
  }
}

/** Reads what WordFilterWriter made. */
export function openWordFilters(lengths: readonly number[], words: Uint32Array): WordFilters {
  const starts = new Uint32Array(lengths.length + 1);
  for (let i = 0; i < lengths.length; i++) starts[i + 1] = starts[i]! + lengths[i]!;
  return {
    bytes: words.byteLength,
    mayHold(block, hashes) {
      const start = starts[block]!;
      const bits = (starts[block + 1]! - start) * 32;
      for (let i = 0; i < hashes.length; i++) if (!hasBits(words, start, bits, hashes[i]!)) return false;
      return true;
    },
  };
}

/** Of one word: ASCII letters, digits and underscores, upper case the same as lower. */
export function hashWord(word: string): number {
  let hash = seed;
  for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ wordByte[word.charCodeAt(i)]!, prime);
  return finished(hash);
}

/** Code in lower case of the bytes that words are made of, else 0. */
const wordByte = Uint8Array.from({ length: 256 }, (_, code) =>
  code < 128 && /\w/.test(String.fromCharCode(code)) ? String.fromCharCode(code).toLowerCase().charCodeAt(0) : 0,
);

function eachWord(bytes: Uint8Array, visit: (hash: number) => void): void {
  let hash = seed;
  let isInside = false;
  for (let i = 0; i < bytes.length; i++) {
    const byte = wordByte[bytes[i]!]!;
    if (byte !== 0) {
      hash = Math.imul(hash ^ byte, prime);
      isInside = true;
    } else if (isInside) {
      visit(finished(hash));
      hash = seed;
      isInside = false;
    }
  }
  // A block ends with an end mark, so no word is left.
  if (bytes.length > 0 && bytes[bytes.length - 1] !== textEnd) throw new Error("A block of text lacks its end mark.");
}

const seed = 0x811c9dc5 | 0;
const prime = 0x01000193;

function finished(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  const again = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return again ^ (again >>> 16);
}

function setBits(filter: Uint32Array, hash: number): void {
  const bits = filter.length * 32;
  const step = stepOf(hash);
  for (let i = 0, at = hash >>> 0; i < probes; i++, at = (at + step) >>> 0) {
    const bit = at % bits;
    filter[bit >>> 5]! |= 1 << (bit & 31);
  }
}

function hasBits(words: Uint32Array, start: number, bits: number, hash: number): boolean {
  if (bits === 0) return false;
  const step = stepOf(hash);
  for (let i = 0, at = hash >>> 0; i < probes; i++, at = (at + step) >>> 0) {
    const bit = at % bits;
    if ((words[start + (bit >>> 5)]! & (1 << (bit & 31))) === 0) return false;
  }
  return true;
}

function stepOf(hash: number): number {
  return (Math.imul(hash, 0x9e3779b1) >>> 0) | 1;
}

/** Distinct hashes; open addressing, emptied and used again for each block. */
class HashSet {
  size = 0;
  #slots = new Int32Array(4_096);
  #isZeroIn = false;

  add(hash: number): void {
    if (hash === 0) {
      if (!this.#isZeroIn) this.size++;
      this.#isZeroIn = true;
      return;
    }
    const mask = this.#slots.length - 1;
    let slot = hash & mask;
    for (let taken = this.#slots[slot]!; taken !== 0; taken = this.#slots[slot]!) {
      if (taken === hash) return;
      slot = (slot + 1) & mask;
    }
    this.#slots[slot] = hash;
    if (++this.size * 2 > this.#slots.length) this.#grow();
  }

  forEach(visit: (hash: number) => void): void {
    if (this.#isZeroIn) visit(0);
    for (let i = 0; i < this.#slots.length; i++) if (this.#slots[i] !== 0) visit(this.#slots[i]!);
  }

  clear(): void {
    this.size = 0;
    this.#isZeroIn = false;
    this.#slots.fill(0);
  }

  #grow(): void {
    const old = this.#slots;
    const isZeroIn = this.#isZeroIn;
    this.#slots = new Int32Array(old.length * 2);
    this.size = isZeroIn ? 1 : 0;
    for (let i = 0; i < old.length; i++) if (old[i] !== 0) this.add(old[i]!);
  }
}

/** With these a word that is not there passes one block in thirty. */
const bitsPerWord = 7;
const probes = 5;
