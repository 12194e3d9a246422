import type { NumberColumn } from "../../eventstore/segment.ts";
import { RowSet } from "../rows/row-set.ts";
import { rowsWith } from "./apply-verdicts.ts";

/** Rows from `start` to before `end`. */
interface RowRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The rows of a range whose number meets a test that changes at most once as numbers rise; of absent ones as `absent`
 * says. Where it changes is looked for once, and rows are compared with that. Undefined for numbers that are too large.
 * Rows outside the range are undefined.
 */
export function rowsCompared(
  column: NumberColumn,
  { holds, absent }: { holds: (value: number) => boolean; absent: boolean },
  rows: number,
  range: RowRange,
  tick: () => void,
): RowSet | undefined {
  const { values, scale, min, max, present } = column;
  if (values instanceof Float64Array) return rowsBeyond(column, values, { holds, absent }, rows, range);
  const [least, greatest] = [Math.round(min * scale), Math.round(max * scale)];
  // Differences of any two numbers must fit, and of a number and the 0 of an absent row.
  if (least < -unitsMax || greatest > unitsMax || greatest - least > unitsMax) return undefined;
  const ofUnit = (unit: number) => holds(unit / scale);
  const [atLeast, atGreatest] = [ofUnit(least), ofUnit(greatest)];
  const from = atLeast === atGreatest ? least : changeOf(ofUnit, least, greatest);
  const met =
    values instanceof Uint8Array || values instanceof Uint16Array
      ? rowsWith(values, verdictsFrom(from, greatest, atGreatest), rows, range, tick)
      : packFrom(values, from, atGreatest, rows, range, tick);
  if (!present) return met;
  const there = RowSet.ofFlags(present);
  return absent ? met.or(RowSet.all(rows).without(there)) : met.and(there);
}

/** The same of numbers that are not kept as whole ones: the segments of the tail have them. */
function rowsBeyond(
  { min, max, scale, present }: NumberColumn,
  values: Float64Array,
  { holds, absent }: { holds: (value: number) => boolean; absent: boolean },
  rows: number,
  { start, end }: RowRange,
): RowSet | undefined {
  if (scale !== 1) return undefined;
  const [atLeast, atGreatest] = [holds(min), holds(max)];
  const from = atLeast === atGreatest ? min : firstBeyond(holds, min, max);
  const words = new Uint32Array(Math.ceil(rows / 32));
  for (let row = start; row < end; row++) {
    const isMet = present?.[row] === 0 ? absent : values[row]! >= from === atGreatest;
    if (isMet) words[row >>> 5]! |= 1 << (row & 31);
  }
  return RowSet.ofWords(rows, words);
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

/** 1 for each number up to `greatest` that is at least `from`, or below it where `isAbove` is false. */
function verdictsFrom(from: number, greatest: number, isAbove: boolean): Uint8Array {
  const verdicts = new Uint8Array(greatest + 1);
  return isAbove ? verdicts.fill(1, from) : verdicts.fill(1, 0, from);
}

/**
 * A bit for each row of the range whose number is at least `from`, or below it where `isAbove` is false. Numbers are
 * copied, some thousands at a time, into an array of one kind: a loop that meets several kinds takes three times as
 * long.
 * Parameters: called for each segment and condition; an object a call would only rename them.
 */
function packFrom(
  values: Uint32Array | Int32Array,
  from: number,
  isAbove: boolean,
  rows: number,
  { start, end }: RowRange,
  tick: () => void,
): RowSet {
  const words = new Uint32Array(Math.ceil(rows / 32));
  const some = new Int32Array(rowsAtOnce);
  const flip = isAbove ? -1 : 0;
  for (let first = start - (start % 32); first < end; first += rowsAtOnce) {
    tick();
    const length = Math.min(rowsAtOnce, end - first);
    some.set(values.subarray(first, first + length));
    packSome(some, from, words, first >>> 5, flip, Math.ceil(length / 32));
  }
  // No bit beyond the last row.
  if (rows % 32 !== 0) words[words.length - 1]! &= 2 ** (rows % 32) - 1;
  return RowSet.ofWords(rows, words);
}

/**
 * A bit for each number that is below `from`, turned over by `flip`: the sign of a difference is a bit already, and a
 * branch for each row takes four times as long where rows meet the test at random.
 * Parameters: called for some thousand rows each; an object a call would only rename them.
 */
function packSome(
  some: Int32Array,
  from: number,
  words: Uint32Array,
  first: number,
  flip: number,
  count: number,
): void {
  for (let at = 0; at < count; at++) {
    let word = 0;
    for (let bit = 24; bit >= 0; bit -= 8) {
      const i = (at << 5) + bit;
      word =
        (word << 8) |
        ((some[i]! - from) >>> 31) |
        (((some[i + 1]! - from) >>> 30) & 2) |
        (((some[i + 2]! - from) >>> 29) & 4) |
        (((some[i + 3]! - from) >>> 28) & 8) |
        (((some[i + 4]! - from) >>> 27) & 16) |
        (((some[i + 5]! - from) >>> 26) & 32) |
        (((some[i + 6]! - from) >>> 25) & 64) |
        (((some[i + 7]! - from) >>> 24) & 128);
    }
    words[first + at] = word ^ flip;
  }
}

/** Whole words of bits. */
const rowsAtOnce = 8_192;
const unitsMax = 2 ** 31 - 1;
