import type { NumberColumn } from "../../eventstore/segment.ts";
import { RowSet } from "../rows/row-set.ts";
import { rowsWith } from "./apply-verdicts.ts";

/** Rows from `start` to before `end`. */
interface RowRange {
  readonly start: number;
  readonly end: number;
}

/** What is asked of the numbers of a column. */
interface Comparison {
  /** All of them must hold; as numbers rise, the result of each changes at most once. */
  readonly tests: readonly ((value: number) => boolean)[];
  /** The rows that do not meet it are wanted. */
  readonly negated: boolean;
  /** Rows without a number are wanted. */
  readonly absent: boolean;
}

/**
 * The rows of a range that are wanted. Where tests change is looked for once, and rows are compared with these bounds.
 * Undefined for numbers that are too large, and for the rows that fail one of several tests. Rows outside the range are
 * undefined.
 */
export function rowsCompared(
  column: NumberColumn,
  comparison: Comparison,
  rows: number,
  range: RowRange,
  tick: () => void,
): RowSet | undefined {
  const { values, scale, min, max, present } = column;
  const { tests, negated, absent } = comparison;
  if (negated && tests.length > 1) return undefined;
  if (values instanceof Float64Array) return rowsBeyond(column, values, comparison, rows, range);
  const [least, greatest] = [Math.round(min * scale), Math.round(max * scale)];
  // Differences of any two numbers must fit, and of a number and the 0 of an absent row.
  if (least < -unitsMax || greatest > unitsMax || greatest - least > unitsMax) return undefined;
  const bounds = boundsOf(comparison, (holds) => {
    const ofUnit = (unit: number) => holds(unit / scale);
    return [ofUnit(least), ofUnit(greatest), () => changeOf(ofUnit, least, greatest)];
  });
  const met =
    values instanceof Uint8Array || values instanceof Uint16Array
      ? rowsWith(values, verdictsWithin(bounds, greatest), rows, range, tick)
      : packWithin(values, bounds, rows, range, tick);
  if (!present) return met;
  const there = RowSet.ofFlags(present);
  return absent ? met.or(RowSet.all(rows).without(there)) : met.and(there);
}

/** The same of numbers that are not kept as whole ones: the segments of the tail have them. */
function rowsBeyond(
  { min, max, scale, present }: NumberColumn,
  values: Float64Array,
  comparison: Comparison,
  rows: number,
  { start, end }: RowRange,
): RowSet | undefined {
  if (scale !== 1) return undefined;
  const { low, high } = boundsOf(comparison, (holds) => [holds(min), holds(max), () => firstBeyond(holds, min, max)]);
  const words = new Uint32Array(Math.ceil(rows / 32));
  for (let row = start; row < end; row++) {
    const isMet = present?.[row] === 0 ? comparison.absent : values[row]! >= low && values[row]! < high;
    if (isMet) words[row >>> 5]! |= 1 << (row & 31);
  }
  return RowSet.ofWords(rows, words);
}

/** Wanted are the numbers from `low` to before `high`. */
interface Bounds {
  readonly low: number;
  readonly high: number;
}

/** `see`: the result for the least number, for the greatest, and the first one with that of the greatest. */
function boundsOf(
  { tests, negated }: Comparison,
  see: (holds: (value: number) => boolean) => [atLeast: boolean, atGreatest: boolean, change: () => number],
): Bounds {
  let [low, high] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (const test of tests) {
    const [atLeast, atGreatest, change] = see((value) => test(value) !== negated);
    if (!atLeast && !atGreatest) return { low: 0, high: 0 };
    else if (!atLeast) low = Math.max(low, change());
    else if (!atGreatest) high = Math.min(high, change());
  }
  return { low, high };
}

/** `changeOf` of any numbers: down to two neighbours, which takes some sixty steps. */
function firstBeyond(holds: (value: number) => boolean, least: number, greatest: number): number {
  const last = holds(greatest);
  let [low, high] = [least, greatest];
  for (;;) {
    const middle = Number.isFinite(high - low) ? low + (high - low) / 2 : low / 2 + high / 2;
    if (!(middle > low && middle < high)) return high;
    if (holds(middle) === last) high = middle;
    else low = middle;
  }
}

