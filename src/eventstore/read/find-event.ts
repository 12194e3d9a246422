import type { StoredEvent } from "../event/event.ts";
import type { Segment } from "../segment.ts";
import type { SegmentHandle } from "../snapshot.ts";

export interface FoundEvent {
  handle: SegmentHandle;
  row: number;
  event: StoredEvent;
}

/** The event of this id, undefined when the snapshot has none. Only opens segments whose range of ids holds it. */
export function findEvent(
  { segments }: { segments: readonly SegmentHandle[] },
  id: number,
  open: (handle: SegmentHandle) => Segment,
): FoundEvent | undefined {
  for (const handle of segments) {
    if (id < handle.minId || id > handle.maxId) continue;
    const segment = open(handle);
    const row = segment.rowOf(id);
    if (row >= 0) return { handle, row, event: segment.event(row) };
  }
  return undefined;
}
