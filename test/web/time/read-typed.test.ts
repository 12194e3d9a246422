import fc from "fast-check";
import { expect, test } from "vitest";
import { readClock, readInstant, readSpan, readTyped } from "../../../src/web/time/read-typed.ts";

// The page asks its browser for the language.
Object.assign(globalThis, { localStorage: { getItem: () => null } });
const { de } = await import("../../../src/web/words/de.ts");
const { en } = await import("../../../src/web/words/en.ts");

const noon = { year: 2026, month: 2, day: 3, hour: 12, minute: 5, second: 0 };

test.each([
  ["2026-02-03 12:05", noon],
  ["2026-2-3T12:05", noon],
  ["2026-02-03T12:05:09", { ...noon, second: 9 }],
  ["3.2.2026 12:05", noon],
  ["03.02.2026, 12.05", noon],
  ["2026-02-03 12:05:00.482", noon],
  [" 03.02.2026 ", { ...noon, hour: 0, minute: 0 }],
])("when %s is typed, then it is read", (text, wall) => {
  expect(readTyped(text)).toEqual(wall);
});

test.each([
  "",
  "tomorrow",
  "2026-02-30 12:00",
  "2026-13-01 12:00",
  "2026-02-03 24:00",
  "2026-02-03 12:60",
  "02/03/2026",
])("when %j is typed, then it is no time", (text) => {
  expect(readTyped(text)).toBe(undefined);
});

test("when a language writes a date, then it is read as it was", () => {
  const two = (value: number) => String(value).padStart(2, "0");
  const dates = fc.date({ min: new Date("1000-01-01"), max: new Date("9999-12-31"), noInvalidDate: true });
  fc.assert(
    fc.property(dates, (date) => {
      const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
      for (const { time } of [en, de])
        expect(readTyped(`${time.typedDate(String(year), two(month), two(day))} 12:05`)).toEqual({
          ...noon,
          year,
          month,
          day,
        });
    }),
  );
});

test("when a time of day is typed, then short forms are read, and what is none is not", () => {
  expect(readClock("8")).toEqual({ hour: 8, minute: 0, second: 0 });
  expect(readClock("8.30")).toEqual({ hour: 8, minute: 30, second: 0 });
  expect([readClock("24"), readClock("8:3"), readClock("eight")]).toEqual([undefined, undefined, undefined]);
});

const instant = Date.UTC(2026, 1, 3, 12, 5, 9) / 1000;

test.each([
  "2026-02-03T12:05:09Z",
  "2026-02-03T12:05:09.482913Z",
  "2026-02-03 14:05:09,482 +02:00",
  "2026-02-03T04:35:09-0730",
  String(instant),
  `${instant}482`,
  `${instant}.5`,
  `${instant}482913004`,
])("when %s is taken from a log, then it is that instant", (text) => {
  expect(readInstant(text)).toBe(instant);
});

test.each(["", "2026-02-03 12:05:09", "2026-02-30T12:05:09+99:00", "12345", "12:05:09Z"])(
  "when %j is typed, then it says no instant",
  (text) => expect(readInstant(text)).toBe(undefined),
);

test.each([
  ["45m", "last_45_minutes"],
  [" 90 min ", "last_90_minutes"],
  ["now-3h", "last_3_hours"],
  ["last 2 days", "last_2_days"],
  ["letzte 2 Tage", "last_2_days"],
  ["12 Stunden", "last_12_hours"],
  ["6mo", "last_6_months"],
  ["1w", "last_1_weeks"],
  ["2h ago", "last_2_hours"],
  ["30s", "last_30_seconds"],
])("when %j is typed, then it is the range %s", (text, preset) => {
  expect(readSpan(text)).toBe(preset);
});

test.each(["", "0m", "5", "5 lightyears", "m5", "5m ago and then", "9999999h"])(
  "when %j is typed, then it is no range",
  (text) => expect(readSpan(text)).toBe(undefined),
);
