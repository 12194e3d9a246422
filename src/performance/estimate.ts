import type { StoreStatus } from "../eventstore/event-store.ts";
import type { Capacity } from "./measure-capacity.ts";
import { percentile, rounded } from "./percentiles.ts";

export interface EstimateInput {
  capacity: Capacity;
  /** Milliseconds of typical answers over what is stored; none: nothing is stored, or the caller may not search. */
  queryTimes: readonly number[];
  status: Pick<StoreStatus, "days" | "freeBytes">;
  retention: { retentionBytes: number; retentionDays: number; minFreeBytes: number };
  cpuCount: number;
  /** Seconds that it took. */
  duration: number;
}

export interface EstimateResult {
  max_eps: number;
  parser_eps: number;
  store_eps: number;
  /** Null: there are no triggers, so they hold nothing up. */
  trigger_eps: null;
  /** Null: nothing is stored that could be asked, or the caller may not search. */
  query_ms: number | null;
  bytes_per_event: number;
  /** Whose size it is: that of the events in sealed files, or, while there are none, of made-up ones. */
  bytes_per_event_of: "stored" | "scratch";
  retention_days_at: { eps: number; days: number }[];
  cpu_count: number;
  duration: number;
}

/** Says what was measured, and what follows from it by division alone. */
export function estimate({
  capacity,
  queryTimes,
  status,
  retention,
  cpuCount,
  duration,
}: EstimateInput): EstimateResult {
  const sealed = sizeOf(status.days);
  const isStored = sealed.events > 0;
  const bytesPerEvent = isStored ? sealed.bytes / sealed.events : capacity.bytesPerEvent;
  const maxEps = Math.floor(Math.min(capacity.parserEps, capacity.storeEps));
  const daysAt = (eps: number) => daysOf(eps * bytesPerEvent, sealed.bytes + status.freeBytes, retention);
  return {
    max_eps: maxEps,
    parser_eps: Math.round(capacity.parserEps),
    store_eps: Math.round(capacity.storeEps),
    trigger_eps: null,
    query_ms: queryTimes.length === 0 ? null : rounded(percentile(queryTimes, 0.5)),
    bytes_per_event: Math.round(bytesPerEvent * 10) / 10,
    bytes_per_event_of: isStored ? "stored" : "scratch",
    retention_days_at: [...rates, maxEps].map((eps) => ({ eps, days: daysAt(eps) })),
    cpu_count: cpuCount,
    duration,
  };
}

const rates = [10, 100, 1000, 10_000];

function sizeOf(days: StoreStatus["days"]): { events: number; bytes: number } {
  return {
    events: days.reduce((sum, { events }) => sum + events, 0),
    bytes: days.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

/** How long the disk lasts, or what the settings allow of it. */
function daysOf(
  bytesPerSecond: number,
  diskBytes: number,
  { retentionBytes, retentionDays, minFreeBytes }: EstimateInput["retention"],
): number {
  const usableBytes = Math.max(0, diskBytes - minFreeBytes);
  const budgetBytes = retentionBytes === 0 ? usableBytes : Math.min(usableBytes, retentionBytes);
  const days = budgetBytes / bytesPerSecond / 86_400;
  return Math.round((retentionDays === 0 ? days : Math.min(days, retentionDays)) * 10) / 10;
}
