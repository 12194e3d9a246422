import {
  keepPreviousData,
  type Query,
  type QueryFunctionContext,
  type UseQueryResult,
  useQuery,
} from "@tanstack/react-query";
import { useRef, useState } from "react";
import { ask, pause } from "../../api/ask.ts";
import { queryClient } from "../../api/query-client.ts";
import {
  askSearch,
  painted,
  rowsPatienceMs,
  type SearchAnswer,
  type SearchResults,
} from "../../events/search-results.ts";
import { pageSize } from "../../events/use-event-pages.ts";
import { askHistogram, askHistogramByField, type HistogramData } from "../../histogram/histogram-data.ts";
import { useSlow } from "../../states/use-slow.ts";
import {
  allMonths,
  fitsBars,
  roundStep,
  type TimeRange,
  toApiRange,
  widthOf,
  writeRange,
} from "../../time/time-range.ts";
import { useZone } from "../../time/zone.ts";
import type { Address } from "./address.ts";
import { useCounts } from "./use-counts.ts";
import { useOccurrences } from "./use-occurrences.ts";

/** As many bars as can be told apart. */
const stepsMax = 120;

/** The question of an answer, with its resolved bounds. */
export interface Asked {
  q: string;
  from: number;
  to: number;
}

interface Bars extends HistogramData {
  /** What they stand for: of all there is, from the first event on. */
  range: TimeRange;
}

/** Asks for what every view needs: the events, first rows first, and their histogram. */
export function useSearch({ q, t, sort, bar, split }: Address) {
  const zone = useZone();
  const [run, setRun] = useState(0);
  const [progress, setProgress] = useState(0);
  const range = writeRange(t);
  const rows = useRef(Promise.resolve());
  const eventsOf = (line: string) => ({
    queryKey: ["search", line, range, zone, sort, run],
    queryFn: ({ signal, queryKey }: QueryFunctionContext) => {
      setProgress(0);
      const first = Promise.withResolvers<void>();
      rows.current = first.promise;
      // Stopped with the question before; where only the order changed, nobody else would ask it again.
      void queryClient.refetchQueries({ queryKey: ["histogram"], type: "active", predicate: isUnanswered });
      const params = {
        q: line,
        time_range: toApiRange(t, zone),
        sort: sort === "new" ? "-last_occurrence" : "last_occurrence",
        page_size: pageSize,
      };
      const onRows = (answer: SearchAnswer) => {
        queryClient.setQueryData(queryKey, answer);
        void painted().then(first.resolve);
      };
      return askSearch(params, { signal, onProgress: setProgress }, onRows).finally(first.resolve);
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
  const events = useQuery({ ...eventsOf(q), placeholderData: keepPreviousData });
  const histogram = useQuery({
    queryKey: ["histogram", q, range, zone, bar, split, run],
    queryFn: async ({ signal, queryKey }): Promise<Bars> => {
      await Promise.race([rows.current, pause(rowsPatienceMs, signal)]);
      const shown = await fitToEvents(q, t, zone, signal);
      const width = widthOf(shown);
      const step = bar !== null && fitsBars(width, bar) ? bar : roundStep(width, stepsMax);
      const onPart = (data: HistogramData) => void queryClient.setQueryData(queryKey, { ...data, range: shown });
      const inSteps = { ...toApiRange(shown, zone), step };
      if (split === null) return { ...(await askHistogram(q, inSteps, signal, onPart)), range: shown };
      return { ...(await askHistogramByField(q, split, inSteps, signal)), range: shown };
    },
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
  const occurrences = useOccurrences(q, present(events), present(histogram));
  const counts = useCounts(JSON.stringify([q, range, zone]), events, occurrences);
  const isSlow = useSlow(events.isFetching || histogram.isFetching);
  const isHistogramStopped = !histogram.isFetching && (histogram.isPending || histogram.isPlaceholderData);
  return {
    zone,
    events,
    counts,
    histogram,
    /** Undefined also when it was stopped: the bars of another question would pass for its own. */
    bars: isHistogramStopped ? undefined : histogram.data,
    inSight: inSightOf(t, events, histogram),
    progress,
    /** The wait for the answer has become noticeable. */
    isSlow,
    /** The reader stopped the question before it had any row. */
    isStopped: !events.isFetching && (events.isPending || events.isPlaceholderData),
    runAgain: () => setRun((count) => count + 1),
    /** Asks for this line, which is about to be shown: the answer comes while the page draws that it waits. */
    askAhead: (line: string) => void queryClient.prefetchQuery(eventsOf(line)),
  };
}

/**
 * The bounds of the answer as people want them drawn: all there is begins with the first event, as soon as that is
 * known. Undefined: not yet.
 */
function inSightOf(
  t: TimeRange,
  events: UseQueryResult<SearchAnswer>,
  histogram: UseQueryResult<Bars>,
): { from: number; to: number } | undefined {
  if (events.data === undefined || events.isPlaceholderData) return undefined;
  const { ts_from: from, ts_to: to } = events.data.results.totals;
  if (!isAll(t)) return { from, to };
  if (histogram.isPlaceholderData || (histogram.isPending && histogram.isFetching)) return undefined;
  const range = histogram.data?.range;
  return range !== undefined && "from" in range ? { from: range.from, to } : { from, to };
}

/** The answer to what is asked now, and no earlier one. */
function present<T>({ data, isFetching, isPlaceholderData }: UseQueryResult<T>): T | undefined {
  return isFetching || isPlaceholderData ? undefined : data;
}

function isUnanswered({ state }: Query): boolean {
  return state.status === "pending" && state.fetchStatus === "idle";
}

/** "All there is" begins with the first matching event: otherwise its bars would stand in a corner of twenty years. */
async function fitToEvents(q: string, t: TimeRange, zone: string, signal: AbortSignal): Promise<TimeRange> {
  if (!isAll(t)) return t;
  const params = { q, time_range: toApiRange(t, zone), sort: "first_occurrence", page_size: 1, count: false };
  const [first] = (await ask<SearchResults>("Search", params, { signal })).results.events.objects;
  if (first === undefined) return t;
  const now = Math.ceil(Date.now() / 1000);
  return { from: Math.min(Math.floor(first.first_occurrence), now - shortestSeconds), to: now };
}

function isAll(t: TimeRange): boolean {
  return "preset" in t && t.preset === allMonths;
}

/** So that a single event has bars around it. */
const shortestSeconds = 60;

export type Search = ReturnType<typeof useSearch>;
