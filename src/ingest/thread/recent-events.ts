import { DamagedSegmentError, faultOf } from "../../eventstore/errors.ts";
import type { Micros, StoredEvent } from "../../eventstore/event/event.ts";
import type { EventStore } from "../../eventstore/event-store.ts";
import { createSegmentReader, type SegmentReader } from "../../eventstore/read/segment-reader.ts";
import type { Segment } from "../../eventstore/segment.ts";
import type { FileSegment } from "../../eventstore/snapshot.ts";
import { dedupEventsMax, rebuildCacheBytes } from "../limits.ts";

/**
 * What de-duplication has to know after a start, in id order: all that is not sealed, and of the sealed events (an
 * orderly stop seals everything) those seen since `from`. One event is in memory at a time, however many a wrong clock
 * makes recent. Called once, by the thread that owns the store, before it takes anything in.
 */
export function* readRecentEvents(store: EventStore, from: Micros): Generator<StoredEvent> {
  yield* readSealed(store, from);
  yield* store.unsealed();
}

/** Where an event lies. */
interface Place {
  id: number;
  row: number;
  handle: FileSegment;
}

function* readSealed(store: EventStore, from: Micros): Generator<StoredEvent> {
  const { lease, segments, eventsFolder } = store.snapshot({ from, to: Number.POSITIVE_INFINITY });
  const reader = createSegmentReader({ cacheBytes: rebuildCacheBytes });
  const sealed = new Sealed(store, reader, eventsFolder);
  try {
    const places: Place[] = [];
    for (const handle of segments)
      if (handle.place === "file")
        sealed.attempt(handle, (segment) => {
          const { last } = segment.times();
          const ids = segment.ids();
          for (let row = segment.rows - 1; row >= 0 && places.length < dedupEventsMax; row--)
            if (last[row]! >= from) places.push({ id: ids[row]!, row, handle });
        });
    for (const { row, handle } of places.sort((a, b) => a.id - b.id)) {
      const event = sealed.attempt(handle, (segment) => segment.event(row));
      if (event) yield event;
    }
  } finally {
    reader.close();
    store.release(lease);
  }
}

/** Reads segments; one that is damaged is set aside, as it would be by the first query, and not read again. */
class Sealed {
  private readonly opened = new Map<FileSegment, Segment | undefined>();

  constructor(
    private readonly store: EventStore,
    private readonly reader: SegmentReader,
    private readonly eventsFolder: string,
  ) {}

  attempt<T>(handle: FileSegment, read: (segment: Segment) => T): T | undefined {
    try {
      if (!this.opened.has(handle)) this.opened.set(handle, this.reader.open(handle, this.eventsFolder));
      const segment = this.opened.get(handle);
      return segment && read(segment);
    } catch (error) {
      if (!(error instanceof DamagedSegmentError) && faultOf(error) !== "content") throw error;
      const { place, day, segmentId } = handle;
      const reason = String(error);
      this.store.setAside(
        error instanceof DamagedSegmentError ? error.damage : { day, segment: { place, day, segmentId }, reason },
      );
      this.opened.set(handle, undefined);
      return undefined;
    }
  }
}
