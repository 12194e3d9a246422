import { countedPairsMax, denseCountsMax } from "./limits.ts";
import { noNumber } from "./row-numbers.ts";
import { tooManyPairs } from "./step-counts.ts";

/**
 * How often each number occurs in each group. Numbers of a few decimals below a million or so, as measurements mostly are, are counted
 * in an array at their multiple of a power of ten; all others in maps, together at most `countedPairsMax` of them.
 */
export class ValueCounts {
  /** By group: counts by number times `#scale`. */
  readonly #dense: (Int32Array | undefined)[] = [];
  #denseSize = 0;
  /** Of the longest of these arrays: numbers that no finer scale makes fit must not cost a look at all groups each. */
  #denseLongest = 0;
  #scale = 1;
  readonly #others: (Map<number, number> | undefined)[] = [];
  #pairs = 0;
  /** Occurrences that were added, at least of those that `addWhole` did not have to look at. */
  #total = 0;
  #last: Sorted | undefined;

  /** Throws AppError when there are too many different pairs. */
  add(group: number, value: number, count: number): void {
    this.#last = undefined;
    this.#total += count;
    const key = Math.round(value * this.#scale);
    const counts = this.#dense[group];
    if (counts !== undefined && key >= 0 && key < counts.length && key / this.#scale === value) {
      const sum = counts[key]! + count;
      if (sum <= countMax) counts[key] = sum;
      else this.#addOther(group, value, count);
    } else this.#addRare(group, value, count);
  }

  /** The same for `length` numbers; NaN is none. */
  addMany(groups: Uint32Array, values: Float64Array, counts: Uint32Array, length: number): void {
    for (let i = 0; i < length; i++) if (!Number.isNaN(values[i]!)) this.add(groups[i]!, values[i]!, counts[i]!);
  }

  /** The same for whole numbers, which are `scale` times those that are meant; `noNumber` is none. The loop of millions of rows. */
  addWhole(groups: Uint32Array, units: Int32Array, scale: number, counts: Uint32Array, length: number): void {
    this.#last = undefined;
    const dense = this.#dense;
    const isSafe = this.#staysSmall(counts, length);
    for (let i = 0; i < length; ) {
      // It changes with numbers that need a finer scale; those that are coarser than the numbers have no place to be found.
      const factor = this.#scale / scale;
      const end = factor < 1 || !isSafe ? 0 : denseLengthMax / factor;
      for (; i < length; i++) {
        const known = dense[groups[i]!];
        const unit = units[i]!;
        if (known === undefined || unit < 0 || unit >= end) break;
        const place = Math.imul(unit, factor);
        if (place >= known.length) break;
        known[place] = (known[place]! + (counts[i]! | 0)) | 0;
      }
      if (i < length && units[i] !== noNumber) this.add(groups[i]!, units[i]! / scale, counts[i]!);
      i++;
    }
  }

  /** Whether no count can become too large by these: then the loop need not look at each. */
  #staysSmall(counts: Uint32Array, length: number): boolean {
    let total = 0;
    for (let i = 0; i < length; i++) total += counts[i]!;
    this.#total += total;
    return this.#total <= countMax;
  }

