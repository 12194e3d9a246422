import { DamagedSegmentError } from "../../eventstore/errors.ts";
import type { Micros, StoredEvent } from "../../eventstore/event/event.ts";
import type { EventStore } from "../../eventstore/event-store.ts";
import { createSegmentReader, type SegmentReader } from "../../eventstore/read/segment-reader.ts";
import type { FileSegment } from "../../eventstore/snapshot.ts";
import { dedupEventsMax, rebuildCacheBytes } from "../limits.ts";

/**
 * What de-duplication has to know after a start, in id order: all that is not sealed, and of the sealed events (an
 * orderly stop seals everything) those seen since `from`. Called once, by the thread that owns the store, before it
 * takes anything in.
 */
export function* readRecentEvents(store: EventStore, from: Micros): Generator<StoredEvent> {
  yield* readSealed(store, from).sort((a, b) => a.id - b.id);
  yield* store.unsealed();
}

function readSealed(store: EventStore, from: Micros): StoredEvent[] {
  const snapshot = store.snapshot({ from, to: Number.POSITIVE_INFINITY });
  const reader = createSegmentReader({ cacheBytes: rebuildCacheBytes });
  const recent: StoredEvent[] = [];
  try {
    for (const handle of snapshot.segments)
      if (handle.place === "file" && recent.length < dedupEventsMax)
        addRecent(recent, store, reader, handle, snapshot.eventsFolder, from);
  } finally {
    reader.close();
    store.release(snapshot.lease);
  }
  return recent;
}

/**
 * A damaged day is set aside, as it would be by the first query.
 * Parameters: called for each event of a start.
 */
function addRecent(
  recent: StoredEvent[],
  store: EventStore,
  reader: SegmentReader,
  handle: FileSegment,
  eventsFolder: string,
  from: Micros,
): void {
  try {
    const segment = reader.open(handle, eventsFolder);
    const { last } = segment.times();
    for (let row = segment.rows - 1; row >= 0 && recent.length < dedupEventsMax; row--)
      if (last[row]! >= from) recent.push(segment.event(row));
  } catch (error) {
    if (!(error instanceof DamagedSegmentError)) throw error;
    store.setAside(error.damage);
  }
}
