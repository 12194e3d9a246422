import { describe, expect, test } from "vitest";
import type { SegmentHandle } from "../../../src/eventstore/snapshot.ts";
import { lightEventsMax } from "../../../src/pool/limits.ts";
import { eventsToRead } from "../../../src/query/answer/answer-cost.ts";
import { parseQuery } from "../../../src/query/parse/parse-query.ts";

const hour = 3_600;
const base = 1_700_000_000 - (1_700_000_000 % 86_400);

/** A million events of two hours and a half, as merging makes them. */
const large = segmentOf(1_000_000, base, base + 2.5 * hour);

function segmentOf(rows: number, from: number, to: number): SegmentHandle {
  const times = { minTime: from * 1e6, maxTime: to * 1e6 };
  return { place: "file", day: "", segmentId: 1, rows, occurrences: rows, minId: 1, maxId: rows, ...times } as never;
}

function costOf(type: string, params: object, segments: SegmentHandle[]): number {
  const snapshot = { lease: 1, commit: 0, eventsFolder: "", segments, warnings: [] } as never;
  const question = parseQuery({ type, params }, { timezone: "UTC", now: base });
  return eventsToRead({ ...question, baseTime: base, hosts: [], snapshot, control: new SharedArrayBuffer(8) });
}

const between = (from: number, to: number) => ({ ts_from: base + from, ts_to: base + to, timezone: "UTC" });

describe("what a question costs", () => {
  test("when it is about five minutes, then it stays light when its segments are merged into one of a million events", () => {
    const params = { field: "host", time_range: between(2.4 * hour, 2.4 * hour + 300) };
    const small = segmentOf(100_000, base + 2.3 * hour, base + 2.5 * hour);
    expect(costOf("TopN", params, [small])).toBeLessThan(lightEventsMax);
    expect(costOf("TopN", params, [large])).toBeLessThan(lightEventsMax);
  });

  test("when it reads most of a large segment or all of it, then it is heavy", () => {
    for (const hours of [1, 2, 24]) {
      const params = { field: "host", time_range: between(0, hours * hour) };
      expect(costOf("TopN", params, [large])).toBeGreaterThan(lightEventsMax);
    }
  });

  test("when a range is wider, then it never costs less", () => {
    const costs = [0.1, 0.5, 1, 2, 3].map((hours) =>
      costOf("LastN", { field: "host", time_range: between(0, hours * hour) }, [large]),
    );
    expect(costs).toEqual(costs.toSorted((a, b) => a - b));
  });

  test("when segments have counted the answer, then it is light though they are many", () => {
    const params = { time_range: between(0, 2 * hour) };
    expect(costOf("EventRate", params, [large, large, large])).toBeLessThan(lightEventsMax);
  });

  test("when a condition is on the triggers that fired, which nothing has counted, then it costs its rows", () => {
    const params = { time_range: between(0, 2 * hour), filter: [{ field: "trigger_ids", value: "*" }] };
    expect(costOf("EventRate", params, [large])).toBeGreaterThan(lightEventsMax);
  });

  test("when it is a first page of all events by time, then it is light however many there are; far down, with a condition or sorted by something else it is not", () => {
    const time_range = between(0, 2 * hour);
    const many = Array.from({ length: 10 }, () => large);
    for (const params of [{}, { page: 3 }, { sort: "first_occurrence", page_size: 1000 }])
      expect(costOf("Search", { ...params, time_range }, many)).toBeLessThan(lightEventsMax);
    for (const params of [{ offset: 5_000_000 }, { q: "host:a" }, { sort: "-counter" }])
      expect(costOf("Search", { ...params, time_range }, many)).toBeGreaterThan(lightEventsMax);
  });

  test("when a segment is of one moment, then all of it counts", () => {
    const moment = segmentOf(300_000, base, base);
    expect(costOf("TopN", { field: "host", time_range: between(-10, 10) }, [moment])).toBeGreaterThan(lightEventsMax);
  });
});
