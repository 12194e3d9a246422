import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { StoredEvent } from "../../../src/eventstore/event/event.ts";
import { PieceCache } from "../../../src/eventstore/read/piece-cache.ts";
import { patternText } from "../../../src/pattern/pattern-text.ts";
import { patternTexts } from "../../pattern/texts.ts";
import { type Asked, ask, askedOf, sealedOf, slicedOf, storedOf } from "../../support/questions/event-question.ts";
import { sentFilter } from "../../support/questions/naive-filter.ts";
import { naivePatterns } from "../../support/questions/naive-query.ts";
import { naiveConditions, storedEvents } from "../../support/questions/random-events.ts";
import type { Encoding } from "../../support/store/memory-segment.ts";
import { cacheWithoutRows } from "../../support/store/overwritten-buffers.ts";
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
      return slicedOf(numbered, sliceRows, () => (sliceRows % 2 ? new PieceCache(1e6) : cacheWithoutRows()).of(""));
    };
    const filter = sentFilter(conditions);
    const time_range = { ts_from: base + from, ts_to: base + from + seconds, step: 1, timezone: "UTC" };
    const bounds = Array.from({ length: seconds + 1 }, (_, i) => (base + from + i) * 1e6);
    return { events: numbered.flat(), asked: { ...asked(), isHelped }, conditions, filter, time_range, bounds };
  });

