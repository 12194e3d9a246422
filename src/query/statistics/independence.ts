import { fTail } from "./f-distribution.ts";
import { sameWithin } from "./surprise.ts";

/**
 * How surprising it is that a value occurs `count` times among `selected` and `rest` times among `others`, if it had
 * nothing to do with the selection: the likelihood ratio test of independence in a table of two by two (G test), held
 * against the chi-squared distribution with one degree of freedom. No surprise are shares on both sides, of those that
 * have it and of those that have not, that differ by less than a tenth: of millions that is no chance, and no news.
 */
export function independence(
  count: number,
  rest: number,
  selected: number,
  others: number,
): { statistic: number; p: number } {
  if (isSame(count / selected, rest / others) && isSame(1 - count / selected, 1 - rest / others))
    return { statistic: 0, p: 1 };
  const all = selected + others;
  const have = count + rest;
  const cells: readonly [observed: number, row: number, column: number][] = [
    [count, have, selected],
    [rest, have, others],
    [selected - count, all - have, selected],
    [others - rest, all - have, others],
  ];
  let sum = 0;
  for (const [observed, row, column] of cells)
    if (observed > 0) sum += observed * Math.log((observed * all) / (row * column));
  // Nothing but rounding makes it less.
  const statistic = Math.max(0, 2 * sum);
  return { statistic, p: fTail(statistic, manyDegrees) };
}

function isSame(share: number, other: number): boolean {
  return share <= other * sameWithin && other <= share * sameWithin;
}

/** From this many on the F distribution is the chi-squared one, to six digits of every probability that matters. */
const manyDegrees = 1e9;
