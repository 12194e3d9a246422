import {
  addUncounted,
  type LossCounts,
  lossCauses,
  type OriginCounts,
  type StoreStatus,
  type Uncounted,
  type UncountedCounts,
  uncountedOf,
} from "../../eventstore/event-store.ts";
import type { PoolStatus } from "../../pool/worker-pool.ts";
import type { TriggerStatus } from "../../triggers/actions/trigger-actions.ts";
import type { Family, Sample } from "./families.ts";

/** One view of the service. */
export interface ServiceFacts {
  version: string;
  store: StoreStatus;
  pool: PoolStatus;
  triggers: TriggerStatus;
  isDiskFull: boolean;
  process: { residentBytes: number; cpuSeconds: number; startedAt: number; openFiles: number; openFilesMax: number };
}

/** Metrics of the service itself. Labels have few values: protocols, causes and weights, never senders. */
export const serviceFamilies: readonly Family<ServiceFacts>[] = [
  {
    name: "vigie_build_info",
    help: "1, with the version as a label.",
    type: "gauge",
    labels: ["version"],
    read: ({ version }) => [[1, { version }]],
  },
  ...intakeFamilies(),
  ...storageFamilies(),
  ...workFamilies(),
  ...processFamilies(),
];

function intakeFamilies(): Family<ServiceFacts>[] {
  return [
    {
      name: "vigie_events_received_total",
      help: "Events received since the first start, stored or not.",
      type: "counter",
      read: ({ store }) => [[store.received]],
    },
    {
      name: "vigie_events_stored_total",
      help: "Occurrences stored since the first start, also those that retention removed.",
      type: "counter",
      read: ({ store }) => [[store.stored]],
    },
    {
      name: "vigie_events_affected_total",
      help: "Events not stored as they came, by cause; of these, cut and out_of_time are stored.",
      type: "counter",
      labels: ["cause"],
      read: ({ store }) => lossCauses.map((cause): Sample => [store.loss[cause], { cause }]),
    },
    {
      name: "vigie_deliveries_refused_total",
      help: "Deliveries refused before their events were counted, by cause; in no count of events.",
      type: "counter",
      labels: ["cause"],
      read: ({ store }) => refusals(store, "deliveries"),
    },
    {
      name: "vigie_deliveries_refused_bytes_total",
      help: "Bytes of these deliveries, so far as they are known.",
      type: "counter",
      labels: ["cause"],
      read: ({ store }) => refusals(store, "bytes"),
    },
    {
      name: "vigie_protocol_deliveries_refused_total",
      help: "Deliveries refused before their events were counted, by protocol and cause.",
      type: "counter",
      labels: ["protocol", "cause"],
      read: ({ store }) =>
        byProtocol(store.origins).flatMap(({ protocol, uncounted }) =>
          Object.entries(uncounted).map(([cause, { deliveries }]): Sample => [deliveries, { protocol, cause }]),
        ),
    },
    {
      name: "vigie_protocol_events_received_total",
      help: "Events received, by protocol.",
      type: "counter",
      labels: ["protocol"],
      read: ({ store }) => byProtocol(store.origins).map(({ protocol, received }): Sample => [received, { protocol }]),
    },
    {
      name: "vigie_protocol_events_stored_total",
      help: "Occurrences stored, by protocol.",
      type: "counter",
      labels: ["protocol"],
      read: ({ store }) => byProtocol(store.origins).map(({ protocol, stored }): Sample => [stored, { protocol }]),
    },
    {
      name: "vigie_protocol_events_affected_total",
      help: "Events not stored as they came, by protocol and cause.",
      type: "counter",
      labels: ["protocol", "cause"],
      read: ({ store }) =>
        byProtocol(store.origins).flatMap(({ protocol, loss }) =>
          Object.entries(loss).map(([cause, count]): Sample => [count, { protocol, cause }]),
        ),
    },
  ];
}

