import { expect, test } from "vitest";
import { type EstimateInput, estimate } from "../../src/performance/estimate.ts";

const gigabyte = 1e9;
const input: EstimateInput = {
  capacity: {
    ...{ parserEps: 90_000, triggerEps: null, httpEps: 1_000_000, storeEps: 50_000, bytesPerEvent: 100, ruleCount: 3 },
    questions: [
      { ms: 10, rowsRead: 10_000 },
      { ms: 20, rowsRead: 10_000 },
      { ms: 40, rowsRead: 10_000 },
    ],
  },
  samples: { of: "built_in", count: 10 },
  triggerCount: 0,
  queries: { questions: [], emptyMs: 0 },
  status: { days: [], tail: { events: 7, bytes: 1, segments: 1 }, freeBytes: 100 * gigabyte },
  disk: { diskBytes: null, retentionBytes: 0, retentionDays: 0, minFreeBytes: 0 },
  eps: null,
  currentEps: 0,
  cpuCount: 4,
  duration: 10,
  history: [],
};
const day = { day: "2026-01-01", events: 1000, occurrences: 1000, bytes: 50_000, segments: 1 };
const daysAt = (result: ReturnType<typeof estimate>, wanted: number) =>
  result.retention_days_at.find(({ eps }) => eps === wanted)?.days;

test("when nothing is stored, then the size is that of scratch events and no time of an answer is made up", () => {
  const result = estimate(input);
  expect(result).toMatchObject({ max_eps: 50_000, query_ms: null, trigger_eps: null, stored_events: 7, drift: null });
  expect(result).toMatchObject({ bytes_per_event: 100, bytes_per_event_of: "scratch" });
  // 100 GB / (1000 events/s × 100 bytes × 86,400 s)
  expect(daysAt(result, 1000)).toBe(11.6);
});

test("when events are stored, then their size counts, and what they take is part of the budget", () => {
  const queries = { questions: [{ ms: [3, 1, 2], rowsRead: 10 }], emptyMs: 1 };
  const result = estimate({ ...input, status: { ...input.status, days: [day] }, queries });
  expect(result).toMatchObject({ bytes_per_event: 50, bytes_per_event_of: "stored", query_ms: 2, stored_events: 1007 });
  expect(daysAt(result, 1000)).toBe(23.1);
});

test.each([
  [1, 47_619],
  [2, 50_000],
])(
  "when there are %d processors, then sender and intake share them: at most %d events a second",
  (cpuCount, epsMax) => {
    expect(estimate({ ...input, cpuCount }).max_eps).toBe(epsMax);
  },
);

test("when questions are projected, then what is asked of the larger store counts", () => {
  // 2 µs an event is the median of the scratch store.
  expect(estimate(input).query_ms_at[0]).toEqual({ events: 1_000_000, ms: 2000 });
  const questions = [5, 5, 5].map((ms) => ({ ms: [ms + 1, ms + 1, ms + 1], rowsRead: 50_000 }));
  const result = estimate({ ...input, queries: { questions, emptyMs: 1 }, eps: 100 });
  expect(result.query_ms_at.slice(0, 2)).toEqual([
    { events: 8_640_000, ms: 865 },
    { events: 1_000_000, ms: 101 },
  ]);
});

test.each([
  [{ retentionBytes: 10 * gigabyte, retentionDays: 0, minFreeBytes: 0 }, 1.2],
  [{ retentionBytes: 0, retentionDays: 7, minFreeBytes: 0 }, 7],
  [{ retentionBytes: 0, retentionDays: 0, minFreeBytes: 50 * gigabyte }, 5.8],
  [{ retentionBytes: 0, retentionDays: 0, minFreeBytes: 200 * gigabyte }, 0],
  [{ diskBytes: 20 * gigabyte, retentionBytes: 1, retentionDays: 1, minFreeBytes: 0 }, 2.3],
])("when the disk is bound by %j, then 1000 events a second are kept for %d days", (disk, days) => {
  expect(daysAt(estimate({ ...input, disk: { diskBytes: null, ...disk } }), 1000)).toBe(days);
});

test("when rates are given and known, then days are told for them first", () => {
  const { retention_days_at } = estimate({ ...input, eps: 2000, currentEps: 500 });
  expect(retention_days_at.slice(0, 2)).toEqual([
    { eps: 2000, days: 5.8, of: "given" },
    { eps: 500, days: 23.1, of: "last_24_hours" },
  ]);
});

test("when it was estimated before, then the change against the median of before is told", () => {
  const earlier = (max_eps: number) => ({
    ...{ created_at: 1, max_eps, parser_eps: 90_000, store_eps: 100_000, trigger_eps: null, http_eps: 1 },
    ...{ query_ms: null, bytes_per_event: 1, cpu_count: 4 },
  });
  const { drift, history } = estimate({ ...input, history: [earlier(40_000), earlier(10_000), earlier(60_000)] });
  expect(drift).toEqual({ max_eps: 0.25, parser_eps: 0, store_eps: -0.5, query_ms: null });
  expect(history).toHaveLength(3);
});

test("when rules drop every event, then there is no size and no retention to tell", () => {
  const capacity = { ...input.capacity, bytesPerEvent: null, triggerEps: Number.POSITIVE_INFINITY };
  const result = estimate({ ...input, capacity, triggerCount: 1 });
  expect(result).toMatchObject({ bytes_per_event: null, retention_days_at: [], trigger_eps: null });
});
