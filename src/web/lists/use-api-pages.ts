import { useQueries } from "@tanstack/react-query";
import { useCallback, useRef, useState } from "react";
import { ApiError } from "../api/api-error.ts";
import { type CallOptions, call } from "../api/call.ts";
import { queryClient } from "../api/query-client.ts";

/** Rows of one request: some screens of them. */
const pageSize = 100;

/** Twin: src/http/pagination.ts. */
interface ListAnswer<Row> {
  objects: Row[];
  item_count: number;
}

export interface ApiPages<Row> {
  /** Number of all rows; undefined until the first answer. */
  count: number | undefined;
  /** Undefined while it is being read. */
  at(index: number): Row | undefined;
  /** Says which rows are looked at. */
  want(from: number, to: number): void;
  error: unknown;
  askAgain(): void;
}

/**
 * Reads a list of the API page by page as it scrolls into view. Pages are cached under `[path, query]`: whoever changes
 * something invalidates `[path]`, and pages in view are read again.
 */
export function useApiPages<Row>(path: string, query: NonNullable<CallOptions["query"]>): ApiPages<Row> {
  const [[first, last], setSpan] = useState<readonly [number, number]>([0, 0]);
  const latestCount = useRef<{ of: string; count: number }>(undefined);
  const keyOf = (page: number) => [path, "pages", query, page];
  const found = useQueries({
    queries: Array.from({ length: last - first + 1 }, (_, at) => ({
      queryKey: keyOf(first + at),
      queryFn: ({ signal }: { signal: AbortSignal }) => readPage<Row>(path, query, first + at, signal),
      staleTime: 0,
    })),
  });
  const of = JSON.stringify([path, query]);
  const answered = found.find(({ data }) => data !== undefined)?.data;
  if (answered !== undefined) latestCount.current = { of, count: answered.item_count };
  const count = latestCount.current?.of === of ? latestCount.current.count : undefined;
  return {
    count,
    at: (index) => {
      const page = Math.floor(index / pageSize);
      return queryClient.getQueryData<ListAnswer<Row>>(keyOf(page))?.objects[index % pageSize];
    },
    want: useCallback((from: number, to: number) => {
      const next = [Math.floor(from / pageSize), Math.floor(to / pageSize)] as const;
      setSpan((span) => (span[0] === next[0] && span[1] === next[1] ? span : next));
    }, []),
    error: found.find(({ error }) => error !== null)?.error ?? undefined,
    askAgain: () => {
      for (const { error, refetch } of found) if (error !== null) void refetch();
    },
  };
}

/** A list that grew shorter meanwhile ends before the page that is looked at. */
async function readPage<Row>(
  path: string,
  query: NonNullable<CallOptions["query"]>,
  page: number,
  signal: AbortSignal,
): Promise<ListAnswer<Row>> {
  const read = (at: number) =>
    call<ListAnswer<Row>>("GET", path, { query: { ...query, page: at + 1, page_size: pageSize }, signal });
  try {
    return await read(page);
  } catch (error) {
    if (page === 0 || !(error instanceof ApiError) || error.status !== 404) throw error;
    return { ...(await read(0)), objects: [] };
  }
}
