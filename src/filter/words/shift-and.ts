import { anyOne } from "./wildcard.ts";

/** Texts, and characters of which any may stand there. */
export type PieceParts = readonly (string | typeof anyOne)[];

/**
 * Finds texts with `?` between them; reads each character of a text once, whatever repeats. The places to which a match
 * has come are bits (Baeza-Yates, Gonnet: A new approach to text searching, 1992).
 */
export class ShiftAnd {
  /** Words of 32 bits that hold one for each place. */
  readonly #words: number;
  readonly #last: number;
  /** By the number of a character: where it may stand. Number 0: characters that only `?` stands for. */
  readonly #masks: Int32Array;
  readonly #numbers = new Map<number, number>();

  constructor(parts: PieceParts) {
    const places = parts.flatMap((part): PieceParts => (part === anyOne ? [part] : [...part]));
    const codes = places.map((place) => (place === anyOne ? undefined : place.codePointAt(0)!));
    for (const code of new Set(codes)) if (code !== undefined) this.#numbers.set(code, this.#numbers.size + 1);
    this.#words = Math.ceil(places.length / 32);
    this.#last = 1 << ((places.length - 1) & 31);
    this.#masks = new Int32Array((this.#numbers.size + 1) * this.#words);
    for (const [place, code] of codes.entries()) {
      const numbers = code === undefined ? [0, ...this.#numbers.values()] : [this.#numbers.get(code)!];
      for (const number of numbers) this.#masks[number * this.#words + (place >> 5)]! |= 1 << (place & 31);
    }
  }

  /** End of the first match at or after `from`, or -1. */
  find(text: string, from: number): number {
    const words = this.#words;
    const masks = this.#masks;
    const state = new Int32Array(words);
    for (let at = from; at < text.length; ) {
      const code = text.codePointAt(at)!;
      at += code > 0xffff ? 2 : 1;
      const mask = (this.#numbers.get(code) ?? 0) * words;
      let carry = 1;
      for (let i = 0; i < words; i++) {
        const before = state[i]!;
        state[i] = ((before << 1) | carry) & masks[mask + i]!;
        carry = before >>> 31;
      }
      if ((state[words - 1]! & this.#last) !== 0) return at;
    }
    return -1;
  }
}
