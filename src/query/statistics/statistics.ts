import { noNumber } from "../counting/row-numbers.ts";
import type { PackedArray } from "../execution/team.ts";
import { GroupSums } from "../groups/group-sums.ts";
import { batchRows } from "../limits.ts";
import { ExactSums } from "./exact-sums.ts";
import { TextSets } from "./text-sets.ts";
import { percentileOf, type Sorted, ValueCounts } from "./value-counts.ts";

export const statisticNames = ["count", "sum", "avg", "min", "max", "p50", "p90", "p95", "p99", "distinct"] as const;
export type StatisticName = (typeof statisticNames)[number];

/** The sums that these functions need; other functions with the same needs reuse them. */
export function needsOf(functions: readonly StatisticName[]): {
  numbers: boolean;
  sum: boolean;
  percentiles: boolean;
  texts: boolean;
} {
  return {
    numbers: functions.some((name) => name !== "count" && name !== "distinct"),
    sum: functions.includes("sum") || functions.includes("avg"),
    percentiles: functions.some((name) => percentOf(name) !== undefined),
    texts: functions.includes("distinct"),
  };
}

/**
 * The numbers and values of each group; keeps only what the wanted functions need. In a group without any number, all
 * functions of numbers are null. With percentiles all numbers are counted, and everything else follows from the counts.
 */
export class GroupStatistics {
  readonly #count = new GroupSums();
  /** Occurrences that have a number. */
  readonly #numbers = new GroupSums();
  readonly #sum = new ExactSums();
  readonly #min = new GroupSums();
  readonly #max = new GroupSums();
  readonly #values = new ValueCounts();
  readonly #texts = new TextSets();
  /** Numbers of one batch. */
  readonly #scratch = new Float64Array(batchRows);
  readonly #wantsSum: boolean;
  readonly #wantsPercentiles: boolean;

  constructor(functions: readonly StatisticName[]) {
    const { sum, percentiles } = needsOf(functions);
    this.#wantsSum = sum;
    this.#wantsPercentiles = percentiles;
  }

  /** Occurrences of one group. */
  addCount(group: number, occurrences: number): void {
    this.#count.add(group, occurrences);
  }

  /** Group and occurrences of `length` events. */
  addOccurrences(groups: Uint32Array, counts: Uint32Array, length: number): void {
    this.#count.addMany(groups, counts, length);
  }

  /** Their numbers; NaN is none. Throws AppError when percentiles would need too many different numbers. */
  addNumbers(groups: Uint32Array, numbers: Float64Array, counts: Uint32Array, length: number): void {
    if (this.#wantsPercentiles) this.#values.addMany(groups, numbers, counts, length);
    else this.#addMeasured(groups, numbers, counts, length);
  }

  /** The same of whole numbers, which are theirs times `scale`; `noNumber` is none. */
  addWhole(groups: Uint32Array, units: Int32Array, scale: number, counts: Uint32Array, length: number): void {
    if (this.#wantsPercentiles) this.#values.addWhole(groups, units, scale, counts, length);
    else {
      const numbers = this.#scratch;
      for (let i = 0; i < length; i++) numbers[i] = units[i] === noNumber ? Number.NaN : units[i]! / scale;
      this.#addMeasured(groups, numbers, counts, length);
    }
  }

  /** `text` is the number of a text. Throws AppError when there are too many. */
  addText(group: number, text: number): void {
    this.#texts.add(group, text);
  }

  /**
   * All of it for another one's `merge`; there are `size` groups. `pairs`: numbers by group that were counted
   * elsewhere, instead of those here.
   */
  pack(size: number, pairs: readonly PackedArray[] = this.#values.pack()): PackedArray[] {
    const measured = [this.#numbers, this.#min, this.#max].map((numbers) => numbers.pack(size));
    return [this.#count.pack(size), ...measured, ...this.#sum.pack(size), ...pairs, ...this.#texts.pack()];
  }

  /** `groups`, `texts`: the numbers here of those there. */
  merge(packed: readonly PackedArray[], groups: Uint32Array, texts: Uint32Array, tick: () => void): void {
    const [count, numbers, min, max, high, low, ...counted] = packed as Float64Array[];
    for (let i = 0; i < groups.length; i++) {
      const group = groups[i]!;
      this.#count.add(group, count![i]!);
      if (numbers![i] === 0) continue;
      const isFirst = this.#numbers.of(group) === 0;
      this.#numbers.add(group, numbers![i]!);
      if (isFirst || min![i]! < this.#min.of(group)) this.#min.set(group, min![i]!);
      if (isFirst || max![i]! > this.#max.of(group)) this.#max.set(group, max![i]!);
    }
    this.#sum.merge(high!, low!, groups);
    const groupOf = (group: number) => groups[group]!;
    this.#values.merge(counted.slice(0, packedCounts), groupOf, tick);
    this.#texts.merge(counted.slice(packedCounts), groupOf, (text) => texts[text]!, tick);
  }

  of(group: number, name: StatisticName): number | null {
    if (name === "count") return this.#count.of(group);
    if (name === "distinct") return this.#texts.count(group);
    return this.#wantsPercentiles ? this.#ofSorted(this.#values.sorted(group), name) : this.#ofMeasured(group, name);
  }

  /** A loop of millions of rows: what it needs stands in variables of its own. */
  #addMeasured(groups: Uint32Array, values: Float64Array, counts: Uint32Array, length: number): void {
    const numbers = this.#numbers.roomFor(groups, length);
    const min = this.#min.roomFor(groups, length);
    const max = this.#max.roomFor(groups, length);
    for (let i = 0; i < length; i++) {
      const value = values[i]!;
      const group = groups[i]!;
      if (Number.isNaN(value)) continue;
      const isFirst = numbers[group] === 0;
      numbers[group] = numbers[group]! + counts[i]!;
      if (isFirst || value < min[group]!) min[group] = value;
      if (isFirst || value > max[group]!) max[group] = value;
    }
    if (this.#wantsSum) this.#sum.addMany(groups, values, counts, length);
  }

  #ofMeasured(group: number, name: StatisticName): number | null {
    const numbers = this.#numbers.of(group);
    if (numbers === 0) return null;
    if (name === "min") return this.#min.of(group);
    if (name === "max") return this.#max.of(group);
    return name === "avg" ? this.#sum.of(group) / numbers : this.#sum.of(group);
  }

  #ofSorted(sorted: Sorted | undefined, name: StatisticName): number | null {
    if (sorted === undefined) return null;
    const { values, cumulated } = sorted;
    if (name === "min") return values[0]!;
    if (name === "max") return values.at(-1)!;
    if (name === "sum") return sumOf(sorted);
    if (name === "avg") return sumOf(sorted) / cumulated.at(-1)!;
    return percentileOf(sorted, percentOf(name)!);
  }
}

function sumOf({ values, cumulated }: Sorted): number {
  sums.clear(0);
  for (let i = 0; i < values.length; i++) {
    let left = cumulated[i]! - (cumulated[i - 1] ?? 0);
    for (; left > timesMax; left -= timesMax) sums.add(0, values[i]!, timesMax);
    sums.add(0, values[i]!, left);
  }
  return sums.of(0);
}

/** Used again for each group: of thousands, each would take 16 KB. */
const sums = new ExactSums();

/** Arrays of one that is packed. */
const packedCounts = 7;

/** As often as ExactSums can add a number at once without rounding. */
const timesMax = 65_535;

function percentOf(name: StatisticName): number | undefined {
  return name[0] === "p" ? Number(name.slice(1)) : undefined;
}