interface Value {
  id: string;
  count: number;
  pattern_count: number;
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
          const own = { limit: 1000, with_subperiods: true, with_bytes: true, with_families: false };
          const params = { filter, time_range, order, ...own };
          const { totals, details } = ask(asked, { type: "Patterns", params }).results as unknown as Found;
          expect(totals.values.reduce((sum, { count }) => sum + count, 0)).toBe(totals.count);
          const plain = totals.values.map(({ example_id: _, pattern_count: __, ...value }) => ({
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
          const own = { limit: 1000, with_subperiods: withSteps, with_new: true, with_families: false };
          const params = { filter, time_range, ...own };
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
        const own = { limit: 1000, with_families: false };
        const listed = ask(asked, { type: "Patterns", params: { filter, time_range, ...own } });
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

/** Of what programs write about many things by name, and of what they do not. */
const familyTexts = fc.oneof(
  { arbitrary: letters(3).map((name) => `Unpacking lib${name} (1.2-3) ...`), weight: 4 },
  { arbitrary: letters(3).map((name) => `Unpacking lib${name}-dev (1.2-3) ...`), weight: 2 },
  { arbitrary: fc.tuple(letters(2), letters(2)).map(([one, other]) => `link ${one} to ${other} is up`), weight: 4 },
  { arbitrary: letters(2).map((name) => `link ${name} to core is up`), weight: 2 },
  { arbitrary: fc.constantFrom("link up", "link a9 to core is up", "Unpacking 7 (1.2-3) ..."), weight: 1 },
);

function letters(length: number) {
  return fc.string({ unit: fc.constantFrom(..."abcdef"), minLength: length, maxLength: length });
}

describe("families of patterns", () => {
  const streams = fc.record({
    texts: fc.array(familyTexts, { minLength: 60, maxLength: 160 }),
    isSealed: fc.boolean(),
    isHelped: fc.boolean(),
    split: fc.integer({ min: 1, max: 59 }),
    from: fc.integer({ min: 0, max: 30 }),
  });
  const worldOf = ({
    texts,
    isSealed,
    isHelped,
    split,
    from,
  }: typeof streams extends fc.Arbitrary<infer T> ? T : never) => {
    const events = texts.map((message, i) => storedEvent(i + 1, (base + i) * 1e6, { message }));
    const groups = [events.slice(0, split), events.slice(split)];
    const asked = { ...(isSealed ? sealedOf(groups) : storedOf(groups)), isHelped };
    const time_range = { ts_from: base + from, ts_to: base + texts.length, step: 1, timezone: "UTC" };
    return { events, asked, time_range, range: [(base + from) * 1e6, (base + texts.length) * 1e6] };
  };
  type Listed = { totals: { item_count: number; pattern_count: number; count: number; values: Listing[] } };
  type Listing = Value & { text: string };
  const list = (asked: Asked, params: object) =>
    (ask(asked, { type: "Patterns", params: { limit: 1000, ...params } }).results as unknown as Listed).totals;

  test("when many patterns differ in one word, then one entry stands for all of them, counts add up, and its id finds the same", () => {
    let joined = 0;
    fc.assert(
      fc.property(streams, (stream) => {
        const { events, asked, time_range, range } = worldOf(stream);
        const plain = list(asked, { time_range, with_families: false });
        const { values, ...totals } = list(asked, { time_range });
        expect(totals.item_count).toBe(values.length);
        expect(totals.pattern_count).toBe(plain.values.length);
        expect(values.reduce((sum, value) => sum + value.pattern_count, 0)).toBe(plain.values.length);
        expect(values.reduce((sum, { count }) => sum + count, 0)).toBe(plain.count);
        for (const { id, text, count, pattern_count } of values.slice(0, 8)) {
          const rate = (q: string) =>
            (ask(asked, { type: "EventRate", params: { time_range, q } }).results.totals as { sum: number }).sum;
          expect([text, rate(`pattern:${id}`), rate(`-pattern:${id.toUpperCase()}`)]).toEqual([
            text,
            count,
            plain.count - count,
          ]);
          if (!id.startsWith("f")) continue;
          joined++;
          const own = events.filter(
            ({ message, times }) => times[0]! >= range[0]! && isOfFamily(patternText([message]), text),
          );
          expect([pattern_count >= 10, own.length]).toEqual([true, count]);
        }
      }),
      { numRuns: 60 },
    );
    expect(joined).toBeGreaterThan(20);
  });

  /** By trying to put each word of the pattern in place of the hole. */
  function isOfFamily(pattern: string, family: string): boolean {
    return [...family.matchAll(/<\*>/g)].some(({ index }) => {
      const [head, tail] = [family.slice(0, index), family.slice(index + 3)];
      if (!pattern.startsWith(head) || !pattern.endsWith(tail) || pattern.length < head.length + tail.length + 1)
        return false;
      return /^[\w<*>-]+$/.test(pattern.slice(head.length, pattern.length - tail.length));
    });
  }

  test("when a list is read by pages, then they are the whole list, and a page past its end is empty", () => {
    fc.assert(
      fc.property(streams, fc.constantFrom("count", "newest", "rarest"), fc.boolean(), (stream, order, joins) => {
        const { asked, time_range } = worldOf(stream);
        const params = { time_range, order, with_families: joins };
        const whole = list(asked, params).values;
        const pages = Array.from(
          { length: Math.ceil(whole.length / 7) + 1 },
          (_, page) => list(asked, { ...params, limit: 7, offset: page * 7 }).values,
        );
        expect(pages.flat()).toEqual(whole);
        expect(pages.at(-1)).toEqual([]);
      }),
      { numRuns: 30 },
    );
  });

  test("when it is asked which are new, then a family is not where any pattern of it occurred before", () => {
    const at = (second: number, message: string, id: number) => storedEvent(id, (base + second) * 1e6, { message });
    const names = Array.from("abcdefghijkl");
    const now = names.map((name, i) => at(60 + i, `Unpacking lib${name} (1) ...`, i + 1));
    const time_range = { ts_from: base + 60, ts_to: base + 120, timezone: "UTC" };
    const newOf = (before: string) =>
      list(storedOf([[at(5, before, 99)], now]), { time_range, with_new: true }).values.map(({ text, is_new }) => [
        text,
        is_new,
      ]);
    expect(newOf("Unpacking others (1) ...")).toEqual([["Unpacking <*> (<*>) ...", false]]);
    expect(newOf("Removing others (1) ...")).toEqual([["Unpacking <*> (<*>) ...", true]]);
  });

  test("when values of holes are asked for, then the word that differs is a hole like the others", () => {
    const events = Array.from("abcdefghijkl", (name, i) =>
      storedEvent(i + 1, (base + i) * 1e6, { message: `Unpacking lib${name}-dev (1.${i % 2}) ...` }),
    );
    const time_range = { ts_from: base, ts_to: base + 60, timezone: "UTC" };
    const [family] = list(storedOf([events]), { time_range, hole_values: 1 }).values as unknown as { holes: unknown }[];
    expect(family!.holes).toEqual([
      { distinct: 12, values: [{ name: "liba-dev", count: 1 }], others_at_most: null },
      { distinct: 2, values: [{ name: "1.0", count: 6 }], others_at_most: null },
    ]);
  });

  test("when fewer than ten differ, then each is listed by itself", () => {
    const events = Array.from("abcdefghi", (name, i) =>
      storedEvent(i + 1, (base + i) * 1e6, { message: `start ${name}` }),
    );
    const time_range = { ts_from: base, ts_to: base + 60, timezone: "UTC" };
    expect(list(storedOf([events]), { time_range }).values).toHaveLength(9);
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
          others_at_most: null,
        },
        {
          distinct: 40,
          values: [
            { name: "10.0.0.0", count: 1 },
            { name: "10.0.0.1", count: 1 },
          ],
          others_at_most: null,
        },
        {
          distinct: 2,
          values: [
            { name: "0", count: 20 },
            { name: "1", count: 20 },
          ],
          others_at_most: null,
        },
      ]);
    }
  });

  test("when long values differ only behind what is shown of them, then they are counted apart", () => {
    const long = (i: number) => `id ${"7".repeat(600)}${i % 3} end`;
    const stored = storedOf([
      Array.from({ length: 7 }, (_, i) => storedEvent(i + 1, base * 1e6, { message: long(i) })),
    ]);
    const params = { hole_values: 5, time_range: { ts_from: base, ts_to: base + 60, timezone: "UTC" } };
    const { totals } = ask(stored, { type: "Patterns", params }).results as unknown as {
      totals: { values: { holes: { distinct: number; values: { name: string; count: number }[] }[] }[] };
    };
    const [{ distinct, values }] = totals.values[0]!.holes as [
      { distinct: number; values: { name: string; count: number }[] },
    ];
    expect([distinct, values.map(({ count }) => count)]).toEqual([3, [3, 2, 2]]);
    expect(new Set(values.map(({ name }) => name))).toEqual(new Set([`${"7".repeat(500)}…`]));
  });

  test("when a hole has more different values than are counted one by one, then the most frequent ones are told exactly", () => {
    // Every third one is one of a few; all others occur once.
    const idOf = (i: number) => (i % 3 === 0 ? `${(i / 3) % (1 + ((i / 3) % 7))}` : `${i + 1_000}`);
    const many = Array.from({ length: 36_000 }, (_, i) =>
      storedEvent(i + 1, base * 1e6 + i, { message: `id ${idOf(i)} of 7` }),
    );
    const counts = new Map<string, number>();
    for (let i = 0; i < many.length; i++) counts.set(idOf(i), (counts.get(idOf(i)) ?? 0) + 1);
    const best = Array.from(counts, ([name, count]) => ({ name, count }))
      .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
      .slice(0, 5);
    const groups = [many.slice(0, 20_000), many.slice(20_000)];
    const params = { hole_values: 5, time_range: { ts_from: base, ts_to: base + 60, timezone: "UTC" } };
    for (const asked of [storedOf(groups), sealedOf(groups)]) {
      const { totals } = ask(asked, { type: "Patterns", params }).results as unknown as {
        totals: { values: { holes: unknown }[] };
      };
      expect(totals.values[0]!.holes).toEqual([
        { distinct: null, values: best, others_at_most: null },
        { distinct: 1, values: [{ name: "7", count: 36_000 }], others_at_most: null },
      ]);
    }
  });
});

test.each([
  [{ limit: 0 }, "params.limit"],
  [{ order: "first" }, "params.order"],
  [{ hole_values: 21 }, "params.hole_values"],
  [{ offset: -1 }, "params.offset"],
  [{ with_families: "many" }, "params.with_families"],
] as const)("when %j is asked, then it is refused by the name %s", (params, field) => {
  try {
    ask(storedOf([[storedEvent(1, base * 1e6)]]), { type: "Patterns", params });
    expect.unreachable();
  } catch (error) {
    expect((error as { details: { fields: object } }).details.fields).toHaveProperty([field]);
  }
});
