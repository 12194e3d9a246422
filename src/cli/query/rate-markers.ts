import type { Client } from "../http-client.ts";

/** A named moment, such as a deploy. */
export interface Marker {
  /** Epoch seconds. */
  time: number;
  title: string;
  tags: string[];
}

/** The newest markers within the steps of a rate, up to the limit, earliest first. */
export async function markersOfRate(client: Client, results: Record<string, unknown>): Promise<Marker[]> {
  const { ts_from: from, ts_to: to } = (results.totals ?? {}) as { ts_from?: number; ts_to?: number };
  if (from === undefined || to === undefined) return [];
  const range = { ts_from: String(Math.floor(from)), ts_to: String(Math.ceil(to)) };
  const query = new URLSearchParams({ ...range, ordering: "-time", page_size: String(shownMax) });
  const { objects } = await client.send<{ objects: Marker[] }>({ path: `/api/markers?${query}`, retry: true });
  return objects.map(({ time, title, tags }) => ({ time, title, tags })).reverse();
}

/** More would hide the rate. */
const shownMax = 100;
