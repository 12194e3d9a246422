import { describe, expect, test } from "vitest";
import { resolveSteps, resolveTimeRange, type TimeRange, timeRangeSchema } from "../../../src/query/time/time-range.ts";
import { stepOf } from "../../../src/query/time/time-steps.ts";

/** Epoch seconds of a wall clock. */
const at = (text: string, timezone: string) =>
  Temporal.PlainDateTime.from(text).toZonedDateTime(timezone).epochMilliseconds / 1000;
const wall = (seconds: number, timezone: string) =>
  Temporal.Instant.fromEpochMilliseconds(seconds * 1000)
    .toZonedDateTimeISO(timezone)
    .toPlainDateTime()
    .toString({ smallestUnit: "second" });

const paris = "Europe/Paris";
const newYork = "America/New_York";
const kathmandu = "Asia/Kathmandu";

describe("a preset", () => {
  const cases: [preset: string, zone: string, now: string, from: string, to: string][] = [
    ["today", paris, "2026-03-29T12:00:00", "2026-03-29T00:00:00", "2026-03-29T12:00:00"],
    ["yesterday", paris, "2026-03-30T00:00:01", "2026-03-29T00:00:00", "2026-03-30T00:00:00"],
    ["today", paris, "2026-01-01T00:00:00", "2025-12-31T00:00:00", "2026-01-01T00:00:00"],
    ["yesterday", paris, "2026-01-01T00:00:00", "2025-12-30T00:00:00", "2025-12-31T00:00:00"],
    ["yesterday", newYork, "2026-11-02T09:00:00", "2026-11-01T00:00:00", "2026-11-02T00:00:00"],
    ["last_90_seconds", kathmandu, "2026-05-05T00:01:00", "2026-05-04T23:59:30", "2026-05-05T00:01:00"],
    ["last_1_minute", paris, "2026-05-05T10:00:00", "2026-05-05T09:59:00", "2026-05-05T10:00:00"],
    ["last_24_hours", paris, "2026-03-29T12:00:00", "2026-03-28T11:00:00", "2026-03-29T12:00:00"],
    ["last_1_day", paris, "2026-03-29T12:00:00", "2026-03-28T12:00:00", "2026-03-29T12:00:00"],
    ["last_2_weeks", newYork, "2026-11-08T12:00:00", "2026-10-25T12:00:00", "2026-11-08T12:00:00"],
    ["last_1_months", kathmandu, "2026-03-31T06:00:00", "2026-02-28T06:00:00", "2026-03-31T06:00:00"],
    ["last_1_month", kathmandu, "2026-03-31T06:00:00", "2026-02-28T06:00:00", "2026-03-31T06:00:00"],
  ];
  for (const [preset, timezone, now, from, to] of cases)
    test(`when it is ${preset} in ${timezone} at ${now}, then it begins at ${from} and ends at ${to}`, () => {
      const span = resolveTimeRange({ preset, timezone }, at(now, timezone));
      expect([wall(span.from, timezone), wall(span.to, timezone)]).toEqual([from, to]);
    });

  test("when the clocks change, then a day has 23 or 25 hours", () => {
    const hours = (zone: string, now: string) => {
      const { from, to } = resolveTimeRange({ preset: "yesterday", timezone: zone }, at(now, zone));
      return (to - from) / 3600;
    };
    expect(hours(paris, "2026-03-30T08:00:00")).toBe(23);
    expect(hours(paris, "2026-10-26T08:00:00")).toBe(25);
    expect(hours(newYork, "2026-03-09T08:00:00")).toBe(23);
    expect(hours(newYork, "2026-11-02T08:00:00")).toBe(25);
    expect(hours(kathmandu, "2026-03-30T08:00:00")).toBe(24);
  });

  test("when it reaches back further than times go, then it begins with 1970", () => {
    for (const preset of ["last_1000000_months", "last_1000000_weeks", "last_1000000_hours"])
      expect(resolveTimeRange({ preset, timezone: "UTC" }, 1_800_000_000).from).toBe(0);
  });
});

