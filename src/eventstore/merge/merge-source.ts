import type { SegmentView } from "../read/stored-segment.ts";

export interface MergeSource {
  /** Its `times()` have the repeats to fold in. */
  view: SegmentView;
  /** Only these rows, rising; undefined: all. */
  rows?: Uint32Array;
}
