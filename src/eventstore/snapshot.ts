import type { Micros } from "./event/event.ts";

/**
 * One instant of the store: the list of segments a query reads. Made by the intake thread, sent through the main
 * thread to a worker, opened there by a SegmentReader. The segments it names stay readable until its lease is released.
 */
export interface Snapshot {
  /** What `release` takes. */
  lease: number;
  eventsFolder: string;
  /** Number of the last commit that it has. */
  commit: number;
  /** Newest first, by maxTime. Only those that touch the asked range. */
  segments: SegmentHandle[];
  /** Days that could not be read and what became of their file. */
  warnings: DamagedDay[];
  /** When it is read as of an earlier commit: what came after that. */
  later?: LaterRepeats;
}

export interface LaterRepeats {
  repeats: RepeatList | undefined;
  /** False: some came so long ago, or were so many, that they are not known any more. */
  isComplete: boolean;
}

export type SegmentHandle = MemorySegment | FileSegment;

/** Part of the unsealed tail. `bytes` is an encoded segment in shared memory; nothing in it changes any more. */
export interface MemorySegment extends SegmentSummary {
  place: "memory";
  bytes: SharedArrayBuffer;
  repeats: RepeatList | undefined;
}

/** A sealed segment in `<eventsFolder>/<day>.sqlite`. */
export interface FileSegment extends SegmentSummary {
  place: "file";
  /** YYYY-MM-DD, UTC. */
  day: string;
  /** Row id in table `segment` of the day file; never used twice. */
  segmentId: number;
  repeats: RepeatList | undefined;
}

export interface SegmentSummary {
  rows: number;
  minId: number;
  maxId: number;
  /** Over all occurrences, repeats included, both inclusive. */
  minTime: Micros;
  maxTime: Micros;
  occurrences: number;
}

/** Occurrences of this segment's events that came after the segment was made: pairs of event id and time. */
export interface RepeatList {
  ids: Float64Array;
  times: Float64Array;
  /**
   * Absent when no trigger fired for any: the sets (fired-set.ts), and by repeat the number of its set from 1, 0 for
   * none.
   */
  fired?: { sets: readonly string[]; numbers: Float64Array };
  /** Occurrences that are left out again, wherever they are: in the segment or above. */
  without?: RepeatList;
}

export interface DamagedDay {
  file: string;
  day: string;
}

/** Half-open: from <= t < to. */
export interface TimeSpan {
  from: Micros;
  to: Micros;
}
