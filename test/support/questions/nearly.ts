import { expect } from "vitest";

/**
 * The numbers of `value` rounded as sums in another order may differ: 6 decimals of small ones, 9 digits of large ones.
 */
export function nearly(value: object): object {
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      typeof part === "number" ? expect.closeTo(part, decimalsOf(part)) : part,
    ]),
  );
}

function decimalsOf(number: number): number {
  return 9 - Math.max(3, Math.ceil(Math.log10(Math.abs(number) + 1)));
}