  /** How many different numbers the group has. */
  distinct(group: number): number {
    return new Set(this.#entries(group).values).size;
  }

  /** Undefined for a group that has none. */
  sorted(group: number): Sorted | undefined {
    if (this.#last?.group === group) return this.#last;
    const { values, counts } = this.#entries(group);
    if (values.length === 0) return undefined;
    const order = Uint32Array.from(values.keys());
    if (!isRising(values)) order.sort((a, b) => values[a]! - values[b]!);
    const cumulated = new Float64Array(values.length);
    let total = 0;
    for (let i = 0; i < order.length; i++) {
      total += counts[order[i]!]!;
      cumulated[i] = total;
    }
    this.#last = { group, values: Float64Array.from(order, (at) => values[at]!), cumulated };
    return this.#last;
  }

  /** Groups, numbers and counts for another one's `merge`. */
  pack(): [groups: Uint32Array, values: Float64Array, counts: Float64Array] {
    const all = Array.from({ length: Math.max(this.#dense.length, this.#others.length) }, (_, group) =>
      this.#entries(group),
    );
    const length = all.reduce((sum, { values }) => sum + values.length, 0);
    const packed: ReturnType<ValueCounts["pack"]> = [
      new Uint32Array(length),
      new Float64Array(length),
      new Float64Array(length),
    ];
    let at = 0;
    for (const [group, { values, counts }] of all.entries()) {
      packed[0].fill(group, at, at + values.length);
      packed[1].set(values, at);
      packed[2].set(counts, at);
      at += values.length;
    }
    return packed;
  }

  merge(
    groups: ArrayLike<number>,
    values: ArrayLike<number>,
    counts: ArrayLike<number>,
    groupOf: (group: number) => number,
    numberOf: (value: number) => number,
  ): void {
    for (let i = 0; i < groups.length; i++) this.add(groupOf(groups[i]!), numberOf(values[i]!), counts[i]!);
  }

  #entries(group: number): { values: number[]; counts: number[] } {
    const values: number[] = [];
    const counts: number[] = [];
    const dense = this.#dense[group];
    if (dense)
      for (let key = 0; key < dense.length; key++)
        if (dense[key]! > 0) {
          values.push(key / this.#scale);
          counts.push(dense[key]!);
        }
    for (const [value, count] of this.#others[group] ?? []) {
      values.push(value);
      counts.push(count);
    }
    return { values, counts };
  }

  /** A number that does not fit the group's array: the array grows to it, or it goes to the others. */
  #addRare(group: number, value: number, count: number): void {
    const counts = this.#makeRoom(group, value);
    const key = Math.round(value * this.#scale);
    if (counts === undefined || counts[key]! + count > countMax) this.#addOther(group, value, count);
    else counts[key]! += count;
  }

  /** The group's array when it has a place for the number, now. */
  #makeRoom(group: number, value: number): Int32Array | undefined {
    const scale = scaleOf(value, this.#scale);
    if (scale === undefined || value < 0 || (scale > this.#scale && !this.#rescale(scale))) return undefined;
    const key = Math.round(value * this.#scale);
    const known = this.#dense[group];
    if (known !== undefined && key < known.length) return known;
    if (key >= denseLengthMax) return undefined;
    const length = Math.max(denseLengthMin, 2 ** Math.ceil(Math.log2(key + 1)));
    const grown = this.#allocate(length - (known?.length ?? 0), length);
    if (grown === undefined) return undefined;
    if (known) grown.set(known);
    this.#dense[group] = grown;
    this.#denseLongest = Math.max(this.#denseLongest, length);
    return grown;
  }

  /** Spreads what was counted over finer steps; false when that would take too much room. */
  #rescale(scale: number): boolean {
    const factor = scale / this.#scale;
    if (this.#denseLongest * factor > denseLengthMax || this.#denseSize * factor > denseCountsMax) return false;
    for (const [group, counts] of this.#dense.entries()) {
      if (counts === undefined) continue;
      const spread = new Int32Array(counts.length * factor);
      for (let key = 0; key < counts.length; key++) if (counts[key]! > 0) spread[key * factor] = counts[key]!;
      this.#dense[group] = spread;
    }
    this.#denseSize *= factor;
    this.#denseLongest *= factor;
    this.#scale = scale;
    return true;
  }

  #allocate(more: number, length: number): Int32Array | undefined {
    if (this.#denseSize + more > denseCountsMax) return undefined;
    this.#denseSize += more;
    return new Int32Array(length);
  }

  #addOther(group: number, value: number, count: number): void {
    let counts = this.#others[group];
    if (counts === undefined) {
      counts = new Map();
      this.#others[group] = counts;
    }
    const known = counts.get(value);
    if (known === undefined && ++this.#pairs > countedPairsMax) throw tooManyPairs("values by group");
    counts.set(value, (known ?? 0) + count);
  }
}

/** The numbers of a group, ascending; one can stand there twice. */
export interface Sorted {
  readonly group: number;
  readonly values: Float64Array;
  /** Occurrences of the number and of all before it. */
  readonly cumulated: Float64Array;
}

/**
 * A whole percentile by nearest rank: the smallest number of the group that at least so many percent of its occurrences
 * do not exceed.
 */
export function percentileOf({ values, cumulated }: Sorted, percent: number): number {
  const rank = Math.max(1, Math.ceil((percent * cumulated.at(-1)!) / 100));
  return values[firstReaching(cumulated, rank)]!;
}

const countMax = 2 ** 31 - 1;
/** A group's array begins with so many counts, and has at most so many. */
const denseLengthMin = 256;
const denseLengthMax = 2 ** 20;

/** The smallest power of ten from `least` up to a thousand of which the number is a multiple's part. */
function scaleOf(value: number, least: number): number | undefined {
  for (let scale = least; scale <= 1_000; scale *= 10) if (Math.round(value * scale) / scale === value) return scale;
  return undefined;
}

function isRising(values: readonly number[]): boolean {
  for (let i = 1; i < values.length; i++) if (values[i]! < values[i - 1]!) return false;
  return true;
}

/** Position of the first entry of an ascending list that is at least `rank`. */
function firstReaching(cumulated: Float64Array, rank: number): number {
  let [low, high] = [0, cumulated.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (cumulated[middle]! >= rank) high = middle;
    else low = middle + 1;
  }
  return low;
}
