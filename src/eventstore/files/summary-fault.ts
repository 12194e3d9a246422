import type { SegmentSummary } from "../snapshot.ts";

/**
 * Why what is said of a segment cannot be true, with the numbers; undefined: it can. Asked before it is written and
 * after it is read.
 */
export function summaryFault(summary: SegmentSummary): string | undefined {
  const { rows, minId, maxId, minTime, maxTime, occurrences } = summary;
  if (!(rows >= 1 && maxId - minId + 1 >= rows)) return `It would have ${rows} events with ids ${minId} to ${maxId}.`;
  if (!(minTime <= maxTime)) return `Its first time, ${minTime}, would be after its last one, ${maxTime}.`;
  if (!(occurrences >= rows)) return `It would have ${occurrences} occurrences of ${rows} events.`;
  return undefined;
}
