import { expect, test } from "vitest";
import { noCache } from "../../../src/eventstore/read/decoded-cache.ts";
import type { Column, Segment } from "../../../src/eventstore/segment.ts";
import { ask, slicedOf } from "../../support/questions/event-question.ts";
import { baseTime, event } from "../../support/store/event-arbitrary.ts";

const range = { ts_from: baseTime / 1e6, ts_to: baseTime / 1e6 + 100, timezone: "UTC" };

/** Three segments; `hosts`: how many different ones each has, from the first of all on. */
function worldOf(hosts: readonly number[]) {
  let id = 0;
  const groups = hosts.map((count, segment) =>
    Array.from({ length: 40 }, (_, row) => ({
      ...event("m", baseTime + segment * 1e6 + row),
      id: ++id,
      host: `web${row % count}`,
    })),
  );
  const world = slicedOf(groups, 16, () => noCache);
  /** Segments of which the hosts of rows were read, by their first event. */
  const read = new Set<number>();
  const open: typeof world.reader.open = (handle) => watched(world.reader.open(handle), () => read.add(handle.minId));
  return { asked: { ...world, reader: { ...world.reader, open } }, read };
}

function watched(segment: Segment, onRead: () => void): Segment {
  const watchedColumn = (column: Column) =>
    through(column, (key) => {
      if (key === "ids" || key === "someIds" || key === "text") onRead();
    });
  return through(segment, () => undefined, { base: (name) => watchedColumn(segment.base(name)) });
}

function through<T extends object>(target: T, onGet: (key: PropertyKey) => void, own: Partial<T> = {}): T {
  return new Proxy(target, {
    get(_, key) {
      onGet(key);
      if (Object.hasOwn(own, key)) return own[key as keyof T];
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

function distinctHosts(asked: ReturnType<typeof worldOf>["asked"], q?: string) {
  const params = { field: "host", functions: ["distinct"], by: [], limit: 5, time_range: range, ...(q && { q }) };
  return (ask(asked, { type: "Stats", params }).results.totals as { values: unknown }).values;
}

test("when a segment has no other values than those found before, then its rows are not read", () => {
  const { asked, read } = worldOf([3, 4, 5]);
  expect(distinctHosts(asked)).toEqual([{ by: {}, distinct: 5 }]);
  // The newest one comes first.
  expect([...read]).toEqual([81]);
  expect(distinctHosts(asked, "host:web2")).toEqual([{ by: {}, distinct: 1 }]);
});

test("when each segment has a value that none before had, then all are read", () => {
  const { asked, read } = worldOf([5, 4, 3]);
  expect(distinctHosts(asked)).toEqual([{ by: {}, distinct: 5 }]);
  expect([...read]).toEqual([81, 41, 1]);
});

test("when no event has the field, then there is no group", () => {
  expect(distinctHosts(worldOf([2, 2, 2]).asked, "host:nobody")).toEqual([]);
});
