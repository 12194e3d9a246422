import { countedPairsMax } from "./limits.ts";
import { tooManyPairs } from "./step-counts.ts";

/** How often each number occurs in each group; together at most `countedPairsMax` different pairs. */
export class ValueCounts {
  readonly #groups: (Map<number, number> | undefined)[] = [];
  #pairs = 0;
  #last: Sorted | undefined;

  /** Throws AppError when there are too many different pairs. */
  add(group: number, value: number, count: number): void {
    this.#last = undefined;
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
   * A whole percentile by nearest rank: the smallest number of the group that at least so many percent of its occurrences
   * do not exceed. Only for a group that has numbers.
   */
  percentile(group: number, percent: number): number {
    const { values, cumulated } = this.#sorted(group);
    const rank = Math.max(1, Math.ceil((percent * cumulated.at(-1)!) / 100));
    return values[firstReaching(cumulated, rank)]!;
  }

  /** The last one is kept: all percentiles of a group are asked for in a row. */
  #sorted(group: number): Sorted {
    if (this.#last?.group === group) return this.#last;
    const counts = this.#groups[group]!;
    const values = Float64Array.from(counts.keys()).sort();
    const cumulated = new Float64Array(values.length);
    let total = 0;
    for (let i = 0; i < values.length; i++) {
      total += counts.get(values[i]!)!;
      cumulated[i] = total;
    }
    this.#last = { group, values, cumulated };
    return this.#last;
  }
}

interface Sorted {
  group: number;
  /** Ascending. */
  values: Float64Array;
  /** Occurrences of the number and of all before it. */
  cumulated: Float64Array;
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
