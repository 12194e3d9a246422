import { PairTable } from "./pair-table.ts";

/** Counts by step and group. */
export class StepCounts {
  readonly #pairs = new PairTable("values by step");

  /** Throws AppError when there are too many different pairs. */
  add(step: number, group: number, count: number): void {
    this.#pairs.add(step, group, count);
  }

  /** Steps, groups and counts for another one's `merge`. */
  pack(): ReturnType<PairTable["pack"]> {
    return this.#pairs.pack();
  }

  /** `groupOf`: the number here of each group there. */
  merge(
    steps: ArrayLike<number>,
    groups: ArrayLike<number>,
    counts: ArrayLike<number>,
    groupOf: Uint32Array,
    tick: () => void,
  ): void {
    for (let i = 0; i < steps.length; i++) {
      if ((i & 0x3fff) === 0) tick();
      this.add(steps[i]!, groupOf[groups[i]!]!, counts[i]!);
    }
  }

  /** Passes on all of them, in no order; `tick` is called all the time. */
  each(visit: (step: number, group: number, count: number) => void, tick: () => void): void {
    this.#pairs.each(visit, tick);
  }

  /** Groups and their counts. */
  of(step: number): ReadonlyMap<number, number> {
    const { numbers, counts } = this.#pairs.of(step);
    const known = new Map<number, number>();
    for (let i = 0; i < numbers.length; i++) known.set(numbers[i]!, counts[i]!);
    return known;
  }
}
