import { countedPairsMax } from "./limits.ts";
import { tooManyPairs } from "./step-counts.ts";

/** How often each number occurs in each group; together at most `countedPairsMax` different pairs. */
export class ValueCounts {
  readonly #groups: (Map<number, number> | undefined)[] = [];
  #pairs = 0;

  /** Throws AppError when there are too many different pairs. */
  add(group: number, value: number, count: number): void {
    let counts = this.#groups[group];
    if (counts === undefined) {
      counts = new Map();
      this.#groups[group] = counts;
    }
    const known = counts.get(value);
    if (known === undefined && ++this.#pairs > countedPairsMax) throw tooManyPairs("values by group");
    counts.set(value, (known ?? 0) + count);
  }

  /** How many different numbers the group has. */
  distinct(group: number): number {
    return this.#groups[group]?.size ?? 0;
  }

  /**
   * Percentiles by nearest rank, for whole percents: the smallest number of the group that at least so many percent of its
   * occurrences do not exceed. Undefined for a group without numbers.
   */
  percentiles(group: number, percents: readonly number[]): (number | undefined)[] {
    const counts = this.#groups[group];
    if (counts === undefined) return percents.map(() => undefined);
    const values = Float64Array.from(counts.keys()).sort();
    const cumulated = new Float64Array(values.length);
    let total = 0;
    for (const [i, value] of values.entries()) {
      total += counts.get(value)!;
      cumulated[i] = total;
    }
    return percents.map((percent) => values[firstReaching(cumulated, Math.max(1, Math.ceil((percent * total) / 100)))]);
  }
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
