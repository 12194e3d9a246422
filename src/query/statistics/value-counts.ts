import { firstAtOrAfter, isRising } from "../../eventstore/format/number-arrays.ts";
import { PairTable } from "../counting/pair-table.ts";
import { noNumber } from "../counting/row-numbers.ts";
import type { PackedArray } from "../execution/team.ts";
import { denseCountsMax } from "../limits.ts";
import type { NumberRuns } from "./pair-counts.ts";

/**
 * How often each number occurs in each group. Numbers of a few decimals below a million or so, as measurements mostly
 * are, are counted in an array at their multiple of a power of ten, once a group has enough of them; all others in a
 * table of pairs, together at most `countedPairsMax` of them.
 */
export class ValueCounts {
  /** By group: counts by number times `#scale`. */
  readonly #dense: (Int32Array | undefined)[] = [];
  #denseSize = 0;
  /**
   * Length of the longest of these arrays: numbers that no finer scale fits must not cost a pass over all groups each.
   */
  #denseLongest = 0;
  #scale = 1;
  readonly #others = new PairTable("values by group");
  /** By group: numbers that came while it had no place for them. */
  readonly #outside: number[] = [];
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
      else this.#others.add(group, value, count);
    } else this.#addRare(group, value, count);
  }

  /** Adds `length` numbers; NaN is none. */
  addMany(groups: Uint32Array, values: Float64Array, counts: Uint32Array, length: number): void {
    for (let i = 0; i < length; i++) if (!Number.isNaN(values[i]!)) this.add(groups[i]!, values[i]!, counts[i]!);
  }

  /** Adds whole numbers, each the real number times `scale`; `noNumber` is none. The loop of millions of rows. */
  addWhole(groups: Uint32Array, units: Int32Array, scale: number, counts: Uint32Array, length: number): void {
    this.#last = undefined;
    const dense = this.#dense;
    const isSafe = this.#staysSmall(counts, 0, length);
    for (let i = 0; i < length; ) {
      // It changes with numbers that need a finer scale; those that are coarser than the numbers have no place to be
      // found.
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
  #staysSmall(counts: PackedArray, from: number, to: number): boolean {
    let total = 0;
    for (let i = from; i < to; i++) total += counts[i]!;
    this.#total += total;
    return this.#total <= countMax;
  }

  /** Undefined for a group that has none. */
  sorted(group: number): Sorted | undefined {
    if (this.#last?.group === group) return this.#last;
    const { values, counts } = this.#entries(group);
    if (values.length === 0) return undefined;
    const order = new Uint32Array(values.length);
    for (let i = 0; i < order.length; i++) order[i] = i;
    if (!isRising(values)) order.sort((a, b) => values[a]! - values[b]!);
    const cumulated = new Float64Array(values.length);
    let total = 0;
    for (let i = 0; i < order.length; i++) {
      total += counts[order[i]!]!;
      cumulated[i] = total;
    }
    const sorted = new Float64Array(values.length);
    for (let i = 0; i < order.length; i++) sorted[i] = values[order[i]!]!;
    this.#last = { group, values: sorted, cumulated };
    return this.#last;
  }

  /** All of it for another one's `merge`. */
  pack(): PackedArray[] {
    const lengths = new Uint32Array(this.#dense.length);
    for (const [group, counts] of this.#dense.entries()) lengths[group] = counts ? countTaken(counts) : 0;
    const size = lengths.reduce((sum, length) => sum + length, 0);
    const runs = { scale: this.#scale, lengths, units: new Uint32Array(size), counts: new Uint32Array(size) };
    let used = 0;
    for (const counts of this.#dense)
      for (let unit = 0; counts && unit < counts.length; unit++)
        if (counts[unit]! > 0) {
          runs.units[used] = unit;
          runs.counts[used++] = counts[unit]!;
        }
    return [...packRuns(runs), ...this.#others.pack()];
  }

  /** `groupOf`: what is here the group of one there. */
  merge(packed: readonly PackedArray[], groupOf: (group: number) => number, tick: () => void): void {
    const [scale, lengths, units, counts, groups, values, times] = packed as [PackedArray, ...PackedArray[]];
    const runs = { scale: scale[0]!, lengths: lengths!, units: units!, counts: counts! };
    let from = 0;
    for (let group = 0; group < lengths!.length; group++) {
      if ((group & 0x3f) === 0) tick();
      const to = from + lengths![group]!;
      this.#addRun(groupOf(group), runs, from, to);
      from = to;
    }
    for (let i = 0; i < groups!.length; i++) {
      if ((i & 0x3fff) === 0) tick();
      this.add(groupOf(groups![i]!), values![i]!, times![i]!);
    }
  }

  /** The numbers of one group from one place to before another, rising. */
  #addRun(
    group: number,
    { scale, units, counts }: { scale: number; units: PackedArray; counts: PackedArray },
    from: number,
    to: number,
  ): void {
    if (from === to) return;
    this.#last = undefined;
    const known = this.#makeRoom(group, units[to - 1]! / scale, to - from);
    const factor = this.#scale / scale;
    let i = from;
    if (known !== undefined && factor >= 1 && this.#staysSmall(counts, from, to)) {
      const limit = known.length / factor;
      for (; i < to && units[i]! < limit; i++) {
        const place = units[i]! * factor;
        known[place] = known[place]! + counts[i]!;
      }
    }
    for (; i < to; i++) this.add(group, units[i]! / scale, counts[i]!);
  }

  #entries(group: number): { values: Float64Array; counts: Float64Array } {
    const dense = this.#dense[group];
    const others = this.#others.of(group);
    const taken = dense ? countTaken(dense) : 0;
    const values = new Float64Array(taken + others.numbers.length);
    const counts = new Float64Array(values.length);
    values.set(others.numbers, taken);
    counts.set(others.counts, taken);
    for (let key = 0, at = 0; at < taken; key++)
      if (dense![key]! > 0) {
        values[at] = key / this.#scale;
        counts[at++] = dense![key]!;
      }
    return { values, counts };
  }

  /** A number that does not fit the group's array: the array grows to it, or it goes to the others. */
  #addRare(group: number, value: number, count: number): void {
    const counts = this.#makeRoom(group, value, 1);
    const key = Math.round(value * this.#scale);
    if (counts !== undefined && counts[key]! + count <= countMax) counts[key]! += count;
    else {
      this.#others.add(group, value, count);
      this.#outside[group] = (this.#outside[group] ?? 0) + 1;
    }
  }

  /** The group's array when it has a place for the number, now. `numbers`: how many come. */
  #makeRoom(group: number, value: number, numbers: number): Int32Array | undefined {
    const scale = scaleOf(value, this.#scale);
    if (scale === undefined || value < 0 || (scale > this.#scale && !this.#rescale(scale))) return undefined;
    const key = Math.round(value * this.#scale);
    const known = this.#dense[group];
    if (known !== undefined && key < known.length) return known;
    if (key >= denseLengthMax) return undefined;
    const length = Math.max(denseLengthMin, 2 ** Math.ceil(Math.log2(key + 1)));
    const isSmall = length <= smallLength || known !== undefined;
    if (!isSmall && ((this.#outside[group] ?? 0) + numbers) * placesPerNumber < length) return undefined;
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
}

/** Counts of numbers by group as `ValueCounts` packs them, when these are all there are. */
export function packPairs(runs: NumberRuns): PackedArray[] {
  return [...packRuns(runs), new Uint32Array(0), new Float64Array(0), new Float64Array(0)];
}

function packRuns({ scale, lengths, units, counts }: NumberRuns): PackedArray[] {
  return [Uint32Array.of(scale), lengths, units, counts];
}

function countTaken(counts: Int32Array): number {
  let taken = 0;
  for (let key = 0; key < counts.length; key++) if (counts[key]! > 0) taken++;
  return taken;
}

/** The numbers of a group, ascending; one can stand there twice. */
export interface Sorted {
  readonly group: number;
  readonly values: Float64Array;
  /** Occurrences of the number and of all before it. */
  readonly cumulated: Float64Array;
}

/**
 * A whole percentile by nearest rank: the smallest number of the group that at least `percent` percent of its
 * occurrences do not exceed.
 */
export function percentileOf({ values, cumulated }: Sorted, percent: number): number {
  const rank = Math.max(1, Math.ceil((percent * cumulated.at(-1)!) / 100));
  return values[firstAtOrAfter(cumulated, rank)]!;
}

const countMax = 2 ** 31 - 1;
/** Initial and largest number of counts in a group's array. */
const denseLengthMin = 256;
const denseLengthMax = 2 ** 20;
/** A longer array is worth its memory and its clearing from one number for so many of its places on. */
const smallLength = 4_096;
const placesPerNumber = 128;

/** The smallest power of ten from `least` up to a thousand of which the number is a multiple's part. */
function scaleOf(value: number, least: number): number | undefined {
  for (let scale = least; scale <= 1_000; scale *= 10) if (Math.round(value * scale) / scale === value) return scale;
  return undefined;
}
