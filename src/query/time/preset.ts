import { presetCountMax } from "../limits.ts";

/** Epoch seconds, half-open. */
export interface SecondsSpan {
  from: number;
  to: number;
}

export const presetHelp = "today, yesterday or last_<n>_<seconds|minutes|hours|days|weeks|months>";

export function isPreset(text: string): boolean {
  return text === "today" || text === "yesterday" || parseLast(text) !== undefined;
}

/**
 * The span of a preset that ends at or before `now` (epoch seconds). Days, weeks and months are counted on the calendar
 * of the zone, so that across a change of the clocks a day has 23 or 25 hours. Today is the day of the last second
 * before `now`, which is behind all that has come.
 */
export function resolvePreset(preset: string, now: number, timezone: string): SecondsSpan {
  const today = zoned(now - 1, timezone).startOfDay();
  if (preset === "today") return { from: secondsOf(today), to: now };
  if (preset === "yesterday")
    return { from: secondsOf(today.subtract({ days: 1 }).startOfDay()), to: secondsOf(today) };
  const last = parseLast(preset);
  if (!last) throw new Error(`Expected a preset, got "${preset}".`);
  const { count, unit } = last;
  const fixed = fixedSeconds[unit];
  if (fixed !== undefined) return { from: Math.max(0, now - count * fixed), to: now };
  return { from: fromCalendar(zoned(now, timezone), count, unit), to: now };
}

export function zoned(seconds: number, timezone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(Math.floor(seconds * 1000)).toZonedDateTimeISO(timezone);
}

export function secondsOf(time: Temporal.ZonedDateTime): number {
  return time.epochMilliseconds / 1000;
}

const fixedSeconds: Partial<Record<Unit, number>> = { seconds: 1, minutes: 60, hours: 3600 };
type Unit = "seconds" | "minutes" | "hours" | "days" | "weeks" | "months";

function parseLast(text: string): { count: number; unit: Unit } | undefined {
  const found = /^last_([1-9]\d{0,6})_(second|minute|hour|day|week|month)s?$/.exec(text);
  const count = Number(found?.[1]);
  return found && count <= presetCountMax ? { count, unit: `${found[2]}s` as Unit } : undefined;
}

/** A count so large that the calendar does not reach back so far means everything. */
function fromCalendar(here: Temporal.ZonedDateTime, count: number, unit: Unit): number {
  const years = unit === "months" ? count / 12 : (count * (unit === "weeks" ? 7 : 1)) / 365;
  if (years > here.year) return 0;
  return Math.max(0, secondsOf(here.subtract({ [unit]: count })));
}
