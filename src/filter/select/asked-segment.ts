import type { Segment, SegmentCache } from "../../eventstore/segment.ts";
import type { TimeSpan } from "../../eventstore/snapshot.ts";
import { isInside } from "../rows/select-times.ts";

/** A segment to answer a question from. */
export interface AskedSegment {
  /** May be opened when this is first read. */
  readonly segment: Segment;
  /**
   * The cache entry for findings about all rows of a segment; undefined where they would be wrong for the next
   * question: the span cuts the segment, or repeats lie beside it.
   */
  readonly wholeCache: SegmentCache | undefined;
}

/** The segment's `cache` where `wholeCache` allows it with these bounds; else undefined. */
export function wholeSegmentCache(
  cache: SegmentCache | undefined,
  bounds: Pick<Segment, "minTime" | "maxTime">,
  span: TimeSpan,
): SegmentCache | undefined {
  return cache?.isFinal && isInside(bounds, span) ? cache : undefined;
}
