import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ask } from "../../../api/ask.ts";
import { exactStep, roundStep } from "../../../time/time-range.ts";
import type { PatternsResult } from "../../../widgets/results.ts";
import type { Asked } from "../use-search.ts";

export type PatternOrder = "count" | "rarest" | "newest";

export const patternsPerPage = 200;
const stepsMax = 40;
/** So many where these do not widen the range. */
const exactStepsMax = 120;

/** The patterns of a search behind the first `offset`, each with its counts over time. */
export function usePatterns({ q, from, to }: Asked, order: PatternOrder, offset: number) {
  return useQuery({
    queryKey: ["patterns", q, from, to, order, offset],
    queryFn: ({ signal }) => {
      const step = exactStep({ from, to }, exactStepsMax) ?? roundStep(to - from, stepsMax);
      const time_range = { ts_from: from, ts_to: to, step };
      const shown = { limit: patternsPerPage, offset, order, with_subperiods: true, with_new: true };
      const params = { q, time_range, ...shown };
      return ask<PatternsResult>("Patterns", params, { signal });
    },
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 120_000,
  });
}
