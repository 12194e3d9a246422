import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { describeCronProblem, nextRun } from "../../../src/api/report-schedules/cron.ts";

const seconds = (text: string) => Date.parse(text) / 1000;
const runs = (cron: string, timezone: string, after: string, count: number) => {
  const found: string[] = [];
  for (let at: number | undefined = seconds(after); found.length < count; ) {
    at = nextRun(cron, timezone, at);
    if (at === undefined) break;
    found.push(new Date(at * 1000).toISOString().slice(5, 16));
  }
  return found;
};

describe("when a schedule is due", () => {
  test.each([
    [
      "a time that summer time skips",
      "30 2 * * *",
      "2026-03-28T00:00:00Z",
      ["03-28T01:30", "03-29T01:00", "03-30T00:30"],
    ],
    ["a time that comes twice", "30 2 * * *", "2026-10-24T00:00:00Z", ["10-24T00:30", "10-25T00:30", "10-26T01:30"]],
    [
      "every hour in the night with 25",
      "0 * * * *",
      "2026-10-24T23:00:00Z",
      ["10-25T00:00", "10-25T01:00", "10-25T02:00"],
    ],
    [
      "every hour in the night with 23",
      "0 * * * *",
      "2026-03-28T23:00:00Z",
      ["03-29T00:00", "03-29T01:00", "03-29T02:00"],
    ],
    ["the last day of a month", "0 0 L * *", "2026-01-15T00:00:00Z", ["01-30T23:00", "02-27T23:00", "03-30T22:00"]],
    ["weekdays", "0 7 * * 1-5", "2026-11-20T07:00:00Z", ["11-23T06:00", "11-24T06:00", "11-25T06:00"]],
    ["a name", "@weekly", "2026-11-20T07:00:00Z", ["11-21T23:00", "11-28T23:00", "12-05T23:00"]],
  ])("when it names %s, then it is due as a clock in Paris says", (_, cron, after, expected) => {
    expect(runs(cron, "Europe/Paris", after, 3)).toEqual(expected);
  });

  test("when any minute and hour of any day of any zone are named, then it is due once a day, at that time unless it is skipped", () => {
    const zones = fc.constantFrom("Europe/Paris", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "UTC");
    const when = fc.integer({ min: seconds("2020-01-01T00:00:00Z"), max: seconds("2030-01-01T00:00:00Z") });
    fc.assert(
      fc.property(fc.nat(59), fc.nat(23), zones, when, (minute, hour, zone, after) => {
        const cron = `${minute} ${hour} * * *`;
        const first = nextRun(cron, zone, after)!;
        const second = nextRun(cron, zone, first)!;
        expect(first).toBeGreaterThan(after);
        const days = [first, second].map((at) =>
          Temporal.Instant.fromEpochMilliseconds(at * 1000).toZonedDateTimeISO(zone),
        );
        expect(days[0]!.toPlainDate().add({ days: 1 }).equals(days[1]!.toPlainDate())).toBe(true);
        for (const { hour: h, minute: m } of days) expect(h * 60 + m).toBeGreaterThanOrEqual(hour * 60 + minute);
      }),
    );
  });
});

describe("a cron expression", () => {
  test.each(["* * * * *", "*/15 8-18 * * MON-FRI", "0 0 29 2 *", "@daily", "0 0 * * MON#1"])(
    "when it is %j, then it will do",
    (text) => {
      expect(describeCronProblem(text)).toBeUndefined();
    },
  );
  test.each([
    ["", /Expected minute/],
    ["daily", /Expected minute/],
    ["* * * * * *", /Expected minute/],
    ["0 25 * * *", /Expected minute/],
    ["0 0 30 2 *", /never due/],
    ["2026-01-01T00:00:00", /Expected minute|never due/],
    ["0 0 0 * *", /Expected minute|never due/],
  ])("when it is %j, then it says why not", (text, why) => {
    expect(describeCronProblem(text)).toMatch(why);
  });
  test("when it is any text, then it is read or refused, and never throws", () => {
    const part = fc.constantFrom("*", "0", "59", "1-5", "*/2", "L", "60", "MON", "?", "5-1", "#", "1,2", "W");
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(part, { minLength: 4, maxLength: 6 }).map((parts) => parts.join(" ")),
        ),
        (text) => {
          const problem = describeCronProblem(text);
          if (problem === undefined)
            expect(nextRun(text, "Europe/Paris", seconds("2026-01-01T00:00:00Z"))).toBeGreaterThan(0);
        },
      ),
    );
  });
});
