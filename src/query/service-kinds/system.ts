import * as z from "zod";
import type { MetricGroup } from "../../host-metrics/metric-groups.ts";
import { sampleSeconds } from "../../host-metrics/metric-groups.ts";
import { serviceKind } from "../service-kind.ts";

/** How the host does, from samples every 15 s: in each step the average, null where there was no sample. */
export const systemKinds = [
  systemKind("System_CPU", "cpu", "cpu", z.union([z.int().min(0).transform(String), name()])),
  systemKind("System_Memory", "memory"),
  systemKind("System_DF", "file_system", "fs", name()),
  systemKind("System_IOPS", "disk", "disk", name()),
  systemKind("System_Network", "network", "interface", name()),
];

/** `parameter` names the part of the host that is meant; without it, or without its value, the whole. */
function systemKind(type: string, group: MetricGroup, parameter?: string, schema: z.ZodType<string> = name()) {
  return serviceKind({
    type,
    parameters: parameter === undefined ? {} : { [parameter]: schema.optional() },
    stepUnitSeconds: sampleSeconds,
    permission: "view_system",
    answer: ({ params, steps }, { hostMetrics }) => {
      const part = parameter === undefined ? undefined : (params as Record<string, string | undefined>)[parameter];
      const seconds = Array.from(steps!.bounds, (micros) => micros / 1e6);
      return hostMetrics.summarize(group, part, seconds);
    },
  });
}

/** A file system's mount point, a disk, an interface. */
function name() {
  return z.string().min(1).max(4096);
}
