import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { StoredEvent } from "../../../src/eventstore/event/event.ts";
import { LruCache } from "../../../src/eventstore/read/lru-cache.ts";
import { patternTexts } from "../../pattern/texts.ts";
import { type Asked, ask, askedOf, sealedOf, slicedOf, storedOf } from "../../support/questions/event-question.ts";
import { sentFilter } from "../../support/questions/naive-filter.ts";
import { naivePatterns } from "../../support/questions/naive-query.ts";
import { naiveConditions, storedEvents } from "../../support/questions/random-events.ts";
import type { Encoding } from "../../support/store/memory-segment.ts";
import { storedEvent } from "../../support/store/stored-event.ts";

const base = 1_700_000_000;
const spreadSeconds = 10;

const worlds = fc
  .record({
    groups: fc.array(storedEvents(base * 1e6, spreadSeconds * 1e6, 14), { minLength: 1, maxLength: 4 }),
    others: fc.array(patternTexts, { minLength: 1, maxLength: 4 }),
    place: fc.constantFrom("memory", "stored", "sealed", "sliced"),
    isHelped: fc.boolean(),
    encodings: fc.infiniteStream(fc.constantFrom<Encoding>("dictionary", "number", "text")),
    sliceRows: fc.integer({ min: 1, max: 6 }),
    conditions: naiveConditions(),
    from: fc.integer({ min: -1, max: spreadSeconds - 1 }),
    seconds: fc.integer({ min: 1, max: spreadSeconds + 2 }),
  })
  .map(({ groups, others, place, isHelped, encodings, sliceRows, conditions, from, seconds }) => {
    let id = 0;
    const message = (event: StoredEvent, i: number) =>
      i % 3 === 0 ? others[i % others.length]! || "x" : event.message;
    const numbered = groups.map((events) =>
      events.map((event, i) => ({ ...event, message: message(event, i), id: ++id })),
    );
    const asked = (): Asked => {
      if (place === "memory") return askedOf(numbered, () => encodings.next().value);
      if (place === "stored") return storedOf(numbered);
      if (place === "sealed") return sealedOf(numbered, (group) => group % 2 === 1);
      return slicedOf(numbered, sliceRows, () => new LruCache(1e6).of(""));
    };
    const filter = sentFilter(conditions);
    const time_range = { ts_from: base + from, ts_to: base + from + seconds, step: 1, timezone: "UTC" };
    const bounds = Array.from({ length: seconds + 1 }, (_, i) => (base + from + i) * 1e6);
    return { events: numbered.flat(), asked: { ...asked(), isHelped }, conditions, filter, time_range, bounds };
  });

interface Value {
  id: string;
  count: number;
  bytes: number;
  first_seen: number;
  example_id: string;
  is_new: boolean | null;
  severities: Record<string, number>;
}

interface Found {
  totals: { count: number; pattern_count: number; values: Value[] };
  details: { values: { id: string; count: number }[]; total_count: number }[];
}

