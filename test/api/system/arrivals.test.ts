import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arrivalWindow, summarizeArrivals } from "../../../src/api/system/arrivals.ts";

const minute = 60_000;
const nowMs = 28_000_000 * minute + 30_000;
const arrival = (minutesAgo: number, count: number) => ({
  timeMs: (28_000_000 - minutesAgo) * minute,
  new: count,
  duplicates: 0,
  dropped: 0,
  outOfTime: 0,
});

describe("arrivals", () => {
  test("when they are summarized, then averages are over whole minutes and every minute is listed", () => {
    const arrivals = [
      { ...arrival(1441, 9_000_000) },
      { ...arrival(1440, 8640) },
      { ...arrival(60, 3600) },
      { timeMs: (28_000_000 - 1) * minute, new: 10, duplicates: 20, dropped: 30, outOfTime: 4 },
      { ...arrival(0, 7) },
    ];
    const { events_per_second: rates, minutes } = summarizeArrivals(arrivals, nowMs, 2);
    expect(rates).toEqual({ last_minute: 1, last_hour: 3660 / 3600, last_day: (8640 + 3660) / 86_400 });
    const from = (28_000_000 * minute) / 1000;
    expect(minutes).toEqual([
      { ts_from: from - 120, new: 0, duplicates: 0, dropped: 0, out_of_time: 0 },
      { ts_from: from - 60, new: 10, duplicates: 20, dropped: 30, out_of_time: 4 },
      { ts_from: from, new: 7, duplicates: 0, dropped: 0, out_of_time: 0 },
    ]);
  });

  test("when any time and length are asked, then the window has the running minute and whole ones before it", () => {
    fc.assert(
      fc.property(fc.integer({ min: 100_000 * minute, max: 1e13 }), fc.integer({ min: 1, max: 1440 }), (now, count) => {
        const { fromMs, toMs } = arrivalWindow(now, count);
        expect(toMs - fromMs).toBe(1441 * minute);
        expect(fromMs % minute).toBe(0);
        expect(now < toMs && now >= toMs - minute).toBe(true);
        const { minutes } = summarizeArrivals([], now, count);
        expect(minutes).toHaveLength(count + 1);
        expect(minutes.at(-1)!.ts_from * 1000 + minute).toBe(toMs);
      }),
    );
  });
});
