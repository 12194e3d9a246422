import { SegmentBuilder } from "../../../src/eventstore/build/segment-builder.ts";
import type { EventRow } from "../../../src/eventstore/event/event.ts";

/** Makes a segment, in its memory form, of events that get the ids `firstId`, `firstId + 1` … in the order given. */
export function buildSegment(events: readonly EventRow[], firstId: number): SharedArrayBuffer {
  const builder = new SegmentBuilder();
  for (const event of events) builder.add(event);
  return builder.build(firstId).bytes;
}
