import { Counter, Histogram, Registry } from "prom-client";
import type { Answered } from "../../http/mount.ts";
import type { Intake } from "../../ingest/intake.ts";
import { type Clock, systemClock } from "../../lib/clock.ts";
import type { WorkerPool } from "../../pool/worker-pool.ts";
import type { TriggerActions } from "../../triggers/actions/trigger-actions.ts";
import { register } from "./families.ts";
import { readOpenFiles } from "./open-files.ts";
import { serviceFamilies } from "./service-families.ts";

export interface MetricsParts {
  intake: Pick<Intake, "status">;
  pool: Pick<WorkerPool, "status">;
  actions: Pick<TriggerActions, "status">;
  isDiskFull(): boolean;
  version: string;
  clock?: Clock;
}

export interface Metrics {
  /** Counts a request; called with each answer. */
  note(answered: Answered): void;
  /** The exposition text of this moment. */
  read(): Promise<string>;
}

/** The media type of the exposition text. */
export const metricsMediaType = Registry.PROMETHEUS_CONTENT_TYPE;

/**
 * The metrics that Prometheus scrapes. Reads the intake's state once per scrape, and costs some microseconds per
 * request.
 */
export function createMetrics(parts: MetricsParts): Metrics {
  const { intake, pool, actions, isDiskFull, version, clock = systemClock } = parts;
  const registry = new Registry();
  const startedAt = clock() / 1000 - process.uptime();
  const setAll = register(serviceFamilies, registry);
  const answers = new Counter({
    name: "vigie_http_requests_total",
    help: "Requests answered, by route, method and status.",
    labelNames: ["route", "method", "status"],
    registers: [registry],
  });
  const durations = new Histogram({
    name: "vigie_http_request_duration_seconds",
    help: "Seconds until the answer began, by route.",
    labelNames: ["route"],
    buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10],
    registers: [registry],
  });
  return {
    note({ method, path = "other", status, seconds }) {
      answers.inc({ route: path, method: knownMethods.has(method) ? method : "other", status });
      durations.observe({ route: path }, seconds);
    },

    async read() {
      const [store, { openFiles, openFilesMax }] = await Promise.all([intake.status(), readOpenFiles()]);
      const { user, system } = process.cpuUsage();
      setAll({
        version,
        store,
        pool: pool.status(),
        triggers: actions.status(),
        isDiskFull: isDiskFull(),
        process: {
          residentBytes: process.memoryUsage.rss(),
          cpuSeconds: (user + system) / 1e6,
          startedAt,
          openFiles,
          openFilesMax,
        },
      });
      return registry.metrics();
    },
  };
}

/** A sender may put any word there, and labels must stay few. */
const knownMethods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
