import { useQuery } from "@tanstack/react-query";
import { ask } from "../../api/ask.ts";
import type { SearchAnswer } from "../../events/search-results.ts";
import type { HistogramData } from "../../histogram/histogram-data.ts";

/** Twin: `results` in src/query/kinds/stats.ts. */
interface CountResults {
  totals: { values: { count: number }[] };
}

/**
 * Occurrences of the events found, in the range of the answer alone: bars stand for whole steps, which reach beyond it.
 * Asked only where the bars have more than there are events: otherwise there is no repeat. Undefined: not known.
 */
export function useOccurrences(
  q: string,
  answer: SearchAnswer | undefined,
  bars: HistogramData | undefined,
): number | undefined {
  const { ts_from, ts_to, count = null } = answer?.results.totals ?? {};
  const isKnown = count !== null && bars?.isWhole === true;
  const hasRepeats = isKnown && bars.total > count;
  const found = useQuery({
    queryKey: ["occurrences", q, ts_from, ts_to, answer?.qid],
    queryFn: async ({ signal }) => {
      const { results } = await ask<CountResults>("Stats", { q, time_range: { ts_from, ts_to } }, { signal });
      return results.totals.values[0]?.count ?? 0;
    },
    enabled: hasRepeats,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
  return isKnown && !hasRepeats ? count : found.data;
}
