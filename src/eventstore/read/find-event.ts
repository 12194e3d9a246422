import type { StoredEvent } from "../event/event.ts";
import type { Segment } from "../segment.ts";
import type { Snapshot } from "../snapshot.ts";
import type { SegmentReader } from "./segment-reader.ts";

export interface FoundEvent {
  segment: Segment;
  row: number;
  event: StoredEvent;
}

/** The event of this id, undefined when the snapshot has none. Only opens segments whose range of ids holds it. */
export function findEvent(snapshot: Snapshot, id: number, reader: SegmentReader): FoundEvent | undefined {
  for (const handle of snapshot.segments) {
    if (id < handle.minId || id > handle.maxId) continue;
    const segment = reader.open(handle, snapshot.eventsFolder);
    const row = segment.rowOf(id);
    if (row >= 0) return { segment, row, event: segment.event(row) };
  }
  return undefined;
}
