import type { Segment, SegmentCache } from "../../eventstore/segment.ts";
import type { TimeSpan } from "../../eventstore/snapshot.ts";
import { isInside } from "../rows/select-times.ts";

/** A segment that a question is asked of. */
export interface AskedSegment {
  /** May be opened when this is first read. */
  readonly segment: Segment;
  /**
   * The cache entry for findings about all rows of a segment; undefined where they would not hold for the next
   * question: the span cuts the segment, or repeats lie beside it.
   */
  readonly wholeCache: SegmentCache | undefined;
}

/** `cache` of the segment with these bounds, where it is what `wholeCache` says; else undefined. */
export function wholeSegmentCache(
  cache: SegmentCache | undefined,
  bounds: Pick<Segment, "minTime" | "maxTime">,
  span: TimeSpan,
): SegmentCache | undefined {
  return cache?.isFinal && isInside(bounds, span) ? cache : undefined;
}
