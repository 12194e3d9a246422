/** A set of places, by the words of 32 places that have any. They rise. */
export interface WordBits {
  readonly words: Int32Array;
  readonly bits: Int32Array;
}

export function wordBits(places: readonly number[]): WordBits {
  const words: number[] = [];
  const bits: number[] = [];
  for (const place of places) {
    if (words.at(-1) === place >> 5) bits[bits.length - 1]! |= 1 << (place & 31);
    else {
      words.push(place >> 5);
      bits.push(1 << (place & 31));
    }
  }
  return { words: Int32Array.from(words), bits: Int32Array.from(bits) };
}
