/**
 * The metrics of each part of the host, in the order in which they are stored. A change needs a new version of the
 * file.
 */
export const metricGroups = {
  /** Percent of the time since the sample before; `used` is all but idle and iowait. */
  cpu: ["user", "nice", "system", "iowait", "interrupt", "softirq", "steal", "idle", "used"],
  /** Bytes. */
  memory: ["total", "used", "free", "available", "buffers", "cached", "swap_total", "swap_used"],
  /** Bytes; `available` to users other than root. Percent of the space that is not reserved for root. */
  file_system: ["total", "used", "available", "used_percent"],
  /** Per second. `busy_percent`: of the time with work to do; over all disks that of the busiest. */
  disk: ["reads", "writes", "read_bytes", "written_bytes", "busy_percent"],
  /** Per second. */
  network: [
    "received_bytes",
    "sent_bytes",
    "received_packets",
    "sent_packets",
    "received_errors",
    "sent_errors",
    "received_dropped",
    "sent_dropped",
  ],
} as const;
export type MetricGroup = keyof typeof metricGroups;

/**
 * The part that stands for the whole: all processors, all disks, all interfaces except virtual ones; of file systems
 * the one that holds the data folder.
 */
export const wholeOf: Record<MetricGroup, string> = {
  cpu: "total",
  memory: "total",
  file_system: "data",
  disk: "total",
  network: "total",
};

/** Time between two samples. */
export const sampleSeconds = 15;

/**
 * Values by part of the host, each in the order of the group's metrics; NaN for values that the host does not report.
 */
export type PartValues = ReadonlyMap<string, readonly number[]>;

/** One sample. A group that the host does not offer is absent. */
export type HostSample = ReadonlyMap<MetricGroup, PartValues>;
