import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readEventTime } from "../../../src/ingest/event/event-time.ts";

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

  test("when the value is anything, then it answers", () => {
    fc.assert(fc.property(fc.anything(), (value) => ["number", "undefined"].includes(typeof readEventTime(value))));
  });
});
