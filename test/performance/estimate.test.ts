import { expect, test } from "vitest";
import { type EstimateInput, estimate } from "../../src/performance/estimate.ts";

const gigabyte = 1e9;
const input: EstimateInput = {
  capacity: { parserEps: 90_000, storeEps: 50_000, bytesPerEvent: 100 },
  queryTimes: [],
  status: { days: [], freeBytes: 100 * gigabyte },
  retention: { retentionBytes: 0, retentionDays: 0, minFreeBytes: 0 },
  cpuCount: 4,
  duration: 10,
};
const day = { day: "2026-01-01", events: 1000, occurrences: 1000, bytes: 50_000, segments: 1 };
const daysAt = (result: ReturnType<typeof estimate>, wanted: number) =>
  result.retention_days_at.find(({ eps }) => eps === wanted)?.days;

test("when nothing is stored, then the size is that of scratch events and no time of an answer is made up", () => {
  const result = estimate(input);
  expect(result).toMatchObject({ max_eps: 50_000, query_ms: null, trigger_eps: null });
  expect(result).toMatchObject({ bytes_per_event: 100, bytes_per_event_of: "scratch" });
  // 100 GB / (1000 events/s × 100 bytes × 86,400 s)
  expect(daysAt(result, 1000)).toBe(11.6);
});

test("when events are stored, then their size counts, and what they take is part of the budget", () => {
  const result = estimate({ ...input, status: { ...input.status, days: [day] }, queryTimes: [3, 1, 2] });
  expect(result).toMatchObject({ bytes_per_event: 50, bytes_per_event_of: "stored", query_ms: 2 });
  expect(daysAt(result, 1000)).toBe(23.1);
});

test.each([
  [{ retentionBytes: 10 * gigabyte, retentionDays: 0, minFreeBytes: 0 }, 1.2],
  [{ retentionBytes: 0, retentionDays: 7, minFreeBytes: 0 }, 7],
  [{ retentionBytes: 0, retentionDays: 0, minFreeBytes: 50 * gigabyte }, 5.8],
  [{ retentionBytes: 0, retentionDays: 0, minFreeBytes: 200 * gigabyte }, 0],
])("when the settings are %j, then 1000 events a second are kept for %d days", (retention, days) => {
  expect(daysAt(estimate({ ...input, retention }), 1000)).toBe(days);
});
