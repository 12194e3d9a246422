import * as z from "zod";
import { pickTop } from "./pick-top.ts";

/** The parameter of kinds that list only statistically significant values. */
export const significanceSchema = z
  .number()
  .positive("Expected more than 0.")
  .max(1, "Expected at most 1.")
  .default(0.001)
  .describe("Listed is what has an adjusted_p_value up to it; 1: everything.");

/** Of each value, by number, beside all others. */
export interface Significances {
  /** Orders those that are too unlikely for a number. */
  readonly statistic: ArrayLike<number>;
  readonly p: ArrayLike<number>;
  readonly adjustedP: ArrayLike<number>;
}

/**
 * Picks, by number, the values whose test is hardly chance: how many there are, and the `limit` least likely ones. Not
 * by their statistics: with other degrees of freedom the same one is more or less likely. `compare` orders equal ones;
 * `tick` is called all the time.
 */
export function pickSignificant(
  { p, statistic, adjustedP }: Significances,
  { limit, significance }: { limit: number; significance: number },
  compare: (a: number, b: number) => number,
  tick: () => void = () => {},
): { count: number; best: number[] } {
  let looks = 0;
  const look = () => {
    if ((looks++ & 0x3ff) === 0) tick();
  };
  const listed: number[] = [];
  for (let i = 0; i < adjustedP.length; i++) {
    look();
    if (adjustedP[i]! <= significance) listed.push(i);
  }
  const order = (a: number, b: number) => {
    look();
    return p[a]! - p[b]! || statistic[b]! - statistic[a]! || compare(a, b);
  };
  const best = pickTop(listed.length, limit, (a, b) => order(listed[a]!, listed[b]!)).map((i) => listed[i]!);
  return { count: listed.length, best };
}
