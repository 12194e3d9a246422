import type { Answer } from "../api/ask.ts";
import type { LogEvent } from "./log-event.ts";

/** Twin: `search` in src/query/parse/result-schemas.ts. */
export interface SearchResults {
  totals: { ts_from: number; ts_to: number; count: number | null };
  events: { objects: LogEvent[]; item_count: number | null; offset: number; page_size: number };
}

export type SearchAnswer = Answer<SearchResults>;
