import { dayNumber, microsPerDay } from "./event/days.ts";
import type { Micros } from "./event/event.ts";

/**
 * One instant of the store: the list of segments a query reads. Made by the intake thread, sent through the main
 * thread to a worker, opened there by a SegmentReader. The segments it names stay readable until its lease is released.
 */
export interface Snapshot {
  /** The id to pass to `release`. */
  lease: number;
  eventsFolder: string;
  /** Number of the last commit that it has. */
  commit: number;
  /** Newest first, by maxTime. Only those that touch the asked range. */
  segments: SegmentHandle[];
  /** Parts of the asked range that could not be read. */
  warnings: DamagedDay[];
  /** When it is read as of an earlier commit: what came after that. */
  later?: LaterRepeats;
}

export interface LaterRepeats {
  repeats: RepeatList | undefined;
  /** False: some came too long ago, or were too many, to be still known. */
  isComplete: boolean;
}

export type SegmentHandle = MemorySegment | FileSegment;

/** A segment of the unsealed tail. `bytes` is an encoded segment in shared memory; it never changes. */
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

/** Both inclusive. */
export interface IdRange {
  minId: number;
  maxId: number;
}

export interface SegmentSummary extends IdRange {
  rows: number;
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

/** A day's file, or a part of it, that cannot be read. */
export interface DamagedDay {
  /** The present name of the file. */
  file: string;
  /** YYYY-MM-DD; "" when unknown or several. */
  day: string;
  /** Events that are missing, where only a part of the file cannot be read; its others are shown. */
  events?: number;
}

/** A segment as a snapshot names it: in a file that is its name for ever, in the tail until it is merged or sealed. */
export type SegmentRef =
  | Pick<FileSegment, "place" | "day" | "segmentId">
  | Pick<MemorySegment, "place" | "minId" | "maxId">;

/** Something a reader could not read. */
export interface Damage {
  /** YYYY-MM-DD; "" of the tail. */
  day: string;
  /** Undefined: the file as a whole. */
  segment?: SegmentRef;
  reason: string;
}

/** Half-open: from <= t < to. */
export interface TimeSpan {
  from: Micros;
  to: Micros;
}

/** Whether some of these rows may lie in the span. */
export function touches({ minTime, maxTime }: { minTime: Micros; maxTime: Micros }, { from, to }: TimeSpan): boolean {
  return minTime < to && maxTime >= from;
}

/** True when a question about this span could have been answered otherwise by the day. "" is any day. */
export function dayOverlaps(day: string, span: TimeSpan | undefined): boolean {
  if (day === "" || !span) return true;
  const start = dayNumber(day) * microsPerDay;
  return start < span.to && start + microsPerDay > span.from;
}
