import { useCallback, useEffect, useReducer, useRef } from "react";
import { QueryFailure, type QueryRecord } from "../api/ask.ts";
import { call } from "../api/call.ts";
import { words } from "../words/words.ts";
import type { LogEvent } from "./log-event.ts";
import type { SearchAnswer, SearchResults } from "./search-results.ts";

/** Events of one request: some screens of them. Twin: `page_size` of the search. */
export const pageSize = 100;

/** Rows that are only scrolled past are not loaded. */
const scrollPauseMs = 60;
const requestsMax = 2;

/** Browsers cannot scroll exactly beyond this; a narrower range shows the rest. */
const rowsMax = 500_000;

export interface EventPages {
  /** Rows that can be scrolled to. */
  rowCount: number;
  /** Undefined while it is being read. */
  at(index: number): LogEvent | undefined;
  /** Says which rows are looked at. */
  want(from: number, to: number): void;
  /** Why the rows that are looked at could not be read. */
  error: unknown;
}

/** All events that a search found, read page by page as they are looked at, all of the same instant. */
export function useEventPages(answer: SearchAnswer | undefined): EventPages {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const reader = useRef<PageReader>(undefined);
  if (reader.current?.qid !== answer?.rowsQid) {
    reader.current?.close();
    reader.current = answer && new PageReader(answer, redraw);
  }
  useEffect(() => () => reader.current?.close(), []);
  const { item_count, objects } = answer?.results.events ?? { item_count: 0, objects: [] };
  return {
    rowCount: Math.min(item_count ?? objects.length, rowsMax),
    at: useCallback((index: number) => reader.current?.at(index), []),
    want: useCallback((from: number, to: number) => reader.current?.want(from, to), []),
    error: reader.current?.error,
  };
}

class PageReader {
  readonly qid: string;
  error: unknown;
  readonly #pages = new Map<number, readonly LogEvent[]>();
  readonly #running = new Map<number, AbortController>();
  readonly #onChange: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor({ rowsQid, results }: SearchAnswer, onChange: () => void) {
    this.qid = rowsQid;
    this.#onChange = onChange;
    this.#pages.set(0, results.events.objects);
  }

  at(index: number): LogEvent | undefined {
    return this.#pages.get(Math.floor(index / pageSize))?.[index % pageSize];
  }

  want(from: number, to: number): void {
    clearTimeout(this.#timer);
    const first = Math.floor(from / pageSize);
    const last = Math.floor(to / pageSize);
    if (this.#pages.has(first) && this.#pages.has(last)) return;
    this.#timer = setTimeout(() => this.#read(first, last), scrollPauseMs);
  }

  close(): void {
    clearTimeout(this.#timer);
    for (const controller of this.#running.values()) controller.abort();
    this.#running.clear();
  }

  #read(first: number, last: number): void {
    for (const [page, controller] of this.#running) if (page < first || page > last) controller.abort();
    for (let page = first; page <= last; page++)
      if (!this.#pages.has(page) && !this.#running.has(page) && this.#running.size < requestsMax)
        void this.#readPage(page);
  }

  async #readPage(page: number): Promise<void> {
    const controller = new AbortController();
    this.#running.set(page, controller);
    try {
      const query = { offset: page * pageSize, page_size: pageSize };
      const { signal } = controller;
      const record = await call<QueryRecord>("GET", `/api/query/${this.qid}`, { query, signal });
      const results = record.results as SearchResults | null;
      if (results === null) throw new QueryFailure(record, words.event.list.late);
      this.#pages.set(page, results.events.objects);
      this.error = undefined;
    } catch (error) {
      if (controller.signal.aborted) return;
      this.error = error;
    } finally {
      if (this.#running.get(page) === controller) this.#running.delete(page);
    }
    this.#onChange();
  }
}
