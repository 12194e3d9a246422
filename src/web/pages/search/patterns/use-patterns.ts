import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ask } from "../../../api/ask.ts";
import { roundStep } from "../../../time/time-range.ts";
import type { ChangesResult, PatternsResult } from "../../../widgets/results.ts";
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
      const params = { q, time_range, limit: patternsMax, order, with_subperiods: true };
      return ask<PatternsResult>("Patterns", params, { signal });
    },
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 120_000,
  });
}

/** Patterns absent from the equally long time before; none when that time is empty. */
export function useNewPatterns({ q, from, to }: Asked): ReadonlySet<string> {
  const found = useQuery({
    queryKey: ["patterns", "new", q, from, to],
    queryFn: async ({ signal }) => {
      const time_range = { ts_from: from, ts_to: to };
      const params = { q, time_range, by: "pattern", limit: 1000, significance: 1 };
      const { totals } = (await ask<ChangesResult>("Changes", params, { signal })).results;
      const isKnown = totals.base_count > 0;
      return new Set(isKnown ? totals.values.flatMap(({ id, kind }) => (kind === "new" && id ? [id] : [])) : []);
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 120_000,
  });
  return found.data ?? nothing;
}

const nothing: ReadonlySet<string> = new Set();
