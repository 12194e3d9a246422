/**
 * Tells values that occur once from those that may not: each sets a bit by its hash, and a value whose bit is set twice
 * must be looked up. Of ten thousand unique values these are a few per cent.
 */
export class SharedBits {
  readonly #met = new Int32Array(bitWords);
  readonly #twice = new Int32Array(bitWords);

  clear(): void {
    this.#met.fill(0);
    this.#twice.fill(0);
  }

  /** True when another value has set the bit before. */
  set(hash: number): boolean {
    const place = (hash & bitMask) >>> 5;
    const bit = 1 << hash;
    const known = this.#met[place]!;
    if ((known & bit) === 0) {
      this.#met[place] = known | bit;
      return false;
    }
    this.#twice[place] = this.#twice[place]! | bit;
    return true;
  }

  /** For a value that is looked up in any case, and so are all with its bit. */
  share(hash: number): void {
    this.#twice[(hash & bitMask) >>> 5]! |= 1 << hash;
  }

  isShared(hash: number): boolean {
    return (this.#twice[(hash & bitMask) >>> 5]! & (1 << hash)) !== 0;
  }
}

/** A bucket of ten million values has 40,000: this many bits fit the processor's cache, and few values share one. */
const bitMask = 2 ** 20 - 1;
const bitWords = (bitMask + 1) / 32;
