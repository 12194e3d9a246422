import type { Segment, SegmentMemory } from "../../eventstore/segment.ts";
import type { TimeSpan } from "../../eventstore/snapshot.ts";
import { isInside } from "../rows/select-times.ts";

/** A segment that a question is asked of. */
export interface AskedSegment {
  /** May be opened when this is first read. */
  readonly segment: Segment;
  /**
   * Where what is found of all its rows is remembered; undefined where it would not hold for the next question: the
   * span cuts it, or repeats lie beside it.
   */
  readonly settled: SegmentMemory | undefined;
}

/** `memory` of the segment with these bounds, where it is what `settled` says; else undefined. */
export function settledMemory(
  memory: SegmentMemory | undefined,
  bounds: Pick<Segment, "minTime" | "maxTime">,
  span: TimeSpan,
): SegmentMemory | undefined {
  return memory?.isSettled && isInside(bounds, span) ? memory : undefined;
}
