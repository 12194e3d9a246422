import { AppError } from "../lib/errors.ts";
import { countedPairsMax } from "./limits.ts";

/** Counts by step and group. */
export class StepCounts {
  readonly #steps: Map<number, number>[];
  #pairs = 0;

  constructor(steps: number) {
    this.#steps = Array.from({ length: steps }, () => new Map());
  }

  /** Throws AppError when there are too many different pairs. */
  add(step: number, group: number, count: number): void {
    const counts = this.#steps[step]!;
    const known = counts.get(group);
    if (known === undefined && ++this.#pairs > countedPairsMax) throw tooManyPairs("values by step");
    counts.set(group, (known ?? 0) + count);
  }

  /** Steps, groups and counts for another one's `merge`. */
  pack(): [steps: Uint32Array, groups: Uint32Array, counts: Float64Array] {
    const packed: ReturnType<StepCounts["pack"]> = [
      new Uint32Array(this.#pairs),
      new Uint32Array(this.#pairs),
      new Float64Array(this.#pairs),
    ];
    let at = 0;
    for (const [step, counts] of this.#steps.entries())
      for (const [group, count] of counts) {
        packed[0][at] = step;
        packed[1][at] = group;
        packed[2][at++] = count;
      }
    return packed;
  }

  /** `groupOf`: the number here of each group there. */
  merge(steps: ArrayLike<number>, groups: ArrayLike<number>, counts: ArrayLike<number>, groupOf: Uint32Array): void {
    for (let i = 0; i < steps.length; i++) this.add(steps[i]!, groupOf[groups[i]!]!, counts[i]!);
  }

  of(step: number): ReadonlyMap<number, number> {
    return this.#steps[step]!;
  }
}

export function tooManyPairs(what: string): AppError {
  return new AppError(
    "too_large",
    `There are more than ${countedPairsMax} different ${what} here. Ask for a shorter time range, longer steps or a narrower filter.`,
  );
}
