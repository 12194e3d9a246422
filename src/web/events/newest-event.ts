import { useQuery } from "@tanstack/react-query";
import { ask } from "../api/ask.ts";
import type { SearchResults } from "./search-results.ts";

/** Asks for the time of the newest event that matches; null: there is none. */
export function useNewest(q: string, enabled = true) {
  return useQuery({
    queryKey: ["newest", q],
    queryFn: ({ signal }) => askNewest(q, signal),
    enabled,
    ...briefly,
  });
}

/** For answers that the next event may change. */
export const briefly = { staleTime: 5_000, gcTime: 10_000 };

export async function askNewest(q: string, signal: AbortSignal): Promise<number | null> {
  // Far enough back for any log that was imported, and a day ahead for clocks that run fast.
  const time_range = { ts_from: 1, ts_to: Math.ceil(Date.now() / 1000) + 86_400 };
  const { results } = await ask<SearchResults>("Search", { q, time_range, page_size: 1, count: false }, { signal });
  return results.events.objects[0]?.last_occurrence ?? null;
}
