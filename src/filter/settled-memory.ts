import type { Segment, SegmentMemory } from "../eventstore/segment.ts";
import type { TimeSpan } from "../eventstore/snapshot.ts";
import { isInside } from "./select-times.ts";

/** Where what is found of all rows of a segment is remembered; undefined where it would not hold for the next question: the span cuts it, or repeats lie beside it. */
export function settledMemory(segment: Segment, span: TimeSpan): SegmentMemory | undefined {
  return segment.memory?.isSettled && isInside(segment, span) ? segment.memory : undefined;
}
