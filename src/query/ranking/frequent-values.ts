import { pickTop } from "./pick-top.ts";
import type { NamedCount } from "./rank.ts";

/** Statistics of the values added so far. */
export interface FrequentFound {
  /** How many different ones; null: too many to be counted. */
  distinct: number | null;
  /** The most frequent ones, each with its exact count; among equals, the first by name. */
  values: NamedCount[];
  /** No value that is missing in `values` came more often; null: `values` are as many as were asked for, or all. */
  othersMax: number | null;
}

/**
 * The most frequent of any number of values in bounded memory. Up to a number they are all counted. Beyond it the
 * values are read twice: the first pass keeps only sums by hash, the second counts the values whose sum says that they
 * may be frequent. So every count is exact, and every value left out is known to be rarer.
 */
export class FrequentValues {
  /** All values, or in the second pass those that may be frequent; undefined: sums are taken. */
  #counts: Map<string, number> | undefined = new Map();
  /** By hash; undefined: all values are counted. */
  #sums: Float64Array | undefined;
  /** Values whose sum does not exceed it are not counted. */
  #floor = 0;
  readonly #valuesMax: number;
  #places: number;

  /** `valuesMax`: that are counted one by one, `places`: of sums, a power of two. */
  constructor(valuesMax: number, places: number) {
    this.#valuesMax = valuesMax;
    this.#places = places;
  }

  /** How many values are in memory now. */
  get size(): number {
    return this.#counts?.size ?? 0;
  }

  /** True when all values must be gone through once more: `beginSecond`, then `add` for each. */
  get needsSecond(): boolean {
    return this.#counts === undefined;
  }

  add(name: string, count: number): void {
    if (this.#counts === undefined) {
      this.#sums![this.#placeOf(name)]! += count;
      return;
    }
    if (this.#sums && this.#sums[this.#placeOf(name)]! <= this.#floor) return;
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + count);
    if (this.#counts.size > this.#valuesMax) this.narrow();
  }

  /** Needs less memory from now on; `places`: of sums, where none are kept yet. */
  narrow(places = this.#places): void {
    if (this.#counts === undefined) return;
    if (this.#sums === undefined) this.#takeSums(this.#counts, places);
    else this.#raiseFloor(this.#counts, this.#sums);
  }

  beginSecond(): void {
    const sums = this.#sums!;
    this.#counts = new Map();
    if (this.#places <= this.#valuesMax) return;
    // Leaves as many places as values may be counted.
    this.#floor = Float64Array.from(sums).sort()[this.#places - this.#valuesMax - 1]!;
  }

  found(limit: number): FrequentFound {
    const floor = this.#floor;
    const counts = this.#counts;
    if (counts === undefined)
      return { distinct: null, values: [], othersMax: this.#sums!.reduce((most, sum) => Math.max(most, sum)) };
    const all = Array.from(counts, ([name, count]) => ({ name, count })).filter(({ count }) => count > floor);
    const order = (a: NamedCount, b: NamedCount) => b.count - a.count || (a.name < b.name ? -1 : 1);
    const values = pickTop(all.length, limit, (a, b) => order(all[a]!, all[b]!)).map((i) => all[i]!);
    const isKnown = floor === 0 || values.length === limit;
    return { distinct: floor === 0 ? counts.size : null, values, othersMax: isKnown ? null : floor };
  }

  #takeSums(counts: ReadonlyMap<string, number>, places: number): void {
    this.#places = places;
    this.#sums = new Float64Array(this.#places);
    this.#counts = undefined;
    for (const [name, count] of counts) this.add(name, count);
  }

  /** Leaves at most half of the values: those with the larger sums. */
  #raiseFloor(counts: Map<string, number>, sums: Float64Array): void {
    const ofValues = Float64Array.from(counts.keys(), (name) => sums[this.#placeOf(name)]!).sort();
    this.#floor = ofValues[ofValues.length >> 1]!;
    for (const name of counts.keys()) if (sums[this.#placeOf(name)]! <= this.#floor) counts.delete(name);
  }

  #placeOf(name: string): number {
    return Bun.hash.xxHash32(name) & (this.#places - 1);
  }
}