describe("bounds", () => {
  test("when they are 0 or negative, then they count back from now", () => {
    expect(resolveTimeRange({ ts_from: -60, ts_to: 0, timezone: "UTC" }, 1000)).toEqual({ from: 940, to: 1000 });
    expect(resolveTimeRange({ ts_from: 5.5, ts_to: -1, timezone: "UTC" }, 1000)).toEqual({ from: 5.5, to: 999 });
  });
});

describe("steps", () => {
  const defaults: [seconds: number, step: number][] = [
    [1, 1],
    [60, 1],
    [61, 60],
    [3600, 60],
    [3601, 900],
    [86_400, 900],
    [86_401, 3600],
    [604_800, 3600],
    [604_801, 86_400],
  ];
  for (const [seconds, step] of defaults)
    test(`when a range of ${seconds} s names no step, then it is ${step} s`, () => {
      const steps = resolveSteps({ ts_from: 864_000, ts_to: 864_000 + seconds, timezone: "UTC" }, 2_000_000);
      expect((steps.bounds[1]! - steps.bounds[0]!) / 1e6).toBe(step);
    });

  const ranges: [zone: string, from: string, to: string, step: number, bounds: string[]][] = [
    [
      paris,
      "2026-03-28T10:00:00",
      "2026-03-30T00:00:01",
      86_400,
      ["2026-03-28T00:00:00", "2026-03-29T00:00:00", "2026-03-30T00:00:00", "2026-03-31T00:00:00"],
    ],
    [newYork, "2026-11-01T00:00:00", "2026-11-02T00:00:00", 86_400, ["2026-11-01T00:00:00", "2026-11-02T00:00:00"]],
    [
      kathmandu,
      "2026-05-05T10:20:00",
      "2026-05-05T12:00:00",
      3600,
      ["2026-05-05T10:00:00", "2026-05-05T11:00:00", "2026-05-05T12:00:00"],
    ],
    [kathmandu, "2026-05-05T10:20:00", "2026-05-05T10:20:01", 900, ["2026-05-05T10:15:00", "2026-05-05T10:30:00"]],
    [
      paris,
      "2026-10-25T01:30:00",
      "2026-10-25T04:00:00",
      3600,
      [
        "2026-10-25T01:00:00",
        "2026-10-25T02:00:00",
        "2026-10-25T02:00:00",
        "2026-10-25T03:00:00",
        "2026-10-25T04:00:00",
      ],
    ],
    [
      paris,
      "2026-03-04T10:00:00",
      "2026-03-12T00:00:00",
      604_800,
      ["2026-03-02T00:00:00", "2026-03-09T00:00:00", "2026-03-16T00:00:00"],
    ],
    [
      "UTC",
      "2026-03-04T10:00:30",
      "2026-03-04T10:01:00.5",
      60,
      ["2026-03-04T10:00:00", "2026-03-04T10:01:00", "2026-03-04T10:02:00"],
    ],
    [
      "UTC",
      "2026-03-04T00:10:00",
      "2026-03-04T00:20:00",
      420,
      ["2026-03-04T00:07:00", "2026-03-04T00:14:00", "2026-03-04T00:21:00"],
    ],
  ];
  for (const [timezone, from, to, step, bounds] of ranges)
    test(`when ${from} to ${to} in ${timezone} is cut by ${step} s, then it is widened to whole steps`, () => {
      const steps = resolveSteps({ ts_from: at(from, timezone), ts_to: at(to, timezone), step, timezone }, 0);
      expect(Array.from(steps.bounds, (bound) => wall(bound / 1e6, timezone))).toEqual(bounds);
      expect(steps.count).toBe(bounds.length - 1);
      for (let i = 0; i < steps.count; i++) {
        expect(stepOf(steps, steps.bounds[i]!)).toBe(i);
        expect(stepOf(steps, steps.bounds[i + 1]! - 1)).toBe(i);
      }
    });

  test("when a year of days in a zone with two changes is cut, then each time finds its own day", () => {
    const range = {
      ts_from: at("2026-01-01T00:00:00", paris),
      ts_to: at("2027-01-01T00:00:00", paris),
      step: 86_400,
      timezone: paris,
    };
    const steps = resolveSteps(range, 0);
    expect(steps.count).toBe(365);
    for (let i = 0; i < steps.count; i++) {
      expect(stepOf(steps, steps.bounds[i]!)).toBe(i);
      expect(stepOf(steps, steps.bounds[i + 1]! - 1)).toBe(i);
    }
  });

  test("when a range of decades names no step, then its steps are as many days as it takes, and it is not refused", () => {
    for (const [ts_to, days] of [
      [20 * 365 * 86_400, 1],
      [1_900_000_000, 3],
      [9e9, 11],
    ] as const)
      for (const timezone of ["UTC", paris, kathmandu]) {
        const { count, width, bounds } = resolveSteps({ ts_from: 1, ts_to, timezone }, 0);
        expect(count).toBeLessThanOrEqual(10_000);
        expect(Math.round((bounds[2]! - bounds[1]!) / 86_400e6)).toBe(days);
        if (width > 0) expect(width).toBe(days * 86_400e6);
      }
  });

  test("when a range that moves has grown too many steps since it was checked, then it is refused by name", () => {
    const range: TimeRange = { ts_from: 1, ts_to: 0, step: 60, timezone: "UTC" };
    expect(resolveSteps(range, 600_000).count).toBe(10_000);
    expect(() => resolveSteps(range, 600_001)).toThrow(/at most 10000 steps/);
  });
});

