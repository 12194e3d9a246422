import type { Segment } from "./segment.ts";

/** Events in an order, not yet materialised: writers read the columns of their segments. */
export interface EventBatch {
  rows: number;
  /** Each row once. One run is open at a time: to be gone through once, and not kept. */
  runs: Iterable<EventRun>;
  /** False: the runs follow on each other in the order of the events. */
  isGathered: boolean;
  /**
   * To be set to the amount of text in them, roughly: batches that are not in order are held in memory until they are.
   */
  characters: number;
}

/** Rows of one segment. */
export interface EventRun {
  segment: Segment;
  rows: Uint32Array;
  /** Which place each has in the batch. */
  places: Uint32Array;
}
