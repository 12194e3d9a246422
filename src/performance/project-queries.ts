import type { Capacity } from "./measure/measure-capacity.ts";
import { percentile, rounded } from "./measure/percentiles.ts";

/**
 * Projects the milliseconds of a typical question (the median of them) for a number of events in its range: the fixed
 * part, plus for each event the larger of its costs in the two stores, real and scratch.
 */
export function projectQueries(
  scratch: Capacity["questions"],
  { questions, emptyMs }: TypicalQueries,
  sizes: readonly number[],
): { events: number; ms: number }[] {
  const slopes = scratch.map((made, index) => {
    const real = questions[index];
    if (real !== undefined && real.rowsRead > made.rowsRead)
      return Math.max(0, percentile(real.ms, 0.5) - emptyMs) / real.rowsRead;
    return made.rowsRead === 0 ? 0 : made.ms / made.rowsRead;
  });
  return sizes.map((events) => ({
    events,
    ms: rounded(
      percentile(
        slopes.map((slope) => emptyMs + slope * events),
        0.5,
      ),
    ),
  }));
}

/** Typical questions about the stored events, each with its times. */
export interface TypicalQueries {
  /** Empty: nothing is stored, or the caller may not search. */
  questions: { ms: number[]; rowsRead: number }[];
  /** Milliseconds of a question about a time without events. */
  emptyMs: number;
}
