import { dayNumber } from "../event/days.ts";

export interface RetentionRule {
  days: number | undefined;
  bytes: number | undefined;
}

/**
 * The days that must go, oldest first. By age: those that ended more than `days` days ago. By size: the oldest until
 * the folder (`otherBytes` are its other files) fits. The newest day stays, or a small limit would delete what just
 * came in.
 */
export function daysToRemove(
  days: readonly { name: string; bytes: number }[],
  otherBytes: number,
  rule: RetentionRule,
  nowMs: number,
): string[] {
  const oldestFirst = [...days].sort((a, b) => (a.name < b.name ? -1 : 1));
  const tooOld = oldestFirst.filter(({ name }) => rule.days !== undefined && endMs(name) <= nowMs - rule.days * dayMs);
  const kept = oldestFirst.slice(tooOld.length);
  const removed = tooOld.map(({ name }) => name);
  let bytes = kept.reduce((sum, day) => sum + day.bytes, otherBytes);
  for (const day of kept.slice(0, -1)) {
    if (rule.bytes === undefined || bytes <= rule.bytes) break;
    removed.push(day.name);
    bytes -= day.bytes;
  }
  return removed;
}

/** Milliseconds until the next day can have become too old. */
export function untilNextDayMs(nowMs: number): number {
  return dayMs - (((nowMs % dayMs) + dayMs) % dayMs);
}

function endMs(day: string): number {
  return (dayNumber(day) + 1) * dayMs;
}

const dayMs = 86_400_000;
