import type { System } from "../../../../api/system/schema.ts";

export interface Kept {
  retention_days: number;
  retention_bytes: number;
}

const dayMs = 86_400_000;

/** The days of events that go at once when only this is kept; 0: no bound. Twin: src/eventstore/upkeep/retention.ts. */
export function daysLost(days: System["storage"]["days"], kept: Kept, nowMs: number): { days: number; bytes: number } {
  const isTooOld = (day: string) =>
    kept.retention_days > 0 && Date.parse(`${day}T00:00:00Z`) + (1 + kept.retention_days) * dayMs <= nowMs;
  const lost = days.filter(({ day }) => isTooOld(day));
  const rest = days.slice(lost.length);
  let bytes = rest.reduce((sum, day) => sum + day.bytes, 0);
  for (const day of rest.slice(0, -1)) {
    if (kept.retention_bytes === 0 || bytes <= kept.retention_bytes) break;
    lost.push(day);
    bytes -= day.bytes;
  }
  return { days: lost.length, bytes: lost.reduce((sum, day) => sum + day.bytes, 0) };
}
