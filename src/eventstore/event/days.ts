import type { Micros } from "./event.ts";

/** Days since 1970-01-01, UTC. */
export type DayNumber = number;

export const microsPerDay = 86_400_000_000;

export function dayNumberOf(time: Micros): DayNumber {
  return Math.floor(time / microsPerDay);
}

/** "YYYY-MM-DD", UTC. */
export function dayName(day: DayNumber): string {
  return new Date(day * 86_400_000).toISOString().slice(0, 10);
}

export function dayNumber(name: string): DayNumber {
  return Date.parse(`${name}T00:00:00Z`) / 86_400_000;
}