function storageFamilies(): Family<ServiceFacts>[] {
  return [
    {
      name: "vigie_storage_free_bytes",
      help: "Bytes that may still be written in the file system of the data folder.",
      type: "gauge",
      read: ({ store }) => [[store.freeBytes]],
    },
    {
      name: "vigie_storage_full",
      help: "1 while too few bytes are free and writes are refused.",
      type: "gauge",
      read: ({ isDiskFull }) => [[isDiskFull ? 1 : 0]],
    },
    {
      name: "vigie_storage_files",
      help: "Days with sealed events.",
      type: "gauge",
      read: ({ store }) => [[store.days.length]],
    },
    {
      name: "vigie_storage_sealed_bytes",
      help: "Bytes of the files of all days.",
      type: "gauge",
      read: ({ store }) => [[sum(store.days, ({ bytes }) => bytes)]],
    },
    {
      name: "vigie_storage_sealed_events",
      help: "Events in the files of all days.",
      type: "gauge",
      read: ({ store }) => [[sum(store.days, ({ events }) => events)]],
    },
    {
      name: "vigie_storage_segments",
      help: "Segments in the files of all days; many small ones are merged over time.",
      type: "gauge",
      read: ({ store }) => [[sum(store.days, ({ segments }) => segments)]],
    },
    {
      name: "vigie_storage_damaged_files",
      help: "Files that could not be read and were set aside.",
      type: "gauge",
      read: ({ store }) => [[store.damaged.length]],
    },
    {
      name: "vigie_tail_events",
      help: "Events on disk that are not in the file of their day yet.",
      type: "gauge",
      read: ({ store }) => [[store.tail.events]],
    },
    {
      name: "vigie_tail_bytes",
      help: "Bytes they take in memory.",
      type: "gauge",
      read: ({ store }) => [[store.tail.bytes]],
    },
  ];
}

function workFamilies(): Family<ServiceFacts>[] {
  return [
    {
      name: "vigie_pool_threads",
      help: "Threads for questions and exports that are there now.",
      type: "gauge",
      read: ({ pool }) => [[pool.threads]],
    },
    {
      name: "vigie_pool_tasks_running",
      help: "Questions and exports at work.",
      type: "gauge",
      labels: ["weight"],
      read: ({ pool }) => byWeight(pool.running),
    },
    {
      name: "vigie_pool_tasks_waiting",
      help: "Questions and exports that wait for a thread.",
      type: "gauge",
      labels: ["weight"],
      read: ({ pool }) => byWeight(pool.waiting),
    },
    {
      name: "vigie_triggers_active",
      help: "Triggers switched on.",
      type: "gauge",
      read: ({ triggers }) => [[triggers.active]],
    },
    {
      name: "vigie_trigger_messages_owed",
      help: "Mails and webhooks not delivered yet.",
      type: "gauge",
      read: ({ triggers }) => [[triggers.owed]],
    },
  ];
}

/** Named as in every client library of Prometheus. */
function processFamilies(): Family<ServiceFacts>[] {
  return [
    {
      name: "process_resident_memory_bytes",
      help: "Resident memory in bytes.",
      type: "gauge",
      read: ({ process }) => [[process.residentBytes]],
    },
    {
      name: "process_cpu_seconds_total",
      help: "Processor time of all threads in seconds.",
      type: "counter",
      read: ({ process }) => [[process.cpuSeconds]],
    },
    {
      name: "process_start_time_seconds",
      help: "Start of the process in epoch seconds.",
      type: "gauge",
      read: ({ process }) => [[process.startedAt]],
    },
    {
      name: "process_open_fds",
      help: "Open file descriptors.",
      type: "gauge",
      read: ({ process }) => (process.openFiles < 0 ? [] : [[process.openFiles]]),
    },
    {
      name: "process_max_fds",
      help: "Most file descriptors that may be open.",
      type: "gauge",
      read: ({ process }) => (process.openFilesMax < 0 ? [] : [[process.openFilesMax]]),
    },
  ];
}

interface ProtocolCounts {
  protocol: string;
  received: number;
  stored: number;
  loss: Partial<LossCounts>;
  uncounted: UncountedCounts;
}

function refusals({ origins }: StoreStatus, unit: keyof Uncounted): Sample[] {
  return Object.entries(uncountedOf(origins)).map(([cause, refused]): Sample => [refused[unit], { cause }]);
}

/** Sources and tokens are too many to be labels; `/api/system` names them. */
function byProtocol(origins: readonly OriginCounts[]): ProtocolCounts[] {
  const sums = new Map<string, ProtocolCounts>();
  for (const { protocol, received, stored, loss, uncounted } of origins) {
    const sumOf = sums.get(protocol) ?? { protocol, received: 0, stored: 0, loss: {}, uncounted: {} };
    sums.set(protocol, sumOf);
    sumOf.received += received;
    sumOf.stored += stored;
    addUncounted(sumOf.uncounted, uncounted);
    for (const cause of lossCauses) if (loss[cause]) sumOf.loss[cause] = (sumOf.loss[cause] ?? 0) + loss[cause];
  }
  return [...sums.values()].sort((a, b) => (a.protocol < b.protocol ? -1 : 1));
}

function byWeight({ light, heavy }: PoolStatus["running"]): Sample[] {
  return [
    [light, { weight: "light" }],
    [heavy, { weight: "heavy" }],
  ];
}

function sum<Item>(items: readonly Item[], read: (item: Item) => number): number {
  return items.reduce((total, item) => total + read(item), 0);
}
