import { ExactSums } from "./exact-sums.ts";
import { GroupNumbers } from "./group-numbers.ts";
import { ValueCounts } from "./value-counts.ts";

export const statisticNames = ["count", "sum", "avg", "min", "max", "p50", "p90", "p95", "p99", "distinct"] as const;
export type StatisticName = (typeof statisticNames)[number];

/**
 * What is known of the numbers and values of each group; only what the wanted functions need is kept. Of a group without any
 * number all functions of numbers are null.
 */
export class GroupStatistics {
  readonly #count = new GroupNumbers();
  /** Occurrences that have a number. */
  readonly #numbers = new GroupNumbers();
  readonly #sum = new ExactSums();
  readonly #min = new GroupNumbers();
  readonly #max = new GroupNumbers();
  readonly #values = new ValueCounts();
  readonly #texts = new ValueCounts();
  readonly #wantsSum: boolean;
  readonly #wantsPercentiles: boolean;

  constructor(functions: readonly StatisticName[]) {
    this.#wantsSum = functions.includes("sum") || functions.includes("avg");
    this.#wantsPercentiles = functions.some((name) => percentOf(name) !== undefined);
  }

  addOccurrences(group: number, count: number): void {
    this.#count.add(group, count);
  }

  /** Throws AppError when percentiles would need too many different numbers. */
  addNumber(group: number, value: number, count: number): void {
    const isFirst = this.#numbers.of(group) === 0;
    this.#numbers.add(group, count);
    if (this.#wantsSum) this.#sum.add(group, value, count);
    if (this.#wantsPercentiles) this.#values.add(group, value, count);
    if (isFirst || value < this.#min.of(group)) this.#min.set(group, value);
    if (isFirst || value > this.#max.of(group)) this.#max.set(group, value);
  }

  /** `text` is the number of a text. Throws AppError when there are too many. */
  addText(group: number, text: number): void {
    this.#texts.add(group, text, 1);
  }

  of(group: number, name: StatisticName): number | null {
    if (name === "count") return this.#count.of(group);
    if (name === "distinct") return this.#texts.distinct(group);
    const numbers = this.#numbers.of(group);
    if (numbers === 0) return null;
    switch (name) {
      case "sum":
        return this.#sum.of(group);
      case "avg":
        return this.#sum.of(group) / numbers;
      case "min":
        return this.#min.of(group);
      case "max":
        return this.#max.of(group);
      default:
        return this.#values.percentile(group, percentOf(name)!);
    }
  }
}

function percentOf(name: StatisticName): number | undefined {
  return name[0] === "p" ? Number(name.slice(1)) : undefined;
}