/** The first number of the interval of which the test says what it says of the last. */
function changeOf(ofUnit: (unit: number) => boolean, least: number, greatest: number): number {
  const last = ofUnit(greatest);
  let [low, high] = [least, greatest];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (ofUnit(middle) === last) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** 1 for each number within the bounds, of those up to `greatest`. */
function verdictsWithin({ low, high }: Bounds, greatest: number): Uint8Array {
  const verdicts = new Uint8Array(greatest + 1);
  return low < high ? verdicts.fill(1, Math.max(low, 0), Math.min(high, verdicts.length)) : verdicts;
}

/**
 * A bit for each row of the range whose number is within the bounds. Numbers are copied, some thousands at a time, into
 * an array of one kind: a loop that meets several kinds takes three times as long.
 */
function packWithin(
  values: Uint32Array | Int32Array,
  bounds: Bounds,
  rows: number,
  { start, end }: RowRange,
  tick: () => void,
): RowSet {
  const words = new Uint32Array(Math.ceil(rows / 32));
  const some = new Int32Array(rowsAtOnce);
  for (let first = start - (start % 32); first < end; first += rowsAtOnce) {
    tick();
    const length = Math.min(rowsAtOnce, end - first);
    some.set(values.subarray(first, first + length));
    packSome(some, bounds, words.subarray(first >>> 5, (first + length + 31) >>> 5));
  }
  // No bit beyond the last row.
  if (rows % 32 !== 0) words[words.length - 1]! &= 2 ** (rows % 32) - 1;
  return RowSet.ofWords(rows, words);
}

function packSome(some: Int32Array, { low, high }: Bounds, words: Uint32Array): void {
  if (high < Number.POSITIVE_INFINITY && low > Number.NEGATIVE_INFINITY) packBetween(some, low, high, words);
  else if (high < Number.POSITIVE_INFINITY) packBelow(some, high, words, 0);
  else if (low > Number.NEGATIVE_INFINITY) packBelow(some, low, words, -1);
  else words.fill(2 ** 32 - 1);
}

/**
 * A bit for each number that is below a limit, turned over by `flip`: the sign of a difference is a bit already, and a
 * branch for each row takes four times as long where rows meet the test at random.
 */
function packBelow(some: Int32Array, limit: number, words: Uint32Array, flip: number): void {
  for (let at = 0; at < words.length; at++) {
    let word = 0;
    for (let bit = 24; bit >= 0; bit -= 8) {
      const i = (at << 5) + bit;
      word =
        (word << 8) |
        ((some[i]! - limit) >>> 31) |
        (((some[i + 1]! - limit) >>> 30) & 2) |
        (((some[i + 2]! - limit) >>> 29) & 4) |
        (((some[i + 3]! - limit) >>> 28) & 8) |
        (((some[i + 4]! - limit) >>> 27) & 16) |
        (((some[i + 5]! - limit) >>> 26) & 32) |
        (((some[i + 6]! - limit) >>> 25) & 64) |
        (((some[i + 7]! - limit) >>> 24) & 128);
    }
    words[at] = word ^ flip;
  }
}

/** The same for each number from `low` to before `high`. */
function packBetween(some: Int32Array, low: number, high: number, words: Uint32Array): void {
  for (let at = 0; at < words.length; at++) {
    let word = 0;
    for (let bit = 24; bit >= 0; bit -= 8) {
      const i = (at << 5) + bit;
      word =
        (word << 8) |
        (within(some[i]!, low, high) >>> 31) |
        ((within(some[i + 1]!, low, high) >>> 30) & 2) |
        ((within(some[i + 2]!, low, high) >>> 29) & 4) |
        ((within(some[i + 3]!, low, high) >>> 28) & 8) |
        ((within(some[i + 4]!, low, high) >>> 27) & 16) |
        ((within(some[i + 5]!, low, high) >>> 26) & 32) |
        ((within(some[i + 6]!, low, high) >>> 25) & 64) |
        ((within(some[i + 7]!, low, high) >>> 24) & 128);
    }
    words[at] = word;
  }
}

/** Negative: it is. */
function within(value: number, low: number, high: number): number {
  return (value - high) & ~(value - low);
}

/** Whole words of bits. */
const rowsAtOnce = 8_192;
const unitsMax = 2 ** 31 - 1;
