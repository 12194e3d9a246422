import type { SegmentSummary } from "../snapshot.ts";

/**
 * Says, with the numbers, why a summary of a segment cannot be true; undefined: it can be. Asked before a summary is
 * written and after it is read.
 */
export function summaryFault(summary: SegmentSummary): string | undefined {
  const { rows, minId, maxId, minTime, maxTime, occurrences } = summary;
  if (!(rows >= 1 && maxId - minId + 1 >= rows)) return `It would have ${rows} events with ids ${minId} to ${maxId}.`;
  if (!(minTime <= maxTime)) return `Its first time, ${minTime}, would be after its last one, ${maxTime}.`;
  if (!(occurrences >= rows)) return `It would have ${occurrences} occurrences of ${rows} events.`;
  return undefined;
}
