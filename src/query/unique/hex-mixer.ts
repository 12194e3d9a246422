/**
 * Mixes the first word of a value with the others under a secret key, so that it spreads evenly and nobody can send
 * values that collide. Mixing can be undone, so no two values become one.
 */
export class HexMixer {
  readonly #start: number;
  readonly #one: number;
  readonly #two: number;

  readonly #wordsPerText: number;

  /** `bytes`: at least twelve random ones. The factors are odd, so that no bit is lost. */
  constructor(bytes: Uint8Array, wordsPerText: number) {
    this.#wordsPerText = wordsPerText;
    const [start, one, two] = new Uint32Array(bytes.slice(0, 12).buffer);
    this.#start = start!;
    this.#one = one! | 1;
    this.#two = two! | 1;
  }

  /** Replacement for the first word of the value at `at`. */
  mix(words: Uint32Array, at: number): number {
    let word = words[at]! ^ this.#ofOthers(words, at);
    word ^= word >>> 16;
    word = Math.imul(word, this.#one);
    word ^= word >>> 15;
    word = Math.imul(word, this.#two);
    return (word ^ (word >>> 16)) >>> 0;
  }

  /** The first word again, of the mixed value at `at`. */
  unmix(words: Uint32Array, at: number): number {
    let word = words[at]!;
    word ^= word >>> 16;
    word = Math.imul(word, inverseOf(this.#two));
    word ^= (word >>> 15) ^ (word >>> 30);
    word = Math.imul(word, inverseOf(this.#one));
    word ^= word >>> 16;
    return (word ^ this.#ofOthers(words, at)) >>> 0;
  }

  #ofOthers(words: Uint32Array, at: number): number {
    let hash = this.#start;
    for (let i = 1; i < this.#wordsPerText; i++) {
      hash = Math.imul(hash ^ words[at + i]!, this.#two);
      hash ^= hash >>> 15;
      hash = Math.imul(hash, this.#one);
      hash ^= hash >>> 13;
    }
    return hash;
  }
}

/** The inverse of an odd factor, in 32 bits. */
function inverseOf(factor: number): number {
  let inverse = factor;
  // Each step doubles the number of right bits, of which there are three at first.
  for (let bits = 3; bits < 32; bits *= 2) inverse = Math.imul(inverse, 2 - Math.imul(factor, inverse));
  return inverse;
}
