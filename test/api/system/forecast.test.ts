import { expect, test } from "vitest";
import { forecastStorage } from "../../../src/api/system/forecast.ts";

const dayMs = 86_400_000;
const now = Date.parse("2026-03-20T12:00:00Z");
const free = 1_000_000;
const kept = { retentionDays: 0, retentionBytes: 0, minFreeBytes: 0 };
const dayAt = (daysAgo: number) => new Date(now - daysAgo * dayMs).toISOString().slice(0, 10);
const daysOf = (count: number, bytes: number) =>
  Array.from({ length: count }, (_, at) => ({ day: dayAt(count - at), bytes }));
const seconds = (text: string) => Date.parse(text) / 1000;

test("when nothing is stored, then nothing is foretold", () => {
  const nothing = { bytes_per_day: null, full_at: null, deletes_from: null, deletes_because: null };
  expect(forecastStorage([], free, kept, now)).toEqual(nothing);
  expect(forecastStorage([], free, { ...kept, retentionDays: 3, retentionBytes: 10 }, now)).toEqual(nothing);
});

test("when all days are kept, then the disk is full when what comes a day has used up what is free", () => {
  expect(forecastStorage(daysOf(7, 100_000), free, kept, now)).toEqual({
    bytes_per_day: 100_000,
    full_at: seconds("2026-03-30T12:00:00Z"),
    deletes_from: null,
    deletes_because: null,
  });
  const { full_at } = forecastStorage(daysOf(7, 100_000), free, { ...kept, minFreeBytes: 500_000 }, now);
  expect(full_at).toBe(seconds("2026-03-25T12:00:00Z"));
});

test("when a day had no events, then it counts in the average, and days of long ago do not", () => {
  const days = [{ day: dayAt(400), bytes: 9_000_000 }, ...daysOf(7, 70_000).filter((_, at) => at !== 3)];
  expect(forecastStorage(days, free, kept, now).bytes_per_day).toBe(60_000);
});

test("when there is only today, then it stands for a day", () => {
  expect(forecastStorage([{ day: dayAt(0), bytes: 5000 }], free, kept, now).bytes_per_day).toBe(5000);
});

test("when days are deleted by age, then the oldest goes first, and the disk is full only if they do not fit", () => {
  const rule = { ...kept, retentionDays: 10 };
  expect(forecastStorage(daysOf(7, 100_000), free, rule, now)).toMatchObject({
    deletes_from: seconds("2026-03-24T00:00:00Z"),
    deletes_because: "age",
    full_at: null,
  });
  // Ten days and the running one need 1.1 MB, of which 0.7 are there: 0.4 would do.
  expect(forecastStorage(daysOf(7, 100_000), 400_000, rule, now).full_at).toBe(null);
  expect(forecastStorage(daysOf(7, 100_000), 399_999, rule, now).full_at).not.toBe(null);
});

test("when days are deleted by size, then from when that is reached, and the sooner of both counts", () => {
  const rule = { ...kept, retentionBytes: 900_000 };
  expect(forecastStorage(daysOf(7, 100_000), free, rule, now)).toMatchObject({
    deletes_from: seconds("2026-03-22T12:00:00Z"),
    deletes_because: "size",
    full_at: null,
  });
  const both = { ...rule, retentionDays: 8 };
  expect(forecastStorage(daysOf(7, 100_000), free, both, now)).toMatchObject({
    deletes_from: seconds("2026-03-22T00:00:00Z"),
    deletes_because: "age",
  });
  // More may be kept than there is room for.
  const wide = { ...kept, retentionBytes: 9_000_000 };
  expect(forecastStorage(daysOf(7, 100_000), free, wide, now).full_at).toBe(seconds("2026-03-30T12:00:00Z"));
});