describe("patterns of random events in several segments", () => {
  const orders = fc.constantFrom("count", "bytes", "newest", "oldest", "rarest");

  test("when patterns are asked for, then all of them are there as a naive reader counts them, and add up to the range", () => {
    fc.assert(
      fc.property(worlds, orders, ({ events, asked, conditions, filter, time_range, bounds }, order) => {
        const wanted = naivePatterns(events, { conditions, bounds });
        // The second time what the first one counted is remembered.
        for (let time = 0; time < 2; time++) {
          const params = { filter, time_range, order, limit: 1000, with_subperiods: true, with_bytes: true };
          const { totals, details } = ask(asked, { type: "Patterns", params }).results as unknown as Found;
          expect(totals.values.reduce((sum, { count }) => sum + count, 0)).toBe(totals.count);
          const plain = totals.values.map(({ example_id: _, ...value }) => ({
            ...value,
            severities: Object.fromEntries(Object.entries(value.severities).sort()),
          }));
          expect(plain).toEqual(wanted.map(({ steps: _, examples: __, ...value }) => value).sort(comparers[order]!));
          for (const { id, example_id } of totals.values)
            expect(wanted.find((value) => value.id === id)!.examples).toContain(example_id);
          const byId = new Map(wanted.map((value) => [value.id, value]));
          for (const [step, detail] of details.entries()) {
            expect(detail.values).toEqual(totals.values.map(({ id }) => ({ id, count: byId.get(id)!.steps[step]! })));
            expect(detail.total_count).toBe(detail.values.reduce((sum, { count }) => sum + count, 0));
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  test("when it is asked which are new, then those are that a naive reader finds in the range and not right before", () => {
    fc.assert(
      fc.property(worlds, fc.boolean(), ({ events, asked, conditions, filter, time_range, bounds }, withSteps) => {
        const [from, to] = [bounds[0]!, bounds.at(-1)!];
        const before = new Set(
          naivePatterns(events, { conditions, bounds: [from - (to - from), from] }).map(({ id }) => id),
        );
        const wanted = naivePatterns(events, { conditions, bounds });
        for (let time = 0; time < 2; time++) {
          const params = { filter, time_range, limit: 1000, with_subperiods: withSteps, with_new: true };
          const { totals, details } = ask(asked, { type: "Patterns", params }).results as unknown as Found;
          expect(totals.values.map(({ id, count, is_new }) => ({ id, count, is_new })).sort(byId)).toEqual(
            wanted
              .map(({ id, count }) => ({ id, count, is_new: before.size === 0 ? null : !before.has(id) }))
              .sort(byId),
          );
          const steps = new Map(wanted.map((value) => [value.id, value.steps]));
          for (const [step, { values }] of (withSteps ? details : []).entries())
            expect(values.map(({ count }) => count)).toEqual(values.map(({ id }) => steps.get(id)![step]!));
        }
      }),
      { numRuns: 300 },
    );
  });

  type Ordered = Pick<Value, "id" | "count" | "bytes" | "first_seen">;
  const byId = (a: Pick<Ordered, "id">, b: Pick<Ordered, "id">) => (a.id < b.id ? -1 : 1);
  const comparers: Record<string, (a: Ordered, b: Ordered) => number> = {
    count: (a, b) => b.count - a.count || byId(a, b),
    bytes: (a, b) => b.bytes - a.bytes || byId(a, b),
    newest: (a, b) => b.first_seen - a.first_seen || byId(a, b),
    oldest: (a, b) => a.first_seen - b.first_seen || byId(a, b),
    rarest: (a, b) => a.count - b.count || byId(a, b),
  };

  test("when a pattern is taken as a filter, then exactly its events are found, and a field of rankings it is, too", () => {
    fc.assert(
      fc.property(worlds, ({ asked, filter, time_range }) => {
        const listed = ask(asked, { type: "Patterns", params: { filter, time_range, limit: 1000 } });
        const { values } = (listed.results as unknown as Found).totals;
        for (const { id, count } of values.slice(0, 3)) {
          const rate = ask(asked, { type: "EventRate", params: { filter, time_range, q: `pattern:${id}` } });
          expect((rate.results.totals as { sum: number }).sum).toBe(count);
          const others = ask(asked, { type: "EventRate", params: { filter, time_range, q: `-pattern:${id}` } });
          expect((others.results.totals as { sum: number }).sum).toBe(
            (listed.results as unknown as Found).totals.count - count,
          );
        }
        const top = ask(asked, { type: "TopN", params: { filter, time_range, field: "pattern", limit: 1000 } });
        expect((top.results.totals as { values: unknown }).values).toEqual(
          values.map(({ id, count }) => ({ name: id, count })),
        );
        const stats = {
          filter,
          time_range,
          by: ["pattern"],
          functions: ["count", "distinct"],
          field: "pattern",
          limit: 1000,
        };
        const { results } = ask(asked, { type: "Stats", params: stats });
        expect((results.totals as { values: unknown }).values).toEqual(
          values.map(({ id, count }) => ({ by: { pattern: id }, count, distinct: 1 })),
        );
      }),
      { numRuns: 100 },
    );
  });
});

describe("what stands in holes", () => {
  const events = Array.from({ length: 40 }, (_, i) =>
    storedEvent(i + 1, (base + i) * 1e6, { message: `user u${i % 3} at 10.0.0.${i} took ${i % 2} ms` }),
  );

  test("when values are asked for, then the most frequent ones of each hole are counted", () => {
    for (const asked of [storedOf([events]), sealedOf([events.slice(0, 20), events.slice(20)])]) {
      const params = { hole_values: 2, time_range: { ts_from: base, ts_to: base + 60, timezone: "UTC" } };
      const { totals } = ask(asked, { type: "Patterns", params }).results as unknown as {
        totals: { values: { text: string; holes: unknown }[] };
      };
      expect(totals.values).toHaveLength(1);
      expect(totals.values[0]!.text).toBe("user <*> at <*> took <*> ms");
      expect(totals.values[0]!.holes).toEqual([
        {
          distinct: 3,
          values: [
            { name: "u0", count: 14 },
            { name: "u1", count: 13 },
          ],
        },
        {
          distinct: 40,
          values: [
            { name: "10.0.0.0", count: 1 },
            { name: "10.0.0.1", count: 1 },
          ],
        },
        {
          distinct: 2,
          values: [
            { name: "0", count: 20 },
            { name: "1", count: 20 },
          ],
        },
      ]);
    }
  });

  test("when a hole has too many different values, then it says so and lists none", () => {
    const many = Array.from({ length: 10_001 }, (_, i) =>
      storedEvent(i + 1, base * 1e6 + i, { message: `id ${i} of 7` }),
    );
    const params = { hole_values: 1, time_range: { ts_from: base, ts_to: base + 60, timezone: "UTC" } };
    const { totals } = ask(storedOf([many]), { type: "Patterns", params }).results as unknown as {
      totals: { values: { holes: unknown }[] };
    };
    expect(totals.values[0]!.holes).toEqual([
      { distinct: null, values: [] },
      { distinct: 1, values: [{ name: "7", count: 10_001 }] },
    ]);
  });
});

test.each([
  [{ limit: 0 }, "params.limit"],
  [{ order: "first" }, "params.order"],
  [{ hole_values: 21 }, "params.hole_values"],
] as const)("when %j is asked, then it is refused by the name %s", (params, field) => {
  try {
    ask(storedOf([[storedEvent(1, base * 1e6)]]), { type: "Patterns", params });
    expect.unreachable();
  } catch (error) {
    expect((error as { details: { fields: object } }).details.fields).toHaveProperty([field]);
  }
});
