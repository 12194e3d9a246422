import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ask } from "../../api/ask.ts";
import type { SearchResults } from "../../events/search-results.ts";
import { defaultRange, widthOf } from "../../time/time-range.ts";

/** Polling interval: feels immediate and costs nothing. */
const everyMs = 2_000;

/** Polls how many events there are of any time, and how many of them a search shows that has just been begun. */
export function useReceived(enabled: boolean) {
  // Fixed: events that grow older meanwhile would hide those that come.
  const [since] = useState(() => Math.floor(Date.now() / 1000) - widthOf(defaultRange));
  return useQuery({
    queryKey: ["received", since],
    queryFn: async ({ signal }) => {
      const countFrom = async (ts_from: number) => {
        const time_range = { ts_from, ts_to: Math.ceil(Date.now() / 1000) + 86_400 };
        const { results } = await ask<SearchResults>("Search", { time_range, page_size: 1 }, { signal });
        return results.events.item_count ?? 0;
      };
      const [ever, lately] = await Promise.all([countFrom(1), countFrom(since)]);
      return { ever, lately };
    },
    refetchInterval: everyMs,
    enabled,
  });
}
