import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ask } from "../../../api/ask.ts";
import { roundStep } from "../../../time/time-range.ts";
import type { PatternsResult } from "../../../widgets/results.ts";
import type { Asked } from "../use-search.ts";

export type PatternOrder = "count" | "rarest" | "newest";

const patternsMax = 200;
const stepsMax = 40;

/** The patterns of a search, each with its counts over time. */
export function usePatterns({ q, from, to }: Asked, order: PatternOrder) {
  return useQuery({
    queryKey: ["patterns", q, from, to, order],
    queryFn: ({ signal }) => {
      const time_range = { ts_from: from, ts_to: to, step: roundStep(to - from, stepsMax) };
      const params = { q, time_range, limit: patternsMax, order, with_subperiods: true, with_new: true };
      return ask<PatternsResult>("Patterns", params, { signal });
    },
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 120_000,
  });
}
