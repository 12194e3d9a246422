import { availableParallelism } from "node:os";
import { type StoreStatus, uncountedOf } from "../../eventstore/event-store.ts";
import type { ConnectionGuard, GuardStatus } from "../../http/connections/connection-guard.ts";
import type { Intake } from "../../ingest/intake.ts";
import { type Clock, nowSeconds, systemClock } from "../../lib/clock.ts";
import type { RuleState } from "../../parser-rules/run/active-rules.ts";
import type { WorkerPool } from "../../pool/worker-pool.ts";
import type { ServiceSources } from "../../query/service-kind.ts";
import { noisiest } from "../../query/service-kinds/loss-ledger.ts";
import { residentBytes } from "../../runtime/process-memory.ts";
import type { TriggerActions } from "../../triggers/actions/trigger-actions.ts";
import { arrivalWindow, summarizeArrivals } from "./arrivals.ts";
import { forecastStorage, type KeptEvents } from "./forecast.ts";
import { noisiestMax, rulesListedMax } from "./limits.ts";
import type { System, SystemQuery } from "./schema.ts";

export type SystemService = ReturnType<typeof createSystemService>;

export interface SystemServiceParts {
  intake: Pick<Intake, "status" | "arrivals" | "ruleStates">;
  pool: Pick<WorkerPool, "status">;
  actions: Pick<TriggerActions, "status">;
  tokenNames: ServiceSources["tokenNames"];
  isDiskFull(): boolean;
  kept(): KeptEvents;
  connections: ConnectionGuard["status"];
  version: string;
  clock?: Clock;
}

/** State of the service itself: what it holds and has lost, and how busy it is. Its uptime counts from this call. */
export function createSystemService({
  intake,
  pool,
  actions,
  tokenNames,
  isDiskFull,
  kept,
  connections,
  version,
  clock = systemClock,
}: SystemServiceParts) {
  const startedAt = nowSeconds(clock);
  const startedMs = performance.now();
  return {
    async read({ minutes }: SystemQuery): Promise<System> {
      const nowMs = clock();
      const { fromMs, toMs } = arrivalWindow(nowMs, minutes);
      const [status, arrivals, rules] = await Promise.all([
        intake.status(),
        intake.arrivals(fromMs, toMs),
        intake.ruleStates(),
      ]);
      const { threads: started, running, waiting, memory } = pool.status();
      return {
        version,
        started_at: startedAt,
        uptime_seconds: Math.round(performance.now() - startedMs) / 1000,
        received: status.received,
        stored: status.stored,
        lost: status.received - status.stored,
        loss: status.loss,
        uncounted: uncountedOf(status.origins),
        noisiest: noisiest(status.origins, noisiestMax, tokenNames),
        ingest: summarizeArrivals(arrivals, nowMs, minutes),
        storage: storageOf(status, isDiskFull(), kept(), nowMs),
        damaged: status.damaged,
        parked: status.parked.map(({ sinceMs, ...parked }) => ({ ...parked, since: Math.floor(sinceMs / 1000) })),
        triggers: actions.status(),
        parser_rules: rulesOf(rules),
        process: readProcess(),
        connections: connectionsOf(connections()),
        threads: { started, running, waiting },
        large_work: { most_bytes: memory.totalBytes, taken_bytes: memory.takenBytes, waiting: memory.waiting },
      };
    },
  };
}

function storageOf(
  { freeBytes, days, tail }: StoreStatus,
  isFull: boolean,
  kept: KeptEvents,
  nowMs: number,
): System["storage"] {
  return {
    free_bytes: freeBytes,
    is_full: isFull,
    sealed_bytes: days.reduce((sum, { bytes }) => sum + bytes, 0),
    kept: {
      retention_days: kept.retentionDays,
      retention_bytes: kept.retentionBytes,
      min_free_bytes: kept.minFreeBytes,
    },
    forecast: forecastStorage(days, freeBytes, kept, nowMs),
    days: [...days].sort((a, b) => (a.day < b.day ? -1 : 1)),
    tail,
  };
}

function rulesOf(states: readonly RuleState[]): System["parser_rules"] {
  const inForce = states.filter(({ isEnabled, error }) => isEnabled && error === undefined);
  return {
    enabled: inForce.length,
    not_loaded: states
      .flatMap(({ fileName, error }) =>
        error === undefined ? [] : [{ file: fileName, line: error.line, reason: error.reason }],
      )
      .slice(0, rulesListedMax),
    switched_off: inForce
      .flatMap(({ fileName, rules }) =>
        rules.flatMap(({ name, isOff }) => (isOff ? [{ file: fileName, rule: name }] : [])),
      )
      .slice(0, rulesListedMax),
  };
}

function connectionsOf(status: GuardStatus | undefined): System["connections"] {
  if (status === undefined) return null;
  const { open, halfOpen, endedHalfOpen, endedIdle, bounds, descriptorLimit } = status;
  return {
    open,
    half_open: halfOpen,
    most: bounds.total,
    most_per_address: bounds.perPeer,
    most_streams: bounds.streams,
    ended: { half_open: endedHalfOpen, idle: endedIdle },
    open_files_limit: descriptorLimit,
  };
}

function readProcess(): System["process"] {
  const { user, system } = process.cpuUsage();
  return {
    memory_bytes: residentBytes(),
    cpu_seconds: (user + system) / 1e6,
    cpu_count: availableParallelism(),
  };
}
