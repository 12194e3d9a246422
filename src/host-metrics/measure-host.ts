import { join } from "node:path";
import { type Clock, systemClock } from "../lib/clock.ts";
import type { Logger } from "../lib/log.ts";
import { type HostMetrics, openHostMetrics } from "./host-metrics.ts";
import { HostReader } from "./host-reader.ts";

/** Measures this machine, and keeps the samples in the data folder. */
export function measureHost(
  dataFolder: string,
  isDiskFull: () => boolean,
  log: Logger,
  clock: Clock = systemClock,
): HostMetrics {
  const path = join(dataFolder, "host-metrics.sqlite");
  const reader = new HostReader(dataFolder);
  return openHostMetrics({ reader, path, isDiskFull, log: log.child({ subsystem: "host-metrics" }), clock });
}
