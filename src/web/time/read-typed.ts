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

/** Reads `14:02:31`, `14:02`, `14.02` and `14`. */
export function readClock(text: string): { hour: number; minute: number; second: number } | undefined {
  const found = /^\s*(\d{1,2})(?:[:.](\d\d)(?:[:.](\d\d))?)?\s*$/.exec(text);
  if (found === null) return undefined;
  const [hour, minute, second] = found.slice(1).map((part) => Number(part ?? 0)) as [number, number, number];
  return hour < 24 && minute < 60 && second < 60 ? { hour, minute, second } : undefined;
}

function readDate(text: string): number[] | undefined {
  const yearFirst = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text)?.slice(1);
  const dayFirst = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text)?.slice(1).reverse();
  return (yearFirst ?? dayFirst)?.map(Number);
}
