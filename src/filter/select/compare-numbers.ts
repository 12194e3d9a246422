import type { NumberColumn } from "../../eventstore/segment.ts";
import { RowSet } from "../rows/row-set.ts";

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
  if (values instanceof Float64Array) return rowsBeyond({ ...column, values }, { holds, absent }, rows, range);
  const [least, greatest] = [Math.round(min * scale), Math.round(max * scale)];
  if (least < -unitsMax || greatest > unitsMax) return undefined;
  const ofUnit = (unit: number) => holds(unit / scale);
  const [atLeast, atGreatest] = [ofUnit(least), ofUnit(greatest)];
  const from = atLeast === atGreatest ? least : changeOf(ofUnit, least, greatest);
  const met = packFrom(values, from, atGreatest, rows, range, tick);
  if (!present) return met;
  const there = RowSet.ofFlags(present);
  return absent ? met.or(RowSet.all(rows).without(there)) : met.and(there);
}

/** The same of numbers that are not kept as whole ones: the segments of the tail have them. */
function rowsBeyond(
  { values, min, max, scale, present }: Omit<NumberColumn, "values"> & { values: Float64Array },
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

/**
 * A bit for each row of the range whose number is at least `from`, or below it where `isAbove` is false. Numbers are
 * copied, some thousands at a time, into an array of one kind: a loop that meets several kinds takes three times as
 * long.
 * Parameters: called for each segment and condition; an object a call would only rename them.
 */
function packFrom(
  values: Exclude<NumberColumn["values"], Float64Array>,
  from: number,
  isAbove: boolean,
  rows: number,
  { start, end }: RowRange,
  tick: () => void,
): RowSet {
  const words = new Uint32Array(Math.ceil(rows / 32));
  const some = new Int32Array(rowsAtOnce);
  const flip = isAbove ? 0 : -1;
  for (let first = start - (start % 32); first < end; first += rowsAtOnce) {
    tick();
    const length = Math.min(rowsAtOnce, end - first);
    some.set(values.subarray(first, first + length));
    packSome(some, length, from, words, first >>> 5, flip);
  }
  // No bit beyond the last row.
  if (rows % 32 !== 0) words[words.length - 1]! &= 2 ** (rows % 32) - 1;
  return RowSet.ofWords(rows, words);
}

/** Parameters: called for some thousand rows each; an object a call would only rename them. */
function packSome(
  some: Int32Array,
  length: number,
  from: number,
  words: Uint32Array,
  first: number,
  flip: number,
): void {
  for (let at = 0; at < length; at += 32) {
    let word = 0;
    const end = Math.min(32, length - at);
    for (let bit = 0; bit < end; bit++) word |= (some[at + bit]! >= from ? 1 : 0) << bit;
    words[first + (at >>> 5)] = word ^ flip;
  }
}

/** Whole words of bits. */
const rowsAtOnce = 8_192;
const unitsMax = 2 ** 31 - 1;
