import { fTail } from "./f-distribution.ts";

/** Counts of one value, by equal parts of the range asked about and of the one that it is held against. */
export interface ComparedCounts {
  rangeParts: ArrayLike<number>;
  baseParts: ArrayLike<number>;
}

export interface Surprise {
  /** The count that the base leads one to expect, given the change of the volume as a whole. */
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
 * McCullagh, Nelder: Generalized Linear Models, chapter 9. Variation is told by the equal parts of the base; that of a
 * new value is the median of all, or less where it comes more evenly from its first occurrence on. It is drawn towards
 * how much all values vary, the more the more alike these are, as in Smyth, Statistical Applications in Genetics 3
 * (1), 2004: beside bursts a steady value stays one. Of millions of events one in a hundred more or less is no chance,
 * and no news either; so the test begins at a tenth, as that of McCarthy and Smyth, Bioinformatics 25 (6), 2009,
 * begins at a change worth telling.
 *
 * `lengths`: of the range and of the base, in any unit; `tick` is called all the time. When most values have changed by
 * the same factor, as between day and night, the volume has; what is told is what changed beyond it.
 */
export function surprises(
  values: readonly ComparedCounts[],
  lengths: { range: number; base: number },
  tick: () => void = () => {},
): { volume: number; surprises: Surprise[] } {
  const counts = values.map(({ rangeParts }) => sumOf(rangeParts));
  const bases = values.map(({ baseParts }) => sumOf(baseParts));
  const rates: Rate[] = [];
  for (const [i, count] of counts.entries()) {
    tick();
    const base = bases[i]!;
    if (count + base >= tellingCountMin)
      rates.push({ count: count / lengths.range, base: base / lengths.base, of: count + base });
  }
  const volume = medianRatio(rates);
  const dispersions = dispersionsOf(values, bases, tick);
  const exposure = (lengths.range / lengths.base) * volume;
  const tested = counts.map((count, i) => {
    tick();
    const base = bases[i]!;
    const { dispersion, degrees } = dispersions[i]!;
    const statistic = likelihoodRatio(count, base, exposure) / dispersion;
    return { expected: base * exposure, p: fTail(statistic, degrees), statistic };
  });
  const adjusted = adjust(
    tested.map(({ p }) => p),
    tick,
  );
  return { volume, surprises: tested.map((test, i) => ({ ...test, adjustedP: adjusted[i]! })) };
}

/**
 * Benjamini and Hochberg's step-up procedure: whoever believes all with an adjusted value up to q is wrong about a
 * share of at most q of them. `tick` is called all the time.
 */
export function adjust(ps: readonly number[], tick: () => void = () => {}): number[] {
  const order = ps
    .map((_, i) => i)
    .sort((a, b) => {
      tick();
      return ps[b]! - ps[a]!;
    });
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

/** One value's two rates, and the number of occurrences behind them. */
interface Rate {
  count: number;
  base: number;
  of: number;
}

/**
 * By how much most values have changed: the median of the ratios, each counted by the square root of its occurrences; 1
 * when there are too few values to say so. `rates`: of values that have at least `tellingCountMin`.
 */
function medianRatio(rates: readonly Rate[]): number {
  const ratios = rates
    .filter(({ count, base }) => count > 0 && base > 0)
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

/** How far one value's counts in parts lie from even ones. */
interface Variation {
  /** Variance over that of a Poisson process. */
  variance: number;
  degrees: number;
  count: number;
}

/** The dispersion of each value, drawn towards what is usual among all of them. */
function dispersionsOf(values: readonly ComparedCounts[], bases: readonly number[], tick: () => void): Dispersion[] {
  const ofBase = factorsOf(
    values.map(({ baseParts }) => baseParts),
    tick,
  );
  const ofRange = factorsOf(
    values.map(({ rangeParts }) => rangeParts),
    tick,
  );
  const own = values.map(({ rangeParts, baseParts }, i) => {
    tick();
    return bases[i]! > 0
      ? variationOf(baseParts, ofBase, 0)
      : variationOf(rangeParts, ofRange, firstFilled(rangeParts));
  });
  const telling = own.filter(({ degrees, count }, i) => bases[i]! > 0 && degrees > 0 && count >= tellingCountMin);
  const usual = usualOf(telling);
  const median = medianOf(telling);
  return own.map(({ variance, degrees }, i) => {
    // A new value may come all at once: only an even flow says something.
    if (bases[i] === 0 && (degrees === 0 || variance > median)) return { dispersion: median, degrees: usualDegreesMax };
    const all = usual.degrees + degrees;
    const dispersion = (usual.degrees * usual.dispersion + degrees * variance) / all;
    return { dispersion: Math.max(1, dispersion), degrees: all };
  });
}

/** How much of all came in each part, 1 on average. */
function factorsOf(parts: readonly ArrayLike<number>[], tick: () => void): number[] {
  const partCount = parts[0]?.length ?? 0;
  const telling: { ofValue: ArrayLike<number>; mean: number }[] = [];
  for (const ofValue of parts) {
    tick();
    const mean = sumOf(ofValue) / partCount;
    if (mean >= tellingCountMin) telling.push({ ofValue, mean });
  }
  const factors = Array.from({ length: partCount }, (_, part) => {
    tick();
    return medianRatio(telling.map(({ ofValue, mean }) => ({ count: ofValue[part]!, base: mean, of: mean })));
  });
  const mean = sumOf(factors) / partCount;
  return factors.map((factor) => factor / mean);
}

/** Pearson's statistic of the parts from `first` on, over its degrees of freedom. */
function variationOf(parts: ArrayLike<number>, factors: readonly number[], first: number): Variation {
  const count = sumOf(parts);
  const exposure = sumOf(factors.slice(first));
  let sum = 0;
  for (let part = first; part < parts.length; part++) {
    const expected = (count * factors[part]!) / exposure;
    sum += (parts[part]! - expected) ** 2 / expected;
  }
  const degrees = parts.length - first - 1;
  return { variance: degrees > 0 ? sum / degrees : 0, degrees: Math.max(0, degrees), count };
}

function firstFilled(parts: ArrayLike<number>): number {
  let first = 0;
  while (first < parts.length - 1 && parts[first] === 0) first++;
  return first;
}

/**
 * What the variations of all values have in common, and with how many degrees of freedom it speaks for one of them:
 * with few where they differ by more than chance.
 */
function usualOf(variations: readonly Variation[]): Dispersion {
  const { length } = variations;
  if (length < tellingValuesMin) return { dispersion: 1, degrees: fewDegrees };
  const logs = variations.map(({ variance }) => Math.log(Math.max(leastVariance, variance)));
  const mean = sumOf(logs) / length;
  const spread = logs.reduce((sum, log) => sum + (log - mean) ** 2, 0) / (length - 1);
  const byChance = variations.reduce((sum, { degrees }) => sum + spreadByChance(degrees), 0) / length;
  const excess = spread - byChance;
  const degrees = excess > 0 ? Math.min(usualDegreesMax, 1 + 2 / excess) : usualDegreesMax;
  return { dispersion: Math.max(1, Math.exp(mean)), degrees };
}

function medianOf(variations: readonly Variation[]): number {
  if (variations.length < tellingValuesMin) return 1;
  const sorted = Float64Array.from(variations, ({ variance }) => variance).sort();
  return Math.max(1, sorted[sorted.length >> 1]!);
}

/** About the variance of the logarithm of a variance that was estimated with so many degrees of freedom. */
function spreadByChance(degrees: number): number {
  return 2 / degrees + 2 / degrees ** 2 + rareSpread;
}

function sumOf(numbers: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < numbers.length; i++) sum += numbers[i]!;
  return sum;
}

/** A rate that grew or shrank by up to this factor is the same one. */
export const sameWithin = 1.1;
/** The usual variation weighs as much as an estimate with this many degrees of freedom, where all vary alike. */
const usualDegreesMax = 40;
/** Few values say next to nothing of what is usual: each is held against its own variation. */
const fewDegrees = 1;
/** Few counts vary more than many. */
const rareSpread = 0.1;
/** Counts that are more even than by chance say no more than this. */
const leastVariance = 0.25;
/** Values with fewer occurrences say nothing of the volume or of what is usual. */
const tellingCountMin = 24;
/** With fewer values the one that has changed might be the median. */
const tellingValuesMin = 8;
