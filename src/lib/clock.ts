/** Wall clock, in epoch milliseconds with fractions. Durations use `performance.now()`, never this. */
export type Clock = () => number;

export const systemClock: Clock = () => Date.now();

/** Epoch seconds, whole. */
export function nowSeconds(clock: Clock = systemClock): number {
  return Math.floor(clock() / 1000);
}
