import type { StoredSegment } from "../read/stored-segment.ts";

export interface MergeSource {
  /** Its `times()` have the repeats to fold in. */
  view: StoredSegment;
  /** Only these rows, rising; undefined: all. */
  rows?: Uint32Array;
}
