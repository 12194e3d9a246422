import type { SavedQuestion } from "../../db/schema/searches.ts";
import { resolveTimeRange, type TimeRange } from "../../query/time/time-range.ts";

export interface SearchLinks {
  link: string | null;
  permanent_link: string | null;
}

/**
 * Addresses of the page that show a search: with its range as it moves, and as it is before `now` (epoch seconds).
 * Twin: web/pages/search/address.ts, which reads them.
 */
export function linksOf(
  { q, filter, time_range, sort }: SavedQuestion,
  columns: readonly string[],
  now: number,
  timezone: string,
): SearchLinks {
  // An address holds nothing but the line.
  if (filter.length > 0) return { link: null, permanent_link: null };
  const range = { timezone, ...time_range } as TimeRange;
  const bounds = range.preset === undefined && range.ts_from === undefined ? { preset: "last_1_hours" } : {};
  const { from, to } = resolveTimeRange({ ...range, ...bounds }, now);
  const fixed = `${from}..${to}`;
  const moving = range.preset ?? bounds.preset ?? fixed;
  const write = (t: string) => {
    const parameters = new URLSearchParams({ ...(q === "" ? {} : { q }), t });
    if (!sort.startsWith("-")) parameters.set("sort", "old");
    if (columns.length > 0) parameters.set("cols", columns.join(","));
    return `/search?${parameters}`;
  };
  return { link: write(moving), permanent_link: write(fixed) };
}
