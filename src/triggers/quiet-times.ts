import type { TriggerMaintenance, TriggerQuietHours } from "../db/schema/triggers.ts";
import { weekdays } from "../db/weekdays.ts";
import { zonedDays } from "../lib/zoned-text.ts";

/** Quiet times of a trigger: hours of the week and maintenance. Any thread. */
export class QuietTimes {
  readonly #hours: readonly TriggerQuietHours[];
  readonly #maintenance: readonly TriggerMaintenance[];
  /** Hours change by the minute, and asking the calendar takes microseconds. */
  #minute = Number.NaN;
  #isQuietHour = false;

  constructor(hours: readonly TriggerQuietHours[], maintenance: readonly TriggerMaintenance[]) {
    this.#hours = hours;
    this.#maintenance = maintenance;
  }

  /** `nowMs`: of the wall clock. */
  at(nowMs: number): boolean {
    const seconds = nowMs / 1000;
    if (this.#maintenance.some(({ from, to }) => from <= seconds && seconds < to)) return true;
    if (this.#hours.length === 0) return false;
    const minute = Math.floor(nowMs / 60_000);
    if (minute !== this.#minute) {
      this.#minute = minute;
      this.#isQuietHour = this.#hours.some((hours) => isInside(hours, minute));
    }
    return this.#isQuietHour;
  }

  /** Beginning of the quiet time around `atMs`, up to a quarter of an hour early; `atMs` if there is none. */
  beganBefore(atMs: number): number {
    let began = atMs;
    while (this.at(began) && atMs - began < longestQuietMs) began -= quietStepMs;
    return began;
  }
}

/** `minute`: whole minutes since the epoch. */
function isInside({ days, from, to, timezone }: TriggerQuietHours, minute: number): boolean {
  const zoned = zonedDays(minute * 60e6, timezone);
  const day = Math.floor(zoned);
  // For a time exactly on a minute the division may fall slightly short.
  const ofDay = Math.floor((zoned - day) * 1_440 + 1e-3);
  const begins = (onDay: number) => days.includes(weekdays[(onDay + firstWeekday) % 7]!);
  const begin = minuteOf(from);
  const end = minuteOf(to);
  if (begin < end) return begins(day) && begin <= ofDay && ofDay < end;
  return (begins(day) && ofDay >= begin) || (begins(day - 1) && ofDay < end);
}

function minuteOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}

const quietStepMs = 15 * 60_000;
const longestQuietMs = 31 * 86_400_000;
/** The epoch began on a Thursday. */
const firstWeekday = 3;
