import { createCipheriv, randomBytes } from "node:crypto";

/** Writes two words of hash of bytes[start .. end). */
export interface ValueHash {
  hash(bytes: Uint8Array, start: number, end: number, pair: Uint32Array): void;
}

/** A new random key for `KeyedHash`. */
export function newHashKey(): Uint8Array {
  return new Uint8Array(randomBytes(keyBytes));
}

/**
 * A 64-bit hash under a secret key, so that nobody can send values that collide: two different values collide with a
 * chance of 2^-64, whatever they are. Four sums of 16 bits at a time, each times a random word, of which the upper half
 * counts (strongly universal hashing, Dietzfelbinger 1996).
 */
export class KeyedHash implements ValueHash {
  #words: Uint32Array;

  readonly #key: Uint8Array;

  constructor(key: Uint8Array) {
    this.#key = key;
    this.#words = expand(key, usualUnits);
  }

  hash(bytes: Uint8Array, start: number, end: number, pair: Uint32Array): void {
    const units = ((end - start + 1) >> 1) + 1;
    if (units * lanes > this.#words.length) this.#words = expand(this.#key, units * 2);
    const words = this.#words;
    // The first word of each lane is for the length: behind it, missing bytes are zeros.
    const length = end - start;
    let a = Math.imul(length, words[0]!);
    let b = Math.imul(length, words[1]!);
    let c = Math.imul(length, words[2]!);
    let d = Math.imul(length, words[3]!);
    let word = lanes;
    for (let at = start; at < end; at += 2) {
      const unit = at + 1 < end ? bytes[at]! | (bytes[at + 1]! << 8) : bytes[at]!;
      a = (a + Math.imul(unit, words[word]!)) | 0;
      b = (b + Math.imul(unit, words[word + 1]!)) | 0;
      c = (c + Math.imul(unit, words[word + 2]!)) | 0;
      d = (d + Math.imul(unit, words[word + 3]!)) | 0;
      word += lanes;
    }
    pair[0] = (a & 0xffff0000) | (b >>> 16);
    pair[1] = (c & 0xffff0000) | (d >>> 16);
  }
}

const keyBytes = 16;
const lanes = 4;
/** Values of 126 bytes; longer ones are rare. */
const usualUnits = 64;

/** Random words: the stream of a cipher. A longer one begins like a shorter one. */
function expand(key: Uint8Array, units: number): Uint32Array {
  const stream = createCipheriv("aes-128-ctr", key, new Uint8Array(keyBytes));
  const bytes = new Uint8Array(stream.update(new Uint8Array(units * lanes * Uint32Array.BYTES_PER_ELEMENT)));
  return new Uint32Array(bytes.buffer);
}
