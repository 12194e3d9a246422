import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PieceCache } from "../../../src/eventstore/read/piece-cache.ts";
import { patternIdOf } from "../../../src/pattern/pattern-id.ts";
import { type Asked, ask, askedOf, sealedOf, slicedOf, storedOf } from "../../support/questions/event-question.ts";
import { naiveText, sentFilter } from "../../support/questions/naive-filter.ts";
import { naivePatterns } from "../../support/questions/naive-query.ts";
import { countedField, naiveConditions, storedEvents } from "../../support/questions/random-events.ts";
import type { Encoding } from "../../support/store/memory-segment.ts";
import { cacheWithoutRows } from "../../support/store/overwritten-buffers.ts";
import { storedEvent } from "../../support/store/stored-event.ts";

const base = 1_700_000_000;
const spreadSeconds = 12;

interface Value {
  id?: string;
  name?: string;
  text?: string;
  kind: string;
  count: number;
  base_count: number;
}

interface Totals {
  count: number;
  base_count: number;
  compared: number;
  values: Value[];
}

const worlds = fc
  .record({
    groups: fc.array(storedEvents(base * 1e6, spreadSeconds * 1e6, 14), { minLength: 1, maxLength: 4 }),
    place: fc.constantFrom("memory", "stored", "sealed", "sliced"),
    isHelped: fc.boolean(),
    encodings: fc.infiniteStream(fc.constantFrom<Encoding>("dictionary", "number", "text")),
    sliceRows: fc.integer({ min: 1, max: 6 }),
    conditions: naiveConditions(),
    from: fc.integer({ min: 0, max: 5 }),
    seconds: fc.integer({ min: 1, max: 4 }),
    gap: fc.integer({ min: 0, max: 3 }),
    baseSeconds: fc.integer({ min: 1, max: 4 }),
    isBaseFirst: fc.boolean(),
  })
  .map(
    ({ groups, place, isHelped, encodings, sliceRows, conditions, from, seconds, gap, baseSeconds, isBaseFirst }) => {
      let id = 0;
      const numbered = groups.map((events) => events.map((event) => ({ ...event, id: ++id })));
      const asked = (): Asked => {
        if (place === "memory") return askedOf(numbered, () => encodings.next().value);
        if (place === "stored") return storedOf(numbered);
        if (place === "sealed") return sealedOf(numbered, (group) => group % 2 === 1);
        return slicedOf(numbered, sliceRows, () => (sliceRows % 2 ? new PieceCache(1e6) : cacheWithoutRows()).of(""));
      };
      const [first, second] = isBaseFirst ? [baseSeconds, seconds] : [seconds, baseSeconds];
      const early = { ts_from: base + from, ts_to: base + from + first };
      const late = { ts_from: early.ts_to + gap, ts_to: early.ts_to + gap + second };
      const [range, compared] = isBaseFirst ? [late, early] : [early, late];
      const filter = sentFilter(conditions);
      return { events: numbered.flat(), asked: { ...asked(), isHelped }, conditions, filter, range, compared };
    },
  );

describe("changes of random events in several segments", () => {
  test("when everything is listed, then both counts of each value are those of a naive reader", () => {
    fc.assert(
      fc.property(worlds, countedField, ({ events, asked, conditions, filter, range, compared }, by) => {
        const params = { filter, by, base: compared, time_range: { ...range, timezone: "UTC" } };
        const { results } = ask(asked, { type: "Changes", params: { ...params, significance: 1, limit: 1000 } });
        const totals = results.totals as Totals;
        const countsOf = ({ ts_from, ts_to }: typeof range) => {
          const bounds = [ts_from * 1e6, ts_to * 1e6];
          const counts = new Map<string, number>();
          for (const event of events)
            if (naivePatterns([event], { conditions, bounds }).length > 0) {
              const times = event.times.filter((time) => time >= bounds[0]! && time < bounds[1]!);
              const name = naiveText(by, event);
              counts.set(name, (counts.get(name) ?? 0) + times.length);
            }
          return counts;
        };
        const [now, before] = [countsOf(range), countsOf(compared)];
        const names = new Set([...now.keys(), ...before.keys()]);
        expect(totals.compared).toBe(names.size);
        const found = new Map(totals.values.map((value) => [value.id ?? value.name!, value]));
        for (const name of names)
          expect(found.get(name)).toMatchObject({ count: now.get(name) ?? 0, base_count: before.get(name) ?? 0 });
        expect(totals.values.reduce((sum, { count }) => sum + count, 0)).toBe(totals.count);
        expect(totals.values.reduce((sum, { base_count }) => sum + base_count, 0)).toBe(totals.base_count);
      }),
      { numRuns: 200 },
    );
  });
});

