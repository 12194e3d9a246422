import { findKind } from "../query/kinds/kinds.ts";
import { resolveSteps, type TimeRange } from "../query/time/time-range.ts";

/**
 * The time at which the answer to a question with a moving range changes without any new event: at the end of the last
 * step. Epoch seconds, not before `baseTime`. Kinds without a time range, such as tasks that become overdue, move by
 * the minute.
 */
export function nextRangeMove(type: string, params: Record<string, unknown>, baseTime: number): number {
  const nextMinute = (Math.floor(baseTime / 60) + 1) * 60;
  const range = params.time_range as TimeRange | undefined;
  const kind = findKind(type);
  if (range === undefined || kind === undefined) return nextMinute;
  try {
    const unitSeconds = kind.about === "service" ? kind.stepUnitSeconds : 1;
    const { bounds, count } = resolveSteps(range, baseTime, unitSeconds);
    const end = bounds[count]! / 1e6;
    return end >= baseTime ? end : baseTime + (end - bounds[count - 1]! / 1e6);
  } catch {
    // A range of a kind without steps may have too many to count.
    return nextMinute;
  }
}
