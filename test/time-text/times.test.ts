import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readIsoTime } from "../../src/time-text/iso-time.ts";
import { readLeadingTime } from "../../src/time-text/leading-time.ts";
import { readMonthTime } from "../../src/time-text/month-time.ts";
import { isoOf, reference } from "../ingest/line-formats/understand.ts";

const times = fc
  .integer({ min: 0, max: Date.UTC(2200, 0) })
  .chain((ms) => fc.integer({ min: 0, max: 999 }).map((micros) => ms * 1000 + micros));

test("when any time is written as ISO, then it is read back to the microsecond", () => {
  fc.assert(
    fc.property(times, fc.constantFrom("T", " "), fc.constantFrom(".", ","), (time, between, dot) => {
      const text = isoOf(time).replace("T", between).replace(".", dot);
      expect(readIsoTime(text, 0, "UTC")).toEqual({ time, end: text.length });
    }),
  );
});

test("when any time is written with any offset, then it is the same instant", () => {
  fc.assert(
    fc.property(times, fc.integer({ min: -14 * 60, max: 14 * 60 }), (time, minutes) => {
      if (time + minutes * 60e6 < 0) return;
      const offset = `${minutes < 0 ? "-" : "+"}${new Date(Math.abs(minutes) * 60_000).toISOString().slice(11, 16)}`;
      const wall = isoOf(time + minutes * 60e6).replace("Z", offset);
      expect(readIsoTime(wall, 0, "Asia/Tokyo")?.time).toBe(time);
      expect(readIsoTime(wall.replace(/:(\d\d)$/, "$1"), 0, "Asia/Tokyo")?.time).toBe(time);
    }),
  );
});

test("when a wall clock of a zone is read, then it is what Temporal says, in random order too", () => {
  const zones = fc.constantFrom("Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "UTC");
  fc.assert(
    fc.property(times, zones, (time, zone) => {
      const text = isoOf(time).slice(0, 19);
      const expected = Temporal.PlainDateTime.from(text).toZonedDateTime(zone).epochMilliseconds * 1000;
      expect(readIsoTime(text, 0, zone)?.time).toBe(expected);
    }),
  );
});

test("when the clock skips an hour, then a time in it is counted on from before the gap", () => {
  expect(isoOf(readIsoTime("2026-03-29 02:30:00", 0, "Europe/Berlin")!.time)).toBe("2026-03-29T01:30:00.000Z");
});

test.each([
  ["2026-02-29 09:00:00", "29 February in a common year"],
  ["2026-00-01 09:00:00", "month 0"],
  ["2026-13-01 09:00:00", "month 13"],
  ["2026-11-31 09:00:00", "31 November"],
  ["2026-11-21 24:00:00", "hour 24"],
  ["2026-11-21 09:60:00", "minute 60"],
  ["2026-11-21 09:00:61", "second 61"],
  ["1969-12-31 09:00:00", "a year before 1970"],
  ["2026-11/21 09:00:00", "mixed marks"],
  ["2026-11-21x09:00:00", "another letter between"],
  ["2026-11-21 09:00:00abc", "letters behind"],
  ["2026-11-21T09:00:00+25:00", "an offset of 25 hours"],
  ["2026-11-21", "no clock"],
])("when %s has %s, then it is no time", (text) => {
  expect(readLeadingTime(text, 0, { reference, timezone: "UTC" })?.end === text.length).toBe(false);
});

test("when the second is the leap second, then it is the next one", () => {
  expect(isoOf(readIsoTime("2016-12-31T23:59:60Z", 0, "UTC")!.time)).toBe("2017-01-01T00:00:00.000Z");
});

test("when the year is 9999, then the time is read and others decide about it", () => {
  expect(isoOf(readIsoTime("9999-12-31T00:00:00Z", 0, "UTC")!.time).slice(0, 4)).toBe("9999");
});

describe("a time without a year", () => {
  const newYear = Date.UTC(2027, 0, 1, 0, 5) * 1000;
  test.each([
    ["December read on New Year's day is last year's", "Dec 31 23:59:59", newYear, "UTC", "2026-12-31T23:59:59.000Z"],
    ["January read on New Year's day is this year's", "Jan  1 00:04:00", newYear, "UTC", "2027-01-01T00:04:00.000Z"],
    [
      "January from a zone ahead is next year's",
      "Jan  1 00:30:00",
      newYear - 3600e6,
      "Asia/Tokyo",
      "2026-12-31T15:30:00.000Z",
    ],
    ["January some hours ahead is next year's", "Jan  1 10:00:00", newYear - 3600e6, "UTC", "2027-01-01T10:00:00.000Z"],
    ["two days ahead is last year's", "Nov 23 13:00:00", reference, "UTC", "2025-11-23T13:00:00.000Z"],
    ["the leap day is the last one there was", "Feb 29 12:00:00", reference, "UTC", "2024-02-29T12:00:00.000Z"],
    ["the leap day around 2100", "Feb 29 12:00:00", Date.UTC(2103, 5) * 1000, "UTC", "2096-02-29T12:00:00.000Z"],
  ])("when %s", (_title, text, now, timezone, expected) => {
    expect(isoOf(readMonthTime(text, 0, { reference: now, timezone })!.time)).toBe(expected);
  });

  test("when a year is prescribed, then it is that one, and no leap day is made up", () => {
    const prescribed = { reference, timezone: "UTC", year: 2019 };
    expect(isoOf(readMonthTime("Dec 31 23:59:59", 0, prescribed)!.time)).toBe("2019-12-31T23:59:59.000Z");
    expect(readMonthTime("Feb 29 23:59:59", 0, prescribed)).toBeUndefined();
  });

  test("when a time of the last 300 days is written without its year, then the guess finds it", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 300 * 86_400 }), times, (age, now) => {
        const second = Math.floor(now / 1e6) * 1e6 - age * 1e6;
        if (second < 0) return;
        const date = new Date(second / 1000);
        const month = date.toLocaleString("en", { month: "short", timeZone: "UTC" });
        const text = `${month} ${String(date.getUTCDate()).padStart(2)} ${date.toISOString().slice(11, 19)}`;
        expect(readMonthTime(text, 0, { reference: now, timezone: "UTC" })?.time).toBe(second);
      }),
      { numRuns: 300 },
    );
  });
});
