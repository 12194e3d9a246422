import type { PendingRepeats } from "../occurrences/pending-repeats.ts";
import type { RepeatList, SegmentSummary } from "../snapshot.ts";

/** What a snapshot says of a segment that has repeats beside it. */
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
