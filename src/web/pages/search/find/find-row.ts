import { ask, type QueryRecord } from "../../../api/ask.ts";
import { call } from "../../../api/call.ts";
import type { LogEvent } from "../../../events/log-event.ts";
import type { SearchResults } from "../../../events/search-results.ts";
import type { Asked } from "../use-search.ts";

/** An answered search, and the order of its rows. */
export interface AnsweredSearch extends Asked {
  qid: string;
  rowCount: number;
  isNewestFirst: boolean;
}

/** Rows around the guess that are looked through: more than arrive, or share a time, while somebody reads. */
const windows = [100, 2_000];

/** Finest difference between two times. */
const tickSeconds = 0.000_001;

/** The row of the event among those found; undefined when it has moved too far since. */
export async function findRow(event: LogEvent, search: AnsweredSearch): Promise<number | undefined> {
  const since = await countSince(timeOf(event), search);
  const guess = search.isNewestFirst ? since - 1 : search.rowCount - since;
  for (const size of windows) {
    const offset = Math.max(0, guess - size / 2);
    const at = (await readRows(search.qid, offset, size)).findIndex(({ id }) => id === event.id);
    if (at >= 0) return offset + at;
  }
  return undefined;
}

/** The first row that is not above one of this event's time. */
export async function firstRowFrom(event: LogEvent, search: AnsweredSearch): Promise<number> {
  const { isNewestFirst, rowCount } = search;
  const time = timeOf(event);
  return isNewestFirst ? countSince(time + tickSeconds, search) : rowCount - (await countSince(time, search));
}

export async function readRow(qid: string, index: number): Promise<LogEvent | undefined> {
  return (await readRows(qid, index, 1))[0];
}

async function readRows(qid: string, offset: number, page_size: number): Promise<readonly LogEvent[]> {
  const { results } = await call<QueryRecord>("GET", `/api/query/${qid}`, { query: { offset, page_size } });
  return (results as SearchResults | null)?.events.objects ?? [];
}

async function countSince(time: number, { q, to }: Asked): Promise<number> {
  if (time >= to) return 0;
  const params = { q, time_range: { ts_from: time, ts_to: to }, page_size: 1 };
  return (await ask<SearchResults>("Search", params)).results.totals.count ?? 0;
}

function timeOf({ in_range, last_occurrence }: LogEvent): number {
  return in_range?.last_occurrence ?? last_occurrence;
}
