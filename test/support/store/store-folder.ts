import { cpSync, existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import type { EventStoreOptions } from "../../../src/eventstore/catalog/event-store-options.ts";
import type { StoredEvent } from "../../../src/eventstore/event/event.ts";
import type { Commit, EventStore } from "../../../src/eventstore/event-store.ts";
import { openEventStore } from "../../../src/eventstore/open-event-store.ts";
import { createSegmentReader, type SegmentReader } from "../../../src/eventstore/read/segment-reader.ts";
import type { Snapshot } from "../../../src/eventstore/snapshot.ts";
import { processFolder } from "../process-folder.ts";
import { baseTime } from "./event-arbitrary.ts";
import { byId, eventsOf } from "./open-segment.ts";
import { UpkeepHere } from "./upkeep-here.ts";

/** In a file system in memory, if there is one, thousands of fsyncs cost nothing. */
const parent = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();

/** A name for an events folder that does not exist yet; removed at the end, or by the next process that tests. */
export function newFolder(): string {
  return join(processFolder(parent, "eventstore"), "events");
}

/** The files that a machine would find after the process died at this moment. */
export function copyOf(folder: string): string {
  const copy = newFolder();
  cpSync(folder, copy, { recursive: true });
  return copy;
}

/** A store for callers that have nothing to do while the disk works. */
export interface PatientStore extends EventStore {
  append(commit: Commit): void;
}

export function openStore(eventsFolder: string, more: Partial<EventStoreOptions> = {}): PatientStore {
  const store = openEventStore({
    eventsFolder,
    sealEvents: 1_000_000,
    sealAfterSeconds: 600,
    retentionDays: undefined,
    retentionBytes: undefined,
    minFreeBytes: 0,
    clock: () => baseTime / 1000,
    log: pino({ level: "silent" }),
    upkeep: new UpkeepHere(eventsFolder),
    ...more,
  });
  const append = (some: Commit) => {
    store.write(some);
    store.flush();
  };
  return Object.assign(store, { append });
}

export function commit(more: Partial<Commit>): Commit {
  return { events: [], repeats: [], keys: [], losses: {}, received: 0, ...more };
}

export function doAllUpkeep(store: EventStore): void {
  while (store.doUpkeep(1_000));
}

export function readAll(store: EventStore): StoredEvent[] {
  const snapshot = store.snapshot();
  const reader = createSegmentReader({ cacheBytes: 1_000_000 });
  try {
    return readSnapshot(snapshot, reader);
  } finally {
    reader.close();
    store.release(snapshot.lease);
  }
}

/** All events of a snapshot by id, after checking that each handle tells the truth about its segment. */
export function readSnapshot(snapshot: Snapshot, reader: SegmentReader): StoredEvent[] {
  const events = snapshot.segments.flatMap((handle) => {
    const found = eventsOf(reader.open(handle, snapshot.eventsFolder));
    const times = found.flatMap((event) => event.times);
    const truth = {
      rows: found.length,
      minId: Math.min(...found.map(({ id }) => id)),
      maxId: Math.max(...found.map(({ id }) => id)),
      minTime: Math.min(...times),
      maxTime: Math.max(...times),
      occurrences: times.length,
    };
    for (const [name, value] of Object.entries(truth))
      if (handle[name as keyof typeof truth] !== value) throw new Error(`A handle says another ${name} than ${value}.`);
    return found;
  });
  return byId(events);
}
