/**
 * The best `limit` of the numbers 0 … length - 1, best first. `compare` orders like that of Array.sort and knows no
 * ties.
 */
export function pickTop(length: number, limit: number, compare: (a: number, b: number) => number): number[] {
  let best: number[] = [];
  let isFull = false;
  for (let i = 0; i < length; i++) {
    if (isFull && compare(i, best[limit - 1]!) > 0) continue;
    best.push(i);
    if (best.length >= 2 * limit + spare) {
      best = best.sort(compare).slice(0, limit);
      isFull = true;
    }
  }
  return best.sort(compare).slice(0, limit);
}

/** Sorting a few at a time is not worth it. */
const spare = 256;
