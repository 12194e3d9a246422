import type { Principal } from "../../http/access/principal.ts";
import { type ListAnswer, listAnswer } from "../../http/pagination.ts";
import { type Clock, nowSeconds, systemClock } from "../../lib/clock.ts";
import { notFound } from "../../lib/errors.ts";
import { historyEntriesMax, historyQuestionBytesMax } from "./limits.ts";
import type { HistoryRepository } from "./repository.ts";
import type { HistoryEntry, HistoryQuery } from "./schema.ts";

export type HistoryService = ReturnType<typeof createHistoryService>;

/** A question as it was checked. */
interface AskedQuestion {
  type: string;
  params: Record<string, unknown>;
}

/** Every user sees only his own. */
export function createHistoryService(history: HistoryRepository, clock: Clock = systemClock) {
  return {
    list({ userId }: Principal, query: HistoryQuery): ListAnswer<HistoryEntry> {
      return listAnswer(query, history.count(userId), (window) =>
        history.list(userId, query.ordering, window).map(toEntry),
      );
    },

    remove({ userId }: Principal, id: number): void {
      if (!history.remove(userId, id)) throw notFound();
    },

    clear: ({ userId }: Principal): void => history.clear(userId),

    /**
     * Records what people search for while logged in, but not questions of programs, searches for everything, and
     * those for a single event, by which the page counts and looks for the newest.
     */
    note({ userId, via }: Principal, { type, params }: AskedQuestion): void {
      const {
        q = "",
        filter = [],
        time_range = {},
        page_size,
      } = params as { q?: string; filter?: unknown[]; time_range?: object; page_size?: number };
      if (page_size === 1) return;
      if (via !== "session" || type !== "Search" || (q.trim() === "" && filter.length === 0)) return;
      const question = JSON.stringify([q.trim(), filter]);
      if (Buffer.byteLength(question) > historyQuestionBytesMax) return;
      const row = { userId, question, timeRange: JSON.stringify(time_range), searchedAt: nowSeconds(clock) };
      history.add(row, historyEntriesMax);
    },
  };
}

type Row = ReturnType<HistoryRepository["list"]>[number];

function toEntry({ id, question, timeRange, times, searchedAt }: Row): HistoryEntry {
  const [q, filter] = JSON.parse(question) as [string, unknown[]];
  return { id, q, filter, time_range: JSON.parse(timeRange), times, searched_at: searchedAt };
}
