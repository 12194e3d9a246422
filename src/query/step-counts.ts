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
