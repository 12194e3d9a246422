import { GroupSums } from "../groups/group-sums.ts";

/**
 * A sum for each group as two numbers; the second holds the part that rounding took from the first (Knuth's TwoSum,
 * Dekker's product). That is about 106 bits, so the result does not depend on the order of segments.
 */
export class ExactSums {
  readonly #high = new GroupSums();
  readonly #low = new GroupSums();

  /** Adds a number `times` times, 1 … 65,535. */
  add(group: number, value: number, times: number): void {
    if (times === 1 || Math.abs(value) > splitMax) {
      this.#plus(group, value * times);
      return;
    }
    const scaled = splitter * value;
    const upper = scaled - (scaled - value);
    this.#plus(group, upper * times);
    this.#plus(group, (value - upper) * times);
  }

  /** Adds `length` numbers; NaN is none. */
  addMany(groups: Uint32Array, values: Float64Array, counts: Uint32Array, length: number): void {
    const high = this.#high.roomFor(groups, length);
    const low = this.#low.roomFor(groups, length);
    for (let i = 0; i < length; i++) {
      const value = values[i]!;
      const group = groups[i]!;
      if (Number.isNaN(value)) continue;
      if (counts[i] !== 1) {
        this.add(group, value, counts[i]!);
        continue;
      }
      const before = high[group]!;
      const sum = before + value;
      const taken = sum - before;
      high[group] = sum;
      low[group] = low[group]! + (before - (sum - taken) + (value - taken));
    }
  }

  clear(group: number): void {
    this.#high.set(group, 0);
    this.#low.set(group, 0);
  }

  of(group: number): number {
    return this.#high.of(group) + this.#low.of(group);
  }

  /** For another one's `merge`; there are `size` groups. */
  pack(size: number): [high: Float64Array, low: Float64Array] {
    return [this.#high.pack(size), this.#low.pack(size)];
  }

  /** `groups`: the numbers here of those there. */
  merge(high: ArrayLike<number>, low: ArrayLike<number>, groups: Uint32Array): void {
    for (let i = 0; i < groups.length; i++) {
      this.#plus(groups[i]!, high[i]!);
      this.#plus(groups[i]!, low[i]!);
    }
  }

  #plus(group: number, value: number): void {
    const before = this.#high.of(group);
    const sum = before + value;
    const taken = sum - before;
    this.#high.add(group, value);
    this.#low.add(group, before - (sum - taken) + (value - taken));
  }
}

/** Cuts the 53 bits of a number into 26 and 27, each of which times 16 bits is exact. */
const splitter = 2 ** 27 + 1;
/** Beyond, cutting would overflow. */
const splitMax = Number.MAX_VALUE / 2 ** 28;
