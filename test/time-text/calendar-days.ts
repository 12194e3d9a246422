import * as fc from "fast-check";

/** A day that somebody may write, be it in the calendar or not. */
export interface WrittenDay {
  year: number;
  month: number;
  day: number;
  /** Its microseconds; undefined when the calendar has no such day. */
  midnight: number | undefined;
}

/** The same as its digits and its month's name are written. */
export interface WrittenDate extends WrittenDay {
  y: string;
  m: string;
  d: string;
  name: string;
}

/** Half of them at the end of a month. */
export const calendarDays: fc.Arbitrary<WrittenDay> = fc
  .record({
    year: fc.integer({ min: 1970, max: 2099 }),
    month: fc.integer({ min: 1, max: 12 }),
    day: fc.oneof(fc.integer({ min: 0, max: 99 }), fc.integer({ min: 28, max: 32 })),
  })
  .map((date) => ({ ...date, midnight: midnightOf(date) }));

export function dateNames({ year, month, day }: WrittenDay): Omit<WrittenDate, keyof WrittenDay> {
  const name = "JanFebMarAprMayJunJulAugSepOctNovDec".slice(month * 3 - 3, month * 3);
  return { y: String(year), m: String(month).padStart(2, "0"), d: String(day).padStart(2, "0"), name };
}

/** What `Date` makes of it, if that is the same day. */
function midnightOf({ year, month, day }: Omit<WrittenDay, "midnight">): number | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.getTime() * 1000 : undefined;
}
