/** Number of bits set in the words from `from` to before `to`. */
export function countBits(words: Uint32Array, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at++) count += bitsOf(words[at]!);
  return count;
}

/** The place of the lowest bit that is set, 0 to 31. */
export function lowestBit(word: number): number {
  return 31 - Math.clz32(word & -word);
}

/** The place of the first bit set from a place on, in the words before `to`; -1: there is none. */
export function nextBit(words: Uint32Array, from: number, to: number): number {
  let at = from >>> 5;
  if (at >= to) return -1;
  let word = words[at]! & (-1 << (from & 31));
  while (word === 0) {
    if (++at >= to) return -1;
    word = words[at]!;
  }
  return (at << 5) + lowestBit(word);
}

/** Number of bits set in a word: adds neighbouring bits, then pairs, then fours; the multiplication sums the bytes. */
export function bitsOf(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
