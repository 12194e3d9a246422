import { fTail } from "./f-distribution.ts";
import { sortedOrder } from "./sorted-order.ts";

/** Counts of one value, by equal parts of the range asked about and of the one that it is held against. */
export interface ComparedCounts {
  rangeParts: ArrayLike<number>;
  baseParts: ArrayLike<number>;
}

export interface ComparedValues {
  readonly length: number;
  /** Those of one value, valid until the next call. */
  of(value: number): ComparedCounts;
}

/**
 * What the test of each value said, beside all others. Columns, because objects for millions of values would be slow
 * garbage.
 */
export interface Tests {
  /** The larger, the less likely; orders also what is too unlikely for a number. */
  statistic: Float64Array;
  /** How likely so large a difference is when nothing has changed. */
  p: Float64Array;
  /** The same for as many comparisons as were made: see `adjust`. */
  adjustedP: Float64Array;
}

export interface Surprises extends Tests {
  volume: number;
  /** Occurrences in the range and in the base. */
  counts: Float64Array;
  bases: Float64Array;
  /** The counts that the base leads one to expect, given the change of the volume as a whole. */
  expected: Float64Array;
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
  values: ComparedValues,
  lengths: { range: number; base: number },
  tick: () => void = () => {},
): Surprises {
  const { length } = values;
  const [counts, bases] = [new Float64Array(length), new Float64Array(length)];
  eachValue(length, tick, (i) => {
    const { rangeParts, baseParts } = values.of(i);
    counts[i] = sumOf(rangeParts);
    bases[i] = sumOf(baseParts);
  });
  const volume = volumeOf(counts, bases, lengths, tick);
  const { dispersion, degrees } = dispersionsOf(values, bases, tick);
  const exposure = (lengths.range / lengths.base) * volume;
  const [statistic, p] = [new Float64Array(length), new Float64Array(length)];
  eachValue(length, tick, (i) => {
    statistic[i] = likelihoodRatio(counts[i]!, bases[i]!, exposure) / dispersion[i]!;
    p[i] = fTail(statistic[i]!, degrees[i]!);
  });
  const expected = bases.map((base) => base * exposure);
  return { volume, counts, bases, expected, statistic, p, adjustedP: adjust(p, tick) };
}

/**
 * Benjamini and Hochberg's step-up procedure: whoever believes all with an adjusted value up to q is wrong about a
 * share of at most q of them. `tick` is called all the time.
 */
export function adjust(ps: ArrayLike<number>, tick: () => void = () => {}): Float64Array {
  const order = sortedOrder(ps, tick);
  const adjusted = new Float64Array(ps.length);
  let least = 1;
  eachValue(ps.length, tick, (place) => {
    const rank = ps.length - place;
    const i = order[rank - 1]!;
    least = Math.min(least, (ps[i]! * ps.length) / rank);
    adjusted[i] = least;
  });
  return adjusted;
}

