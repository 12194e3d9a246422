import * as z from "zod";
import { pickTop } from "./pick-top.ts";

/** The parameter of kinds that list only statistically significant values. */
export const significanceSchema = z
  .number()
  .positive("Expected more than 0.")
  .max(1, "Expected at most 1.")
  .default(0.001)
  .describe("Listed is what has an adjusted_p_value up to it; 1: everything.");

/** What one value's test said, beside all others. */
export interface Tested {
  /** Orders those that are too unlikely for a number. */
  readonly statistic: number;
  readonly p: number;
  readonly adjustedP: number;
}

/**
 * Picks, by number, the values whose test is hardly chance: how many there are, and the `limit` least likely ones. Not
 * by their statistics: with other degrees of freedom the same one is more or less likely. `compare` orders equal ones.
 */
export function pickSignificant(
  tests: readonly Tested[],
  { limit, significance }: { limit: number; significance: number },
  compare: (a: number, b: number) => number,
): { count: number; best: number[] } {
  const listed = [...tests.keys()].filter((i) => tests[i]!.adjustedP <= significance);
  const order = (a: number, b: number) =>
    tests[a]!.p - tests[b]!.p || tests[b]!.statistic - tests[a]!.statistic || compare(a, b);
  const best = pickTop(listed.length, limit, (a, b) => order(listed[a]!, listed[b]!)).map((i) => listed[i]!);
  return { count: listed.length, best };
}
