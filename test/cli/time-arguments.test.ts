import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  formatTime,
  readAhead,
  readInstant,
  readLast,
  readMoment,
  readStep,
  readTimezone,
} from "../../src/cli/time-arguments.ts";

test.each([
  ["90s", "last_90_seconds"],
  ["15m", "last_15_minutes"],
  ["24h", "last_24_hours"],
  ["7d", "last_7_days"],
  ["2w", "last_2_weeks"],
  ["3mo", "last_3_months"],
  ["1h30m", "last_90_minutes"],
  ["1d12h", "last_36_hours"],
  ["1m 30s", "last_90_seconds"],
])("when --last is %s, then it is the preset %s", (text, preset) => {
  expect(readLast(text)).toBe(preset);
});

test.each(["", "0h", "h", "24", "-1h", "1y", "1.5h", "24hh", "1h30", "0h0m", "1mo2d"])(
  "when --last is %j, then it is refused",
  (text) => {
    expect(() => readLast(text)).toThrow("--last: expected a span");
  },
);

test.each([
  ["2026-11-21", Date.UTC(2026, 10, 20, 23) / 1000],
  ["2026-11-21 09:00", Date.UTC(2026, 10, 21, 8) / 1000],
  ["2026-11-21T09:00:00Z", Date.UTC(2026, 10, 21, 9) / 1000],
  ["2026-11-21T09:00Z", Date.UTC(2026, 10, 21, 9) / 1000],
  ["2026-11-21 09:00+02:00", Date.UTC(2026, 10, 21, 7) / 1000],
  ["2026-11-21T09:00:00.25-05:00", Date.UTC(2026, 10, 21, 14) / 1000 + 0.25],
  ["1763715600.5", 1_763_715_600.5],
])("when a time is given as %s, then it is read in the zone", (text, seconds) => {
  expect(readInstant("--from", text, "Europe/Berlin")).toBe(seconds);
});

test.each(["", "yesterday", "2026-02-30", "2026-11-21 9:00", "2026-11-21T09:00:00Zulu", "09:00"])(
  "when a time is given as %j, then it is refused and the option named",
  (text) => {
    expect(() => readInstant("--to", text, "UTC")).toThrow("--to: expected a time");
  },
);

test.each([
  ["1 hour ago", "2026-03-30T09:00:00Z"],
  ["a day ago", "2026-03-29T10:00:00Z"],
  ["-90s", "2026-03-30T09:58:30Z"],
  ["-1h30m", "2026-03-30T08:30:00Z"],
  ["now", "2026-03-30T10:00:00Z"],
  ["today", "2026-03-29T22:00:00Z"],
  ["yesterday", "2026-03-28T23:00:00Z"],
  ["yesterday 14:00", "2026-03-29T12:00:00Z"],
  ["9:30", "2026-03-30T07:30:00Z"],
  ["today 09:30:05", "2026-03-30T07:30:05Z"],
  ["2026-03-30", "2026-03-29T22:00:00Z"],
])("when a moment is given as %s, then it is read in the zone and at this time", (text, time) => {
  const now = Date.parse("2026-03-30T10:00:00.7Z") / 1000;
  expect(readMoment("--from", text, "Europe/Berlin", now)).toBe(Date.parse(time) / 1000);
});

test.each(["", "ago", "0h ago", "-", "24:00", "now 9:00", "tomorrow", "yesterday noon", "1 hour"])(
  "when a moment is given as %j, then it is refused with what could stand there",
  (text) => {
    expect(() => readMoment("--from", text, "UTC", 1e9)).toThrow(
      '--from: expected a time such as "yesterday 14:00", "10 minutes ago", 2026-11-21',
    );
  },
);

test("when a time ahead is given, then it is so far from now, a day also where a clock is changed", () => {
  const now = Temporal.ZonedDateTime.from("2026-03-28T12:00:00.75[Europe/Berlin]");
  const ahead = (text: string) => readAhead(text, now);
  expect(["90s", "30m", "2h", "+3h", "1 d", "1w", "1mo"].map(ahead)).toEqual(
    ["28T11:01:30", "28T11:30", "28T13:00", "28T14:00", "29T10:00"]
      .map((time) => Date.parse(`2026-03-${time}Z`) / 1000)
      .concat(["2026-04-04T10:00Z", "2026-04-28T10:00Z"].map((time) => Date.parse(time) / 1000)),
  );
  expect(["", "2", "0h", "-1h", "1.5h", "h", "2 hours", "2026-12-01"].map(ahead)).toEqual(Array(8).fill(undefined));
});

test("when steps are given, then they are seconds, and what is no step is none", () => {
  expect(["60", "5m", "1h", "2d", "10s"].map(readStep)).toEqual([60, 300, 3600, 172_800, 10]);
  expect(["", "0", "m", "1w", "severity<=3", "-5"].map(readStep)).toEqual(Array(6).fill(undefined));
});

test("when a zone is unknown, then it is refused; without one it is this machine's", () => {
  expect(readTimezone("Europe/Berlin")).toBe("Europe/Berlin");
  expect(readTimezone(undefined)).toBe(Temporal.Now.timeZoneId());
  expect(() => readTimezone("Mars/Olympus")).toThrow("--timezone: expected a zone");
});

test("when any time is shown and read again, then it is the same millisecond", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4e12 }), (ms) => {
      const shown = formatTime(ms / 1000, "UTC");
      expect(shown).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}$/);
      expect(Math.round(readInstant("--from", shown, "UTC") * 1000)).toBe(Math.floor((ms / 1000) * 1000));
    }),
  );
});
