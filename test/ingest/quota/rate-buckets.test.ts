import fc from "fast-check";
import { expect, test } from "vitest";
import { DayBytes, secondsLeftOfDay } from "../../../src/ingest/quota/day-bytes.ts";
import { RateBuckets } from "../../../src/ingest/quota/rate-buckets.ts";

test("when a sender waits as it is told, then over any time it brings no more than its rate and one body", () => {
  const bodies = fc.array(fc.tuple(fc.integer({ min: 1, max: 500 }), fc.nat(3_000)), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100 }), bodies, (perSecond, sent) => {
      const rates = new RateBuckets();
      let nowMs = 0;
      let events = 0;
      for (const [size, pauseMs] of sent) {
        nowMs += pauseMs;
        nowMs += rates.waitMs("one", perSecond, nowMs);
        expect(rates.waitMs("one", perSecond, nowMs)).toBe(0);
        expect(events).toBeLessThanOrEqual(perSecond * (nowMs / 1000 + 1));
        rates.spend("one", perSecond, size, nowMs);
        events += size;
      }
    }),
  );
});

test("when one sender has sent too much, then another may go on, and so may a third who takes its place in memory", () => {
  const rates = new RateBuckets(2);
  rates.spend("one", 10, 100, 0);
  expect([rates.waitMs("one", 10, 0), rates.waitMs("two", 10, 0)]).toEqual([9_100, 0]);
  rates.spend("two", 10, 1, 0);
  rates.spend("three", 10, 1, 0);
  expect(rates.waitMs("one", 10, 0)).toBe(0);
});

test("when a UTC day ends, then bytes are counted anew", () => {
  const bytes = new DayBytes();
  const evening = Date.UTC(2026, 10, 22, 23, 59, 58);
  bytes.add("one", 10, evening);
  bytes.add("one", 5, evening);
  expect([bytes.of("one", evening), bytes.of("two", evening), secondsLeftOfDay(evening)]).toEqual([15, 0, 2]);
  expect(bytes.of("one", evening + 2_000)).toBe(0);
});
