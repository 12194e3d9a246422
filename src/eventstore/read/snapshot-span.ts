import { dayNumber, microsPerDay } from "../event/days.ts";
import type { TimeSpan } from "../snapshot.ts";

/** True when a question about this span could have been answered otherwise by the day. "" is any day. */
export function dayOverlaps(day: string, span: TimeSpan | undefined): boolean {
  if (day === "" || !span) return true;
  const start = dayNumber(day) * microsPerDay;
  return start < span.to && start + microsPerDay > span.from;
}
