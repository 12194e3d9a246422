import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { HistoryEntry } from "../../../../api/search-history/schema.ts";
import type { SavedSearch } from "../../../../api/searches/schema.ts";
import { ApiError } from "../../../api/api-error.ts";
import { call } from "../../../api/call.ts";
import { queryClient } from "../../../api/query-client.ts";
import { toApiRange } from "../../../time/time-range.ts";
import type { Address } from "../address.ts";

/** Number of searches listed; further ones are found by name. */
const shownMax = 200;

/** Own searches and public ones, by title; those with `find` in their title or line. */
export function useSavedSearches(find?: string) {
  return useQuery({
    queryKey: ["searches", find ?? ""],
    queryFn: ({ signal }) =>
      call<{ objects: SavedSearch[]; item_count: number }>("GET", "/api/searches", {
        query: { page_size: shownMax, find: find || undefined },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** The reader's past searches, the latest first. */
export function useSearchHistory() {
  return useQuery({
    queryKey: ["search-history"],
    queryFn: async ({ signal }) =>
      (await call<{ objects: HistoryEntry[] }>("GET", "/api/search-history", { query: { page_size: 100 }, signal }))
        .objects,
    staleTime: 0,
  });
}

/** Only its lines, each once; none when the history cannot be read. */
export async function readPastLines(): Promise<readonly string[]> {
  try {
    const query = { page_size: 100 };
    const { objects } = await call<{ objects: HistoryEntry[] }>("GET", "/api/search-history", { query });
    return [...new Set(objects.filter(({ q, filter }) => q !== "" && filter.length === 0).map(({ q }) => q))];
  } catch {
    return [];
  }
}

/** Reads a saved search; null: none is named, or it is gone. */
export function useSavedSearch(id: number | null) {
  return useQuery({
    queryKey: ["searches", "one", id],
    queryFn: async ({ signal }) => {
      try {
        return await call<SavedSearch>("GET", `/api/searches/${id}`, { signal });
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
    enabled: id !== null,
    staleTime: 0,
  });
}

interface SearchToSave {
  title: string;
  address: Address;
  isPublic: boolean;
  zone: string;
  /** The saved search that is changed; absent: another one is made. */
  id?: number;
}

export async function saveSearch({ title, address, isPublic, zone, id }: SearchToSave): Promise<SavedSearch> {
  const { q, t, sort, cols } = address;
  const path = id === undefined ? "/api/searches" : `/api/searches/${id}`;
  // Conditions that the page does not know were never opened by it: the line alone says what is meant.
  const saved = await call<SavedSearch>(id === undefined ? "POST" : "PATCH", path, {
    body: {
      title,
      q,
      time_range: toApiRange(t, zone),
      sort: sort === "new" ? "-last_occurrence" : "last_occurrence",
      columns: cols.map(({ field }) => field),
      is_public: isPublic,
    },
  });
  await queryClient.invalidateQueries({ queryKey: ["searches"] });
  return saved;
}

export async function removeSearch({ id }: SavedSearch): Promise<void> {
  await call("DELETE", `/api/searches/${id}`);
  await queryClient.invalidateQueries({ queryKey: ["searches"] });
}

/** Saves a deleted search again, for undo. */
export async function restoreSearch(search: SavedSearch): Promise<void> {
  const { title, q, filter, time_range, sort, columns, tags, is_public } = search;
  await call("POST", "/api/searches", { body: { title, q, filter, time_range, sort, columns, tags, is_public } });
  await queryClient.invalidateQueries({ queryKey: ["searches"] });
}

export async function forgetHistory(): Promise<void> {
  await call("DELETE", "/api/search-history");
  await queryClient.invalidateQueries({ queryKey: ["search-history"] });
}
