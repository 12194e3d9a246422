import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ApiError } from "../../../api/api-error.ts";
import { type Answer, ask } from "../../../api/ask.ts";
import { exactStep } from "../../../time/time-range.ts";

/** Twin: `topN` in src/query/parse/result-schemas.ts. */
interface TopResults {
  totals: { values: { name: string; count: number }[] };
  details?: { ts_from: number; ts_to: number; total_values: { name: string; count: number }[] }[];
}

export interface TopQuestion {
  q: string;
  from: number;
  to: number;
  field: string;
  limit: number;
  /** Seconds of a step, for the course of each value; absent: none is asked, and the range is hardly widened. */
  step?: number;
}

/** Steps into which a count's range is cut: it is widened to whole ones. Twin: src/api/fields/limits.ts. */
const stepsMax = 5_000;
const retriesMax = 2;
const retryMsMax = 10_000;

function isTooMuch(error: Error): error is ApiError {
  return error instanceof ApiError && error.status === 429;
}

/**
 * The most frequent values of a field among the events of a search; asked once for each. `keepsShown`: until they are
 * there, the values of the search before.
 */
export function useTopValues({ q, from, to, field, limit, step }: TopQuestion, keepsShown = false) {
  return useQuery({
    queryKey: ["top", q, from, to, field, limit, step],
    queryFn: ({ signal }): Promise<Answer<TopResults>> => {
      const finest = exactStep({ from, to }, stepsMax) ?? Math.max(1, Math.ceil((to - from) / stepsMax));
      const time_range = { ts_from: from, ts_to: to, step: step ?? finest };
      const params = {
        q,
        time_range,
        field,
        limit,
        ignore_empty: true,
        with_subperiods: step !== undefined,
        show_other: true,
      };
      return ask<TopResults>("TopN", params, { signal });
    },
    ...(keepsShown && { placeholderData: keepPreviousData }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 120_000,
    // Refused for being too much at a time, it says "counting" and is asked again, not for ever.
    retry: (failures, error) => failures < retriesMax && isTooMuch(error),
    retryDelay: (_, error) => Math.min(retryMsMax, (isTooMuch(error) ? (error.retryAfterSeconds ?? 1) : 1) * 1_000),
  });
}
