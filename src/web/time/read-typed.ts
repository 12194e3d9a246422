import type { Wall } from "./wall.ts";

/**
 * Reads `2026-11-22 14:02:31`, also with a T, and `22.11.2026 14:02`; without a time the day's first second. Undefined:
 * no time, or none that there is.
 */
export function readTyped(text: string): Wall | undefined {
  const [, date = "", clock = "0:00"] = /^\s*(\d[-.\d]*)(?:[T,\s]\s*(\d.*?))?\s*$/.exec(text) ?? [];
  const [year, month, day] = readDate(date) ?? [];
  const time = readClock(clock);
  if (year === undefined || month === undefined || day === undefined || time === undefined) return undefined;
  return new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day && month <= 12 && month > 0
    ? { year, month, day, ...time }
    : undefined;
}

/** Reads `14:02:31`, `14:02`, `14.02` and `14`; parts of a second are left out. */
export function readClock(text: string): { hour: number; minute: number; second: number } | undefined {
  const found = /^\s*(\d{1,2})(?:[:.](\d\d)(?:[:.](\d\d)(?:[.,]\d{1,9})?)?)?\s*$/.exec(text);
  if (found === null) return undefined;
  const [hour, minute, second] = found.slice(1).map((part) => Number(part ?? 0)) as [number, number, number];
  return hour < 24 && minute < 60 && second < 60 ? { hour, minute, second } : undefined;
}

/**
 * Reads an instant as logs and programs write it: `2026-11-22T14:02:31.482Z`, `…+01:00`, or a count of seconds,
 * milliseconds, micro- or nanoseconds since 1970. Epoch seconds, whole; undefined: no such text.
 */
export function readInstant(text: string): number | undefined {
  const count = /^\s*(\d{10})(?:\d{3}){0,3}(?:\.\d+)?\s*$/.exec(text)?.[1];
  if (count !== undefined) return Number(count);
  const [, date = "", clock = "", zone = ""] = instantPattern.exec(text) ?? [];
  const epoch = Date.parse(`${date}T${clock}${zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone}`);
  return Number.isNaN(epoch) ? undefined : epoch / 1000;
}

const instantPattern = /^\s*(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:[.,]\d{1,9})? ?(Z|[+-]\d\d:?\d\d)\s*$/;

/**
 * Reads how long ago a range begins, in English or German: `45m`, `3 h`, `last 2 days`, `now-90min`, `letzte 2 Tage`.
 * The preset's name as the API has it.
 */
export function readSpan(text: string): string | undefined {
  const [, count = "", name = ""] = /^\s*(?:[a-z]+\s*)?-?\s*(\d{1,6})\s*([a-z]+)(?:\s+ago)?\s*$/i.exec(text) ?? [];
  const unit = spanUnits.find(([names]) => names.test(name))?.[1];
  return unit === undefined || Number(count) === 0 ? undefined : `last_${Number(count)}_${unit}s`;
}

const spanUnits: readonly (readonly [names: RegExp, unit: string])[] = [
  [/^(?:s|sec|secs|seconds?|sek|sekunden?)$/i, "second"],
  [/^(?:m|min|mins|minutes?|minuten?)$/i, "minute"],
  [/^(?:h|hrs?|hours?|std|stunden?)$/i, "hour"],
  [/^(?:d|days?|tage?n?)$/i, "day"],
  [/^(?:w|wk|weeks?|wochen?)$/i, "week"],
  [/^(?:mo|months?|monate?n?)$/i, "month"],
];

function readDate(text: string): number[] | undefined {
  const yearFirst = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text)?.slice(1);
  const dayFirst = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text)?.slice(1).reverse();
  return (yearFirst ?? dayFirst)?.map(Number);
}
