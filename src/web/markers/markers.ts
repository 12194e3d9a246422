import { useQuery } from "@tanstack/react-query";
import type { Marker } from "../../api/markers/schema.ts";
import { call } from "../api/call.ts";
import { offers } from "../api/facts.ts";
import { queryClient } from "../api/query-client.ts";

/** The latest first. */
interface MarkerPage {
  objects: Marker[];
  /** Also counts those that are not listed here. */
  item_count: number;
}

/** One page of the API's list; a histogram joins markers that stand close together. */
const shownMax = 1_000;

/** The latest of the moments that people marked in a range, such as deploys and incidents; and how many there are. */
export function useMarkers(range: { from: number; to: number } | undefined) {
  const [from, to] = [range && Math.floor(range.from), range && Math.ceil(range.to)];
  return useQuery({
    queryKey: ["markers", from, to],
    queryFn: ({ signal }) => {
      const query = { ts_from: from, ts_to: to, page_size: shownMax };
      return call<MarkerPage>("GET", "/api/markers", { query, signal });
    },
    enabled: range !== undefined && offers("GET /api/markers"),
    placeholderData: (previous) => previous,
  });
}

const latestShown = 20;

/** The latest of all. */
export function useLatestMarkers() {
  return useQuery({
    queryKey: ["markers", "latest"],
    queryFn: async ({ signal }) => {
      const query = { page_size: latestShown };
      return (await call<MarkerPage>("GET", "/api/markers", { query, signal })).objects;
    },
    enabled: offers("GET /api/markers"),
  });
}

export async function setMarker(title: string, time: number, tags: readonly string[]): Promise<Marker> {
  const marker = await call<Marker>("POST", "/api/markers", { body: { title, time, tags } });
  await refreshMarkers();
  return marker;
}

export async function removeMarker({ id }: Marker): Promise<void> {
  await call("DELETE", `/api/markers/${id}`);
  await refreshMarkers();
}

function refreshMarkers(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ["markers"] });
}
