import type { PendingRepeats } from "../occurrences/pending-repeats.ts";
import type { RepeatList, SegmentSummary } from "../snapshot.ts";

/** How a snapshot names a segment with pending repeats. */
export function withPending(
  summary: SegmentSummary,
  pending: PendingRepeats,
): SegmentSummary & { repeats: RepeatList | undefined } {
  return {
    ...summary,
    minTime: Math.min(summary.minTime, pending.minTime),
    maxTime: Math.max(summary.maxTime, pending.maxTime),
    occurrences: summary.occurrences + pending.count,
    repeats: pending.list(),
  };
}
