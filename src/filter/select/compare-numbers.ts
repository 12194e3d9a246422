import type { NumberColumn } from "../../eventstore/segment.ts";
import { rowKernels } from "../../runtime/kernels/thread-kernels.ts";
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
  /** Rows without a number are wanted. */
  readonly absent: boolean;
}

/**
 * The rows of a range that are wanted; undefined for numbers that are too large. Where tests change is looked for once,
 * and rows are compared with these bounds. Rows outside the range are undefined.
 */
export function rowsCompared(
  column: NumberColumn,
  comparison: Comparison,
  rows: number,
  range: RowRange,
  tick: () => void,
): RowSet | undefined {
  const { values, scale, min, max, present } = column;
  if (values instanceof Float64Array) return rowsBeyond(column, values, comparison, rows, range);
  const [least, greatest] = [Math.round(min * scale), Math.round(max * scale)];
  if (least < wordMin || greatest > wordMax) return undefined;
  const bounds = boundsOf(comparison, (holds) => {
    const ofUnit = (unit: number) => holds(unit / scale);
    return [ofUnit(least), ofUnit(greatest), () => changeOf(ofUnit, least, greatest)];
  });
  const met =
    values instanceof Uint8Array || values instanceof Uint16Array
      ? rowsWith(values, verdictsWithin(bounds, greatest), rows, range, tick)
      : packWithin(values, bounds, rows, range);
  if (!present) return met;
  const there = RowSet.ofFlags(present);
  return comparison.absent ? met.or(RowSet.all(rows).without(there)) : met.and(there);
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
  { tests }: Comparison,
  see: (holds: (value: number) => boolean) => [atLeast: boolean, atGreatest: boolean, change: () => number],
): Bounds {
  let [low, high] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (const test of tests) {
    const [atLeast, atGreatest, change] = see(test);
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

/** A bit for each row of the range whose number is within the bounds. */
function packWithin(
  values: Uint32Array | Int32Array,
  { low, high }: Bounds,
  rows: number,
  { start, end }: RowRange,
): RowSet {
  const words = new Uint32Array(Math.ceil(rows / 32));
  const from = start - (start % 32);
  const [least, greatest] = [Math.max(low, wordMin), Math.min(high - 1, wordMax)];
  rowKernels().packBetween(values.subarray(from, end), least, greatest, words.subarray(from / 32));
  return RowSet.ofWords(rows, words);
}

const wordMin = -(2 ** 31);
const wordMax = 2 ** 31 - 1;
