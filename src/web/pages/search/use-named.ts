import { useQuery } from "@tanstack/react-query";
import { ask } from "../../api/ask.ts";
import { askNewest, briefly } from "../../events/newest-event.ts";
import type { SearchResults } from "../../events/search-results.ts";
import { type TimeRange, toApiRange } from "../../time/time-range.ts";

interface Named {
  /** The condition that finds them. */
  line: string;
  /** Events in the range; 0: they are of another time. */
  count: number;
}

/** Fields whose values people know by heart, and write as a word. */
const fields = ["program", "host"];

/** Whether a line of one word, which no message has, is the name of a program or host with events; null: it is none. */
export function useNamed(q: string, t: TimeRange, zone: string) {
  return useQuery({
    queryKey: ["named", q, t, zone],
    queryFn: async ({ signal }): Promise<Named | null> => {
      const { readPieces } = await import("../../../filter/language/read-pieces.ts");
      const { writeCondition } = await import("../../../filter/language/write-condition.ts");
      const { pieces } = readPieces(q);
      if (pieces.length !== 1 || pieces[0]!.kind !== "word") return null;
      const lines = fields.map((field) => writeCondition(field, q.trim()));
      for (const line of lines) {
        const params = { q: line, time_range: toApiRange(t, zone), page_size: 1 };
        const { totals } = (await ask<SearchResults>("Search", params, { signal })).results;
        if (totals.count) return { line, count: totals.count };
      }
      for (const line of lines) if ((await askNewest(line, signal)) !== null) return { line, count: 0 };
      return null;
    },
    enabled: q !== "",
    ...briefly,
  });
}
