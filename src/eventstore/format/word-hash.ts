import { textEnd } from "./write-text.ts";

/**
 * Hashes of the words of texts. A word is a maximal run of ASCII letters, digits and underscores, in lower case; all
 * other bytes only separate, so letters beyond ASCII can never hide one.
 */

/** Hash of one word: ASCII letters, digits and underscores, case ignored. */
export function hashWord(word: string): number {
  let hash = seed;
  for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ wordByte[word.charCodeAt(i)]!, prime);
  return finished(hash);
}

/** Hash of a quad: four numbers up to 255. */
export function hashQuad(first: number, second: number, third: number, fourth: number): number {
  return finished((first << 24) | (second << 16) | (third << 8) | fourth);
}

/** Distinct ones, by their hashes. */
export interface Words {
  count: number;
  /** `visit` gets each once. */
  forEach(visit: (hash: number) => void): void;
}

/** The distinct words of blocks of text, block by block. */
export class BlockWords {
  readonly #words = new HashSet();

  /** Hashes are valid until the next block is read. */
  read(bytes: Uint8Array): Words {
    this.#words.clear();
    eachWord(bytes, (hash) => this.#words.add(hash));
    return this.#words;
  }
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

/**
 * Distinct hashes; open addressing, emptied and used again for each block. Senders choose what is hashed, so a secret
 * tells where each goes: none can send what would all stand behind each other.
 */
export class HashSet implements Words {
  count = 0;
  #slots = new Int32Array(4_096);
  #isZeroIn = false;

  add(hash: number): void {
    if (hash === 0) {
      if (!this.#isZeroIn) this.count++;
      this.#isZeroIn = true;
      return;
    }
    const mask = this.#slots.length - 1;
    let slot = Math.imul(hash, secret) >>> Math.clz32(mask);
    for (let taken = this.#slots[slot]!; taken !== 0; taken = this.#slots[slot]!) {
      if (taken === hash) return;
      slot = (slot + 1) & mask;
    }
    this.#slots[slot] = hash;
    if (++this.count * 2 > this.#slots.length) this.#grow();
  }

  forEach(visit: (hash: number) => void): void {
    if (this.#isZeroIn) visit(0);
    for (let i = 0; i < this.#slots.length; i++) if (this.#slots[i] !== 0) visit(this.#slots[i]!);
  }

  clear(): void {
    this.count = 0;
    this.#isZeroIn = false;
    this.#slots.fill(0);
  }

  #grow(): void {
    const old = this.#slots;
    const isZeroIn = this.#isZeroIn;
    this.#slots = new Int32Array(old.length * 2);
    this.count = isZeroIn ? 1 : 0;
    for (let i = 0; i < old.length; i++) if (old[i] !== 0) this.add(old[i]!);
  }
}

/** Odd: multiply-shift hashing (Dietzfelbinger et al.: A reliable randomized algorithm, 1997). */
const secret = crypto.getRandomValues(new Int32Array(1))[0]! | 1;
