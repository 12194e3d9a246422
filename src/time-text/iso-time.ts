import type { ReadTime } from "./civil-time.ts";
import { microsOfDate } from "./civil-time.ts";
import { readClock } from "./clock-time.ts";
import { digitsAt } from "./scan.ts";
import { applyZone } from "./zone-offset.ts";

/**
 * `2026-11-21T09:00:00.123456+01:00` and its relatives: blank instead of T, `/` instead of `-`, comma before the
 * fraction, any zone of `applyZone` or none. A date alone is no time.
 */
export function readIsoTime(text: string, at: number, timezone: string): ReadTime | undefined {
  const mark = text[at + 4];
  if ((mark !== "-" && mark !== "/") || text[at + 7] !== mark) return undefined;
  const between = text[at + 10];
  if (between !== "T" && between !== " " && between !== "t") return undefined;
  // apt writes two blanks.
  const clock = readClock(text, between === " " && text[at + 11] === " " ? at + 12 : at + 11);
  if (clock === undefined) return undefined;
  const wall = microsOfDate(
    digitsAt(text, at, 4),
    digitsAt(text, at + 5, 2),
    digitsAt(text, at + 8, 2),
    clock.hour,
    clock.minute,
    clock.second,
    clock.fraction,
  );
  return wall === undefined ? undefined : applyZone(text, clock.end, wall, timezone);
}
