import { describe, expect, test } from "vitest";
import type { TriggerQuietHours } from "../../src/db/schema/triggers.ts";
import { type Weekday, weekdays } from "../../src/db/weekdays.ts";
import { QuietTimes } from "../../src/triggers/quiet-times.ts";

const hours = (from: string, to: string, days: Weekday[] = [...weekdays], timezone = "UTC"): TriggerQuietHours => ({
  days,
  from,
  to,
  timezone,
});
const isQuiet = (given: TriggerQuietHours, time: string) => new QuietTimes([given], []).at(Date.parse(time));

describe("quiet times", () => {
  // 2026-11-20 is a Friday.
  const night = hours("22:00", "06:00", ["fri"]);
  const office = hours("09:00", "17:00", ["mon", "fri"], "Europe/Berlin");
  const cases: [string, TriggerQuietHours, string, boolean][] = [
    ["the minute before it begins", night, "2026-11-20T21:59:59.999Z", false],
    ["the minute in which it begins", night, "2026-11-20T22:00:00Z", true],
    ["the night behind midnight", night, "2026-11-21T05:59:59Z", true],
    ["the minute in which it ends", night, "2026-11-21T06:00:00Z", false],
    ["the morning before its day", night, "2026-11-20T05:00:00Z", false],
    ["the night of another day", night, "2026-11-21T23:00:00Z", false],
    ["another zone, begun", office, "2026-11-20T08:00:00Z", true],
    ["another zone, not begun", office, "2026-11-20T07:59:00Z", false],
    ["another zone in summer", office, "2026-07-20T07:00:00Z", true],
    ["another zone, a day that is not named", office, "2026-11-19T10:00:00Z", false],
    ["a whole day", hours("00:00", "00:00", ["sun"]), "2026-11-22T23:59:59Z", true],
    ["the day behind a whole day", hours("00:00", "00:00", ["sun"]), "2026-11-23T00:00:00Z", false],
  ];
  test.each(cases)("when it is %s, then that is known", (_, given, time, expected) => {
    expect(isQuiet(given, time)).toBe(expected);
  });

  test("when every minute of a week is asked, then so many are quiet as the hours have", () => {
    const begin = Date.parse("2026-11-16T00:00:00Z");
    const times = new QuietTimes([hours("22:15", "05:45", ["mon", "wed"]), hours("12:00", "12:01")], []);
    let quiet = 0;
    for (let minute = 0; minute < 7 * 1_440; minute++) if (times.at(begin + minute * 60_000 + 59_000)) quiet++;
    expect(quiet).toBe(2 * 450 + 7);
  });

  test("when something is maintained, then it is quiet from then to then, to the millisecond", () => {
    const times = new QuietTimes([], [{ title: "", from: 1_000.5, to: 2_000 }]);
    expect([1_000_499, 1_000_500, 1_999_999, 2_000_000].map((ms) => times.at(ms))).toEqual([false, true, true, false]);
  });
});
