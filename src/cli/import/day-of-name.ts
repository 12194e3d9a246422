import { basename } from "node:path";

/** A day of the calendar. */
export interface NamedDay {
  year: number;
  month: number;
  day: number;
}

/**
 * The day in the name of a log file, of which its lines are: `server-2026-11-21.log`, `app_20261121.txt.gz`,
 * `access.log.2026-11-21`. None is told by several dates, nor by logrotate's `app.log-20261121`: that is the day when
 * the file was put aside.
 */
export function dayOfName(path: string): NamedDay | undefined {
  const name = basename(path).replace(/\.(?:gz|zst)$/, "");
  if (rotatedPattern.test(name)) return undefined;
  const found = [...name.matchAll(datePattern)];
  const [, year, , month, day] = (found.length === 1 ? found[0]! : []).map(Number);
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? { year, month, day } : undefined;
}

const rotatedPattern = /\.[a-z]{1,8}-\d{8}$/;
const datePattern = /(?<!\d)((?:19|20)\d\d)([-_.]?)(\d\d)\2(\d\d)(?!\d)/g;
