import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Marker } from "../../../api/markers/schema.ts";
import { ask } from "../../api/ask.ts";
import { call } from "../../api/call.ts";
import { type ApiTimeRange, toApiRange, writeRange } from "../../time/time-range.ts";
import { useZone } from "../../time/zone.ts";
import type { ChangesResult, DifferencesResult } from "../../widgets/results.ts";
import type { ChangesAddress } from "./changes-address.ts";

const listedMax = 100;
const shifts = { before: undefined, day: 86_400, week: 604_800 };

/** Asks what changed from one time to another, or since a marker. */
export function useChanges({ q, t, since, base, by }: ChangesAddress, run: number, isShown: boolean) {
  const zone = useZone();
  const marker = useQuery({
    queryKey: ["markers", "one", since],
    queryFn: ({ signal }) => call<Marker>("GET", `/api/markers/${since}`, { signal }),
    enabled: since !== null,
  });
  // Until now, as it was when it was asked: the address does not move with the clock.
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again, until then
  const now = useMemo(() => Math.ceil(Date.now() / 1000), [run, since]);
  const time_range: ApiTimeRange | undefined =
    since === null ? toApiRange(t, zone) : marker.data && { ts_from: marker.data.time, ts_to: now, timezone: zone };
  const shift = since === null ? shifts[base] : undefined;
  const found = useQuery({
    queryKey: ["changes", q, time_range, shift, by, run],
    queryFn: ({ signal }) => {
      const params = { q, time_range, by, limit: listedMax, ...(shift !== undefined && { base: { shift } }) };
      return ask<ChangesResult>("Changes", params, { signal });
    },
    enabled: isShown && time_range !== undefined,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return { marker, found };
}

/** Asks what distinguishes some events from all others of the time. */
export function useDifferences({ q, t, about }: ChangesAddress, run: number, isShown: boolean) {
  const zone = useZone();
  return useQuery({
    queryKey: ["differences", q, writeRange(t), zone, about, run],
    queryFn: ({ signal }) => {
      const params = { q, time_range: toApiRange(t, zone), selection_q: about, limit: listedMax };
      return ask<DifferencesResult>("Differences", params, { signal });
    },
    enabled: isShown && about !== "",
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