describe("a time range as it is sent", () => {
  const schema = timeRangeSchema({ timezone: paris, now: 1_800_000_000, withSteps: true });

  const accepted: [sent: unknown, normalised: object][] = [
    [undefined, { preset: "last_1_hours", timezone: paris }],
    [{}, { preset: "last_1_hours", timezone: paris }],
    [{ step: 60 }, { preset: "last_1_hours", step: 60, timezone: paris }],
    [
      { preset: "last_3_days", timezone: kathmandu },
      { preset: "last_3_days", timezone: kathmandu },
    ],
    [{ ts_from: -60 }, { ts_from: -60, ts_to: 0, timezone: paris }],
    [
      { ts_from: 1.5, ts_to: 3, step: null, preset: null },
      { ts_from: 1.5, ts_to: 3, timezone: paris },
    ],
    [
      { ts_from: 0, ts_to: 1_900_000_000 },
      { ts_from: 0, ts_to: 1_900_000_000, timezone: paris },
    ],
  ];
  for (const [sent, normalised] of accepted)
    test(`when it is ${JSON.stringify(sent)}, then it is accepted, and what comes out means the same`, () => {
      expect(schema.parse(sent)).toEqual(normalised);
      expect(schema.parse(normalised)).toEqual(normalised);
    });

  const refused: [sent: object, field: string, message: RegExp][] = [
    [{ preset: "tomorrow" }, "preset", /Expected today, yesterday or last_/],
    [{ preset: "last_0_days" }, "preset", /./],
    [{ preset: "last_1000001_days" }, "preset", /./],
    [{ preset: "last_1_year" }, "preset", /./],
    [{ preset: "today", ts_from: 5 }, "preset", /either/],
    [{ ts_to: 5 }, "ts_from", /required beside ts_to/],
    [{ ts_from: 5, ts_to: 5 }, "ts_from", /before ts_to/],
    [{ ts_from: 1_800_000_001 }, "ts_from", /before ts_to/],
    [{ ts_from: "5" }, "ts_from", /./],
    [{ ts_from: 9e9 + 1 }, "ts_from", /at most 9000000000/],
    [{ step: 0 }, "step", /at least 1/],
    [{ step: 1.5 }, "step", /whole number/],
    [{ step: 367 * 86_400 }, "step", /at most/],
    [
      { preset: "last_1_weeks", step: 60 },
      "step",
      /at most 10000 steps; over this range a step has at least 61 seconds/,
    ],
    [{ timezone: "Mars/Olympus" }, "timezone", /time zone/],
  ];
  for (const [sent, field, message] of refused)
    test(`when it is ${JSON.stringify(sent)}, then "${field}" is refused`, () => {
      const [issue] = schema.safeParse(sent).error!.issues;
      expect(issue!.path.join(".")).toBe(field);
      expect(issue!.message).toMatch(message);
    });

  test("when the kind knows no steps, then there may be as many as there are", () => {
    const free = timeRangeSchema({ timezone: paris, now: 1_800_000_000, withSteps: false });
    expect(free.safeParse({ preset: "last_1_weeks", step: 60 }).success).toBe(true);
  });
});
