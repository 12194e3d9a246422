import type { ArrivalMinute } from "../../eventstore/event-store.ts";
import { type IntakeCounts, noCounts, sumCounts } from "../counting/intake-counts.ts";
import { serviceKind } from "../service-kind.ts";
import { stepOf, type TimeSteps } from "../time/time-steps.ts";

/**
 * Counts arrivals, stored or not, by the time of arrival: `new` events, `duplicates` (occurrences of known ones),
 * `dropped` (not stored, whatever the cause), `total` of the three. `out_of_time` counts stored events that stand under
 * their arrival. Counted by the minute and kept for 400 days, even when the events are gone. StorageStats counts stored
 * events by their own times.
 */
export const processingStats = serviceKind({
  type: "ProcessingStats",
  parameters: {},
  stepUnitSeconds: 60,
  permission: "view_system",
  async answer({ steps }, { arrivals }) {
    const { bounds, count } = steps!;
    const minutes = await arrivals(bounds[0]! / 1000, bounds[count]! / 1000);
    const details = countSteps(minutes, steps!);
    return { totals: sumCounts(bounds[0]! / 1e6, bounds[count]! / 1e6, details), details };
  },
});

function countSteps(minutes: readonly ArrivalMinute[], steps: TimeSteps): IntakeCounts[] {
  const { bounds, count } = steps;
  const details = Array.from({ length: count }, (_, i) => noCounts(bounds[i]! / 1e6, bounds[i + 1]! / 1e6));
  for (const minute of minutes) {
    const step = details[stepOf(steps, Math.max(minute.timeMs * 1000, bounds[0]!))]!;
    step.new += minute.new;
    step.duplicates += minute.duplicates;
    step.dropped += minute.dropped;
    step.out_of_time += minute.outOfTime;
    step.total += minute.new + minute.duplicates + minute.dropped;
  }
  return details;
}