function eachValue(length: number, tick: () => void, visit: (value: number) => void): void {
  for (let i = 0; i < length; i++) {
    if (i % valuesPerTick === 0) tick();
    visit(i);
  }
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

/** By how much the volume as a whole has changed, told by the values that come often enough. */
function volumeOf(
  counts: Float64Array,
  bases: Float64Array,
  lengths: { range: number; base: number },
  tick: () => void,
): number {
  const rates = new Ratios();
  eachValue(counts.length, tick, (i) => {
    const [count, base] = [counts[i]!, bases[i]!];
    if (count + base >= tellingCountMin) rates.add(count / lengths.range, base / lengths.base, count + base);
  });
  return rates.median(tick);
}

/** By how much each of many values has changed. */
class Ratios {
  readonly #ratios: number[] = [];
  readonly #weights: number[] = [];

  /** `of`: occurrences behind the two. A value that is missing on one side has no ratio. */
  add(count: number, base: number, of: number): void {
    if (count === 0 || base === 0) return;
    this.#ratios.push(count / base);
    this.#weights.push(Math.sqrt(of));
  }

  /**
   * By how much most have changed: the median, each counted by the square root of its occurrences; 1 when there are too
   * few values to say so.
   */
  median(tick: () => void): number {
    if (this.#ratios.length < tellingValuesMin) return 1;
    let left = sumOf(this.#weights) / 2;
    for (const i of sortedOrder(this.#ratios, tick)) {
      left -= this.#weights[i]!;
      if (left <= 0) return this.#ratios[i]!;
    }
    return 1;
  }
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
}

/** The dispersion of each value, drawn towards what is usual among all of them. */
function dispersionsOf(values: ComparedValues, bases: Float64Array, tick: () => void) {
  const { length } = values;
  const ofBase = factorsOf(values, "baseParts", tick);
  const ofRange = factorsOf(values, "rangeParts", tick);
  const [variance, degrees] = [new Float64Array(length), new Float64Array(length)];
  const telling: number[] = [];
  eachValue(length, tick, (i) => {
    const { rangeParts, baseParts } = values.of(i);
    const base = bases[i]!;
    const own =
      base > 0 ? variationOf(baseParts, ofBase, 0) : variationOf(rangeParts, ofRange, firstFilled(rangeParts));
    variance[i] = own.variance;
    degrees[i] = own.degrees;
    if (base >= tellingCountMin && own.degrees > 0) telling.push(i);
  });
  const usual = usualOf(telling, { variance, degrees }, tick);
  const median = medianOf(telling, variance, tick);
  const dispersion = variance;
  eachValue(length, tick, (i) => {
    // A new value may come all at once: only an even flow says something.
    if (bases[i] === 0 && (degrees[i] === 0 || variance[i]! > median)) {
      dispersion[i] = median;
      degrees[i] = usualDegreesMax;
      return;
    }
    const all = usual.degrees + degrees[i]!;
    dispersion[i] = Math.max(1, (usual.degrees * usual.dispersion + degrees[i]! * variance[i]!) / all);
    degrees[i] = all;
  });
  return { dispersion, degrees };
}

/** How much of all came in each part, 1 on average. */
function factorsOf(values: ComparedValues, side: keyof ComparedCounts, tick: () => void): number[] {
  if (values.length === 0) return [];
  const partCount = values.of(0)[side].length;
  const ofPart = Array.from({ length: partCount }, () => new Ratios());
  eachValue(values.length, tick, (i) => {
    const parts = values.of(i)[side];
    const mean = sumOf(parts) / partCount;
    if (mean >= tellingCountMin)
      for (let part = 0; part < partCount; part++) ofPart[part]!.add(parts[part]!, mean, mean);
  });
  const factors = ofPart.map((ratios) => ratios.median(tick));
  const mean = sumOf(factors) / partCount;
  return factors.map((factor) => factor / mean);
}

/** Pearson's statistic of the parts from `first` on, over its degrees of freedom. */
function variationOf(parts: ArrayLike<number>, factors: readonly number[], first: number): Variation {
  const count = sumOf(parts);
  let exposure = 0;
  for (let part = first; part < parts.length; part++) exposure += factors[part]!;
  let sum = 0;
  for (let part = first; part < parts.length; part++) {
    const expected = (count * factors[part]!) / exposure;
    sum += (parts[part]! - expected) ** 2 / expected;
  }
  const degrees = parts.length - first - 1;
  return { variance: degrees > 0 ? sum / degrees : 0, degrees: Math.max(0, degrees) };
}

function firstFilled(parts: ArrayLike<number>): number {
  let first = 0;
  while (first < parts.length - 1 && parts[first] === 0) first++;
  return first;
}

/**
 * What the variations of these values have in common, and with how many degrees of freedom it speaks for one of them:
 * with few where they differ by more than chance.
 */
function usualOf(
  telling: readonly number[],
  { variance, degrees }: { variance: Float64Array; degrees: Float64Array },
  tick: () => void,
): Dispersion {
  const { length } = telling;
  if (length < tellingValuesMin) return { dispersion: 1, degrees: fewDegrees };
  const logs = new Float64Array(length);
  eachValue(length, tick, (i) => {
    logs[i] = Math.log(Math.max(leastVariance, variance[telling[i]!]!));
  });
  const mean = sumOf(logs) / length;
  let [spread, byChance] = [0, 0];
  eachValue(length, tick, (i) => {
    spread += (logs[i]! - mean) ** 2;
    byChance += spreadByChance(degrees[telling[i]!]!);
  });
  const excess = spread / (length - 1) - byChance / length;
  const usualDegrees = excess > 0 ? Math.min(usualDegreesMax, 1 + 2 / excess) : usualDegreesMax;
  return { dispersion: Math.max(1, Math.exp(mean)), degrees: usualDegrees };
}

function medianOf(telling: readonly number[], variance: Float64Array, tick: () => void): number {
  if (telling.length < tellingValuesMin) return 1;
  const variances = Float64Array.from(telling, (i) => variance[i]!);
  const middle = sortedOrder(variances, tick)[telling.length >> 1]!;
  return Math.max(1, variances[middle]!);
}

/** About the variance of the logarithm of a variance that was estimated with so many degrees of freedom. */
function spreadByChance(degrees: number): number {
  return 2 / degrees + 2 / degrees ** 2 + rareSpread;
}

export function sumOf(numbers: ArrayLike<number>): number {
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
/** Testing so many takes about a millisecond. */
const valuesPerTick = 256;