describe("ranges without events", () => {
  const events = [storedEvent(1, (base + 5) * 1e6, { message: "disk failed" })];
  const remarksOf = (from: number, baseFrom: number, q = "") => {
    const range = (second: number) => ({ ts_from: base + second, ts_to: base + second + 2 });
    const params = { q, time_range: range(from), base: range(baseFrom) };
    return (ask(storedOf([events]), { type: "Changes", params }).remarks ?? []).map((remark) =>
      "empty" in remark ? remark.empty : remark.field,
    );
  };

  test("when one of the ranges has no such event, then it is said which", () => {
    expect([remarksOf(4, 0), remarksOf(8, 4)]).toEqual([["base"], ["time_range"]]);
  });

  test("when both or none have, then nothing is said", () => {
    expect([remarksOf(8, 0), remarksOf(4, 0, "nothing")]).toEqual([[], []]);
  });
});

describe("planted changes", () => {
  /** Numbers that are the same each time (Park, Miller). */
  function randomOf(seed: number): () => number {
    let state = seed;
    return () => {
      state = (state * 48_271) % 2_147_483_647;
      return state / 2_147_483_647;
    };
  }

  const words = "apple birch cedar daisy elder ferns grape hazel irises maple olive peach".split(" ");
  const messages = words.map((word) => `${word} handled`);

  /** Two hours of events at random; what is planted counts from the second hour on. */
  function streamOf(seed: number, planted?: "new" | "double" | "gone") {
    const random = randomOf(seed);
    const events: { message: string; time: number }[] = [];
    for (let i = 0; i < 6_000; i++) {
      const kind = Math.floor(random() ** 2 * messages.length);
      const time = random() * 7_200;
      const isLate = time >= 3_600;
      if (kind === 3 && isLate && planted === "gone") continue;
      events.push({ message: `${messages[kind]} in ${i} ms`, time });
      if (kind === 3 && isLate && planted === "double") events.push({ message: `${messages[kind]} in ${i}5 ms`, time });
      if (i % 100 === 0 && isLate && planted === "new") events.push({ message: `disk ${i} failed`, time });
    }
    events.sort((a, b) => a.time - b.time);
    return sealedOf([
      events.map(({ message, time }, i) => storedEvent(i + 1, base * 1e6 + Math.round(time * 1e6), { message })),
    ]);
  }

  const time_range = { ts_from: base + 3_600, ts_to: base + 7_200, timezone: "UTC" };
  const changed = (asked: Asked) =>
    (ask(asked, { type: "Changes", params: { time_range } }).results.totals as Totals).values;

  test.each([
    ["new", "new", "disk <*> failed"],
    ["double", "more", "daisy handled in <*> ms"],
    ["gone", "gone", "daisy handled in <*> ms"],
  ] as const)("when one is %s in a random stream, then it is told alone", (planted, kind, text) => {
    for (let seed = 1; seed <= 5; seed++) {
      const found = changed(streamOf(seed, planted));
      expect(found.map((value) => [value.kind, value.text, value.id])).toEqual([[kind, text, patternIdOf(text)]]);
    }
  });

  test("when nothing is planted, then nothing is told", () => {
    for (let seed = 1; seed <= 10; seed++) expect(changed(streamOf(seed))).toEqual([]);
  });
});

const day = { ts_from: base, ts_to: base + 86_400, timezone: "UTC" };
test.each([
  [{ base: { ts_from: base + 10, ts_to: base + 20 }, time_range: day }, "params.base"],
  [{ base: { ts_from: base - 10, ts_to: base - 20 }, time_range: day }, "params.base"],
  [{ base: { shift: 0 }, time_range: day }, "params.base.shift"],
  [{ base: { shift: 60 }, time_range: day }, "params.base"],
  [{ base: { preset: "today", shift: 5 }, time_range: day }, "params.base"],
  [{ base: { ts_to: 5 }, time_range: day }, "params.base"],
  [{ base: { shift: 1e-9 }, time_range: day }, "params.base"],
  [{ time_range: { ts_from: 1, ts_to: 1.0000001 } }, "params.time_range"],
  [{ by: "user_tags" }, "params.by"],
  [{ significance: 0 }, "params.significance"],
] as const)("when %j is asked, then it is refused by the name %s", (params, field) => {
  try {
    ask(storedOf([[storedEvent(1, base * 1e6)]]), { type: "Changes", params });
    expect.unreachable();
  } catch (error) {
    expect((error as { details: { fields: object } }).details.fields).toHaveProperty([field]);
  }
});
