import type { StoreStatus } from "../eventstore/event-store.ts";
import type { Capacity } from "./measure/measure-capacity.ts";
import { percentile, rounded } from "./measure/percentiles.ts";
import { projectQueries, type TypicalQueries } from "./project-queries.ts";
import type { EarlierEstimate, EstimateResult } from "./result-schemas.ts";
import { type DiskBudget, diskBudgetOf, retentionDaysAt } from "./retention-days.ts";

export interface EstimateInput {
  capacity: Capacity;
  samples: EstimateResult["samples"];
  triggerCount: number;
  queries: TypicalQueries;
  status: Pick<StoreStatus, "days" | "tail" | "freeBytes">;
  disk: DiskBudget;
  /** The requested rate; null: none. */
  eps: number | null;
  /** Average rate of arrivals within the last 24 hours. */
  currentEps: number;
  cpuCount: number;
  /** Seconds that it took. */
  duration: number;
  history: EarlierEstimate[];
}

/** Describes the measurements and their consequences. */
export function estimate(input: EstimateInput): EstimateResult {
  const { capacity, samples, triggerCount, queries, status, disk, eps, currentEps, cpuCount, duration, history } =
    input;
  const sealed = sizeOf(status.days);
  const isStored = sealed.events > 0;
  const bytesPerEvent = isStored ? sealed.bytes / sealed.events : capacity.bytesPerEvent;
  const rates = {
    max_eps: maxEpsOf(capacity, cpuCount),
    parser_eps: Math.round(capacity.parserEps),
    store_eps: Math.round(capacity.storeEps),
    trigger_eps: finite(capacity.triggerEps),
    http_eps: Math.round(capacity.httpEps),
    query_ms: queries.questions.length === 0 ? null : rounded(medianOf(queries.questions.flatMap(({ ms }) => ms))),
    bytes_per_event: bytesPerEvent === null ? null : Math.round(bytesPerEvent * 10) / 10,
  };
  const diskBytes = diskBudgetOf(disk, sealed.bytes + status.freeBytes);
  const sizes = [...new Set([...(eps === null ? [] : [Math.round(eps * 86_400)]), ...projectedSizes])];
  return {
    ...rates,
    query_ms_at: projectQueries(capacity.questions, queries, sizes),
    stored_events: sealed.events + status.tail.events,
    bytes_per_event_of: isStored ? "stored" : "scratch",
    samples,
    rule_count: capacity.ruleCount,
    trigger_count: triggerCount,
    disk_bytes: diskBytes,
    retention_days_at: retentionDaysAt({ eps, currentEps, maxEps: rates.max_eps }, bytesPerEvent, diskBytes, disk),
    cpu_count: cpuCount,
    duration,
    drift: driftOf(rates, history),
    history,
  };
}

const projectedSizes = [1_000_000, 10_000_000, 100_000_000];

/** One thread takes events in, another sends and receives bodies; if these occupy all processors, they share them. */
function maxEpsOf({ storeEps, httpEps }: Capacity, cpuCount: number): number {
  const together = cpuCount / (1 / storeEps + 1 / httpEps);
  return Math.floor(Math.min(storeEps, httpEps, together));
}

function sizeOf(days: StoreStatus["days"]): { events: number; bytes: number } {
  return {
    events: days.reduce((sum, { events }) => sum + events, 0),
    bytes: days.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

/** If the rules drop every event, no event is left for triggers. */
function finite(eps: number | null): number | null {
  return eps === null || !Number.isFinite(eps) ? null : Math.round(eps);
}

type Rates = Pick<EarlierEstimate, "max_eps" | "parser_eps" | "store_eps" | "query_ms">;

function driftOf(now: Rates, history: readonly EarlierEstimate[]): EstimateResult["drift"] {
  if (history.length === 0) return null;
  const change = (key: keyof Rates) => {
    const before = history.flatMap((one) => one[key] ?? []);
    const value = now[key];
    return value === null || before.length === 0 ? null : Math.round((value / medianOf(before) - 1) * 1000) / 1000;
  };
  return {
    max_eps: change("max_eps")!,
    parser_eps: change("parser_eps")!,
    store_eps: change("store_eps")!,
    query_ms: change("query_ms"),
  };
}

function medianOf(values: readonly number[]): number {
  return percentile(values, 0.5);
}
