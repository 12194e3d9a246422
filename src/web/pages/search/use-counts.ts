import type { UseQueryResult } from "@tanstack/react-query";
import { useRef } from "react";
import type { SearchAnswer } from "../../events/search-results.ts";

export interface Counts {
  /** Null: not known. */
  count: number | null;
  /** Occurrences of these events; 0: not known. */
  occurrences: number;
  ms: number;
}

/**
 * What the present answer counts. While the same question is asked again, what was counted before stays until it is
 * counted anew: a search that refreshes itself over millions of events would say nothing else than that it counts.
 */
export function useCounts(
  question: string,
  events: UseQueryResult<SearchAnswer>,
  exact: number | undefined,
): Counts | undefined {
  const latest = useRef<Counts & { of: string }>(undefined);
  const answer = events.data;
  if (answer === undefined) return undefined;
  const before = latest.current?.of === question ? latest.current : undefined;
  const { count } = answer.results.totals;
  const isKept = count === null && events.isFetching && before !== undefined;
  const occurrences = exact ?? before?.occurrences ?? 0;
  const counts = { occurrences, count: isKept ? before.count : count, ms: isKept ? before.ms : answer.ms };
  // The rows of another question stand until those of this one are there.
  if (!events.isPlaceholderData) latest.current = { ...counts, of: question };
  return counts;
}
