import { type Answer, type AskOptions, ask, pause } from "../api/ask.ts";
import type { LogEvent } from "./log-event.ts";

/** Twin: `search` in src/query/parse/result-schemas.ts. */
export interface SearchResults {
  totals: { ts_from: number; ts_to: number; count: number | null };
  events: { objects: LogEvent[]; item_count: number | null; offset: number; page_size: number };
}

export interface SearchAnswer extends Answer<SearchResults> {
  /** The question that further rows are read from. */
  rowsQid: string;
}

/** The rows alone are asked for this long, then their number, too. */
const countPatienceMs = 100;

/** Nothing else of the page is asked until rows stand, or for this long: on a busy machine they would come later. */
export const rowsPatienceMs = 300;

/** Resolves when React's pending state is on the screen; soon in a hidden tab, which draws nothing. */
export function painted(): Promise<void> {
  const drawn = new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  return Promise.race([drawn, pause(countPatienceMs, undefined)]);
}

/**
 * Asks for events and the number of all that match. `onRows` gets the first events as soon as they are there, without
 * the number: counting may take ten times as long.
 */
export async function askSearch(
  params: Record<string, unknown>,
  { signal, onProgress }: AskOptions,
  onRows: (answer: SearchAnswer) => void,
): Promise<SearchAnswer> {
  const startedMs = performance.now();
  const ended = new AbortController();
  const until = signal ? AbortSignal.any([signal, ended.signal]) : ended.signal;
  let rows: SearchAnswer | undefined;
  const asked = ask<SearchResults>("Search", { ...params, count: false }, { signal: until }).then(async (answer) => {
    rows = { ...answer, rowsQid: answer.qid };
    if (rows.results.totals.count !== null) return rows;
    if (until.aborted) return;
    onRows(rows);
    await painted();
  });
  try {
    const whole = await Promise.race([asked, pause(countPatienceMs, signal)]);
    if (whole) return whole;
    const counting = ask<SearchResults>("Search", params, { signal: until, onProgress });
    // Rows that come late may know their number; a failure of theirs goes unreported, as counting fails as well.
    const late = asked.catch(() => undefined).then((known) => known ?? counting);
    const counted = await Promise.race([counting, late]);
    const ms = performance.now() - startedMs;
    if (rows === undefined) return { ...counted, ms, rowsQid: counted.qid };
    const { count } = counted.results.totals;
    const { totals, events } = rows.results;
    const results = { totals: { ...totals, count }, events: { ...events, item_count: count } };
    return { ...counted, results, ms, rowsQid: rows.qid };
  } finally {
    ended.abort();
  }
}
