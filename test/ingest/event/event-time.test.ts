import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readEventTime, readForeignTime } from "../../../src/ingest/event/event-time.ts";
import { calendarDays, dateNames, type WrittenDate } from "../../time-text/calendar-days.ts";

const isoDate = /^[+\d]\d*-\d\d-/;

describe("readEventTime", () => {
  const times: [value: unknown, micros: number][] = [
    [1790000000, 1790000000000000],
    [1790000000.123456, 1790000000123456],
    [1790000000123, 1790000000123000],
    [1790000000123456, 1790000000123456],
    [1790000000123456800, 1790000000123457],
    ["1790000000123456789", 1790000000123456],
    ["1790000000.5", 1790000000500000],
    [" 1790000000 ", 1790000000000000],
    [0, 0],
    [-5, -5_000_000],
    ["-5", -5_000_000],
    [253402300799, 253402300799000000],
    [253402300799999, 253402300799999000],
    [981158400007, 981158400007000],
    ["2026-11-21T09:00:00Z", Date.parse("2026-11-21T09:00:00Z") * 1000],
    ["2026-11-21T09:00:00.123456+01:00", Date.parse("2026-11-21T08:00:00Z") * 1000 + 123456],
    ["2026-11-21 09:00:00,5", Date.parse("2026-11-21T09:00:00.500Z") * 1000],
    ["2026-11-21", Date.parse("2026-11-21T00:00:00Z") * 1000],
    ["9999-12-31T23:59:59Z", Date.parse("9999-12-31T23:59:59Z") * 1000],
    ["1950-01-01T00:00:00Z", Date.parse("1950-01-01T00:00:00Z") * 1000],
    ["+012026-01-01T00:00:00Z", Date.parse("+012026-01-01T00:00:00Z") * 1000],
  ];
  for (const [value, micros] of times)
    test(`when the value is ${JSON.stringify(value)}, then it is a time`, () =>
      expect(readEventTime(value)).toBe(micros));

  for (const value of ["", "now", "yesterday", "2026-13-40", "21/11/2026", "12:30", "0x10", "1e9", true, {}, [], "NaN"])
    test(`when the value is ${JSON.stringify(value)}, then it is no time`, () =>
      expect(readEventTime(value)).toBeUndefined());

  test("when a moment since 1980 is written in any unit, then it is the same moment", () => {
    fc.assert(
      fc.property(fc.integer({ min: 300_000_001, max: 4_000_000_000 }), (seconds) => {
        const micros = seconds * 1_000_000;
        expect(readEventTime(seconds)).toBe(micros);
        expect(readEventTime(seconds * 1000)).toBe(micros);
        expect(readEventTime(micros)).toBe(micros);
        expect(readEventTime(`${seconds}000000000`)).toBe(micros);
        expect(readEventTime(new Date(seconds * 1000).toISOString())).toBe(micros);
      }),
    );
  });

  test.each<[form: string, write: (date: WrittenDate) => string]>([
    ["2026-02-31", ({ y, m, d }) => `${y}-${m}-${d}`],
    ["2026-02-31 10:20", ({ y, m, d }) => `${y}-${m}-${d} 10:20`],
    ["2026-02-31 10:20:00", ({ y, m, d }) => `${y}-${m}-${d} 10:20:00`],
    ["2026-02-31T10:20:00.000Z", ({ y, m, d }) => `${y}-${m}-${d}T10:20:00.000Z`],
    ["2026-02-31 11:20:00 +0100", ({ y, m, d }) => `${y}-${m}-${d} 11:20:00 +0100`],
    ["2026-02-31T11:20+01:00", ({ y, m, d }) => `${y}-${m}-${d}T11:20+01:00`],
    ["2026-02-31 10:20 AM", ({ y, m, d }) => `${y}-${m}-${d} 10:20 AM`],
    ["+002026-02-31T10:20:00Z", ({ y, m, d }) => `+00${y}-${m}-${d}T10:20:00Z`],
    ["31/Feb/2026:10:20:00 +0000", ({ y, d, name }) => `${d}/${name}/${y}:10:20:00 +0000`],
    ["Sat Feb 31 10:20:00 2026", ({ y, d, name }) => `Sat ${name} ${d} 10:20:00 ${y}`],
    ["Feb 31, 2026 10:20:00", ({ y, d, name }) => `${name} ${d}, ${y} 10:20:00`],
  ])(
    "when a day is written like %s, then it is read if it is in the calendar, and never as another day",
    (_, write) => {
      fc.assert(
        fc.property(calendarDays, (date) => {
          const text = write({ ...date, ...dateNames(date) });
          const clock = text.length > 10 ? 37_200_000_000 : 0;
          const time = readForeignTime(text);
          expect(time).toBe(date.midnight === undefined ? undefined : date.midnight + clock);
          if (isoDate.test(text)) expect(readEventTime(text)).toBe(time);
        }),
        { numRuns: 1_000 },
      );
    },
  );

  test.each([
    "1950-02-29",
    "1900-02-29T00:00:00Z",
    "0000-02-30",
    "-000001-02-31",
    "+012026-02-29T00:00:00Z",
    "2026-02-30 (x)",
  ])("when the value is %s, a day that is not in the calendar, then it is no time", (value) =>
    expect(readForeignTime(value)).toBeUndefined(),
  );

  test.each<[value: string, utc: string]>([
    ["2026-11-21", "2026-11-21T00:00:00Z"],
    ["2026-11-21 09:00", "2026-11-21T09:00:00Z"],
    ["2026-11-21T09:00", "2026-11-21T09:00:00Z"],
    ["2026-11-21t09:00", "2026-11-21T09:00:00Z"],
    ["2026-11-21 9:00 PM", "2026-11-21T21:00:00Z"],
    ["2026-11-21 09:00:00 pm", "2026-11-21T21:00:00Z"],
    ["1950-01-01 09:00:00.5", "1950-01-01T09:00:00.500Z"],
    ["+012026-01-01T09:00:00", "+012026-01-01T09:00:00Z"],
    ["2026-11-21 09:00 +0100", "2026-11-21T08:00:00Z"],
    ["2026-11-21T09:00-02:00", "2026-11-21T11:00:00Z"],
    ["2026-11-21 09:00 GMT", "2026-11-21T09:00:00Z"],
  ])("when %s comes to a machine in another zone, then it is UTC unless it names its own", (value, utc) => {
    const { TZ } = process.env;
    process.env.TZ = "Asia/Tokyo";
    try {
      expect(readEventTime(value)).toBe(Date.parse(utc) * 1000);
    } finally {
      if (TZ === undefined) delete process.env.TZ;
      else process.env.TZ = TZ;
    }
  });

  test("when the value is anything, then it answers", () => {
    fc.assert(fc.property(fc.anything(), (value) => ["number", "undefined"].includes(typeof readEventTime(value))));
  });
});
