import type { DayChange, SetAsideSegment } from "../files/day-file.ts";
import { finishDayAfterMs, markQuietMs } from "../limits.ts";
import type { PendingRepeats } from "../occurrences/pending-repeats.ts";
import type { SegmentSummary } from "../snapshot.ts";

export interface SealedSegment {
  segmentId: number;
  summary: SegmentSummary;
  pending: PendingRepeats;
  /** Why the segment is not shown: it could not be read. It stays in its file together with its repeats. */
  damage?: string | undefined;
  /** It could not be merged with others, though each of them can be read. */
  staysAlone?: boolean;
  /** The segment was rewritten because it could not be read. If that happens again, the reader is at fault. */
  isMended?: boolean;
}

/** One day as the writer knows it. */
export interface Day {
  readonly name: string;
  sealedCommit: number;
  segments: SealedSegment[];
  lastSegmentId: number;
  /** Segments in the file that nobody may read. */
  leftOver: number[];
  /** Undoes changes that failed but may be in the file all the same. */
  doubtful: Pick<DayChange, "add" | "replace">;
  /** Segments that were set aside and may be rewritten, each once. */
  toMend: SealedSegment[];
  /** False: an earlier build may have written segments that should be rewritten. */
  isInspected: boolean;
  /** Its write-ahead log has not been folded since it was written. */
  unfolded: boolean;
  /** Monotonic milliseconds from when on it gets its last compaction, once it is over. */
  finishFromMs: number;
  /**
   * Monotonic milliseconds since when nothing was written and the manifest has no entry; undefined when it has one, or
   * can have none.
   */
  unlistedSince: number | undefined;
}

export function newDay(name: string): Day {
  return {
    name,
    sealedCommit: 0,
    segments: [],
    lastSegmentId: 0,
    leftOver: [],
    doubtful: { add: [], replace: [] },
    toMend: [],
    isInspected: true,
    unfolded: false,
    finishFromMs: performance.now() + finishDayAfterMs,
    unlistedSince: undefined,
  };
}

/** Those of a day that can be read. */
export function shownOf({ segments }: Pick<Day, "segments">): SealedSegment[] {
  return segments.filter(({ damage }) => damage === undefined);
}

/** The entries for its file about segments that cannot be read. */
export function setAsideOf({ segments }: Pick<Day, "segments">): SetAsideSegment[] {
  return segments.flatMap(({ segmentId, damage }) => (damage === undefined ? [] : [{ segmentId, reason: damage }]));
}

/** Monotonic milliseconds from which on the manifest may have an entry. */
export function entryDueMs({ unlistedSince, unfolded }: Day): number {
  return unlistedSince === undefined || unfolded ? Number.POSITIVE_INFINITY : unlistedSince + 2 * markQuietMs;
}
