import { useQuery } from "@tanstack/react-query";
import { ask } from "../../api/ask.ts";
import type { SearchResults } from "../../events/search-results.ts";

/** Polling interval: feels immediate and costs nothing. */
const everyMs = 2_000;

/** Polls the number of events and the one stored last. */
export function useReceived(enabled: boolean) {
  return useQuery({
    queryKey: ["received"],
    queryFn: async ({ signal }) => {
      // Counts events of any time.
      const time_range = { ts_from: 1, ts_to: Math.ceil(Date.now() / 1000) + 86_400 };
      const { results } = await ask<SearchResults>("Search", { time_range, page_size: 1 }, { signal });
      return { count: results.events.item_count ?? 0, newest: results.events.objects[0] };
    },
    refetchInterval: everyMs,
    enabled,
  });
}
