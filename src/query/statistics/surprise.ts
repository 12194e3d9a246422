import { fTail } from "./f-distribution.ts";

/** Counts of one value: of the range asked about, and of the parts of the one that it is held against. */
export interface ComparedCounts {
  count: number;
  parts: ArrayLike<number>;
}

export interface Surprise {
  /** What the base lets one expect, with the change of the volume as a whole. */
  expected: number;
  /** How likely so large a difference is when nothing has changed. */
  p: number;
  /** The same for as many comparisons as were made: see `adjust`. */
  adjustedP: number;
  /** The larger, the less likely; orders also what is too unlikely for a number. */
  statistic: number;
}

/**
 * How surprising the counts of values are, by a quasi-likelihood ratio test of two Poisson rates: twice the logarithm
 * of how much likelier the counts are with a rate for each range than with rates that differ by at most a tenth,
 * divided by how much more the value varies within the base than a Poisson process, held against the F distribution.
 * McCullagh, Nelder: Generalized Linear Models, chapter 9. Variation within the base is told by its equal parts; of
 * values with few counts mostly by how much all values vary, as in Lund et al., Statistical Applications in Genetics
 * 11 (5), 2012. Of millions of events one in a hundred more or less is no chance, and no news either; so the test
 * begins at a tenth, as that of McCarthy and Smyth, Bioinformatics 25 (6), 2009, begins at a change worth telling.
 *
 * `lengths`: of the range and of the base, in any unit. When most values have changed by the same factor, as between
 * day and night, the volume has; what is told is what changed beyond it.
 */
export function surprises(
  values: readonly ComparedCounts[],
  lengths: { range: number; base: number },
): { volume: number; surprises: Surprise[] } {
  const bases = values.map(({ parts }) => sumOf(parts));
  const volume = medianRatio(
    values.map(({ count }, i) => ({
      count: count / lengths.range,
      base: bases[i]! / lengths.base,
      of: count + bases[i]!,
    })),
  );
  const dispersions = dispersionsOf(values, bases);
  const exposure = (lengths.range / lengths.base) * volume;
  const tested = values.map(({ count }, i) => {
    const base = bases[i]!;
    const { dispersion, degrees } = dispersions[i]!;
    const statistic = likelihoodRatio(count, base, exposure) / dispersion;
    return { expected: base * exposure, p: fTail(statistic, degrees), statistic };
  });
  const adjusted = adjust(tested.map(({ p }) => p));
  return { volume, surprises: tested.map((test, i) => ({ ...test, adjustedP: adjusted[i]! })) };
}

/**
 * Benjamini and Hochberg's step-up procedure: whoever believes all with an adjusted value up to q is wrong about a
 * share
 * of at most q of them.
 */
export function adjust(ps: readonly number[]): number[] {
  const order = ps.map((_, i) => i).sort((a, b) => ps[b]! - ps[a]!);
  const adjusted = new Array<number>(ps.length);
  let least = 1;
  for (const [place, i] of order.entries()) {
    least = Math.min(least, (ps[i]! * ps.length) / (ps.length - place));
    adjusted[i] = least;
  }
  return adjusted;
}

/**
 * Likelihood ratio of two counts whose first range is `exposure` times the second; 0 when the rates differ too little
 * to matter.
 */
function likelihoodRatio(count: number, base: number, exposure: number): number {
  const all = count + base;
  const lessThan = (base * exposure) / sameWithin;
  const moreThan = base * exposure * sameWithin;
  if (count >= lessThan && count <= moreThan) return 0;
  const nearest = count > moreThan ? exposure * sameWithin : exposure / sameWithin;
  const expected = (all * nearest) / (1 + nearest);
  return 2 * (timesLog(count, count / expected) + timesLog(base, base / (all - expected)));
}

/** The limit for nothing. */
function timesLog(factor: number, value: number): number {
  return factor === 0 ? 0 : factor * Math.log(value);
}

/**
 * By how much most values have changed: the median of the ratios, each counted by the square root of its occurrences; 1
 * when there are too few values to say so.
 */
function medianRatio(rates: readonly { count: number; base: number; of: number }[]): number {
  const ratios = rates
    .filter(({ count, base, of }) => count > 0 && base > 0 && of >= tellingCountMin)
    .map(({ count, base, of }) => ({ ratio: count / base, weight: Math.sqrt(of) }))
    .sort((a, b) => a.ratio - b.ratio);
  if (ratios.length < tellingValuesMin) return 1;
  let left = ratios.reduce((sum, { weight }) => sum + weight, 0) / 2;
  for (const { ratio, weight } of ratios) {
    left -= weight;
    if (left <= 0) return ratio;
  }
  return 1;
}

interface Dispersion {
  /** Variance over that of a Poisson process, at least 1. */
  dispersion: number;
  /** Degrees of freedom of its estimate. */
  degrees: number;
}

/** The dispersion of each value, drawn towards what is usual among all of them. */
function dispersionsOf(values: readonly ComparedCounts[], bases: readonly number[]): Dispersion[] {
  const partCount = values[0]?.parts.length ?? 0;
  const factors = Array.from({ length: partCount }, (_, part) =>
    medianRatio(
      values.map(({ parts }, i) => ({ count: parts[part]!, base: bases[i]! / partCount, of: bases[i]! / partCount })),
    ),
  );
  const scale = sumOf(factors);
  const own = values.map(({ parts }, i) => (bases[i]! === 0 ? undefined : pearson(parts, bases[i]!, factors, scale)));
  const usual = usualOf(own.filter((value, i) => value !== undefined && bases[i]! >= tellingCountMin) as number[]);
  const degrees = partCount - 1;
  return own.map((value) =>
    value === undefined || degrees <= 0
      ? { dispersion: usual, degrees: usualDegrees }
      : {
          dispersion: Math.max(1, (usualDegrees * usual + degrees * value) / (usualDegrees + degrees)),
          degrees: usualDegrees + degrees,
        },
  );
}

/** Pearson's statistic over its degrees of freedom; `factors`: how much of all came in each part. */
function pearson(parts: ArrayLike<number>, base: number, factors: readonly number[], scale: number): number {
  let sum = 0;
  for (let part = 0; part < parts.length; part++) {
    const expected = (base * factors[part]!) / scale;
    sum += (parts[part]! - expected) ** 2 / expected;
  }
  return sum / Math.max(1, parts.length - 1);
}

function usualOf(dispersions: number[]): number {
  if (dispersions.length < tellingValuesMin) return 1;
  dispersions.sort((a, b) => a - b);
  return Math.max(1, dispersions[dispersions.length >> 1]!);
}

function sumOf(numbers: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < numbers.length; i++) sum += numbers[i]!;
  return sum;
}

/** A rate that grew or shrank by up to this factor is the same one. */
export const sameWithin = 1.1;
/** The usual variation weighs as much as an estimate with this many degrees of freedom. */
const usualDegrees = 40;
/** Values with fewer occurrences say nothing of the volume or of what is usual. */
const tellingCountMin = 24;
/** With fewer values the one that has changed might be the median. */
const tellingValuesMin = 8;
