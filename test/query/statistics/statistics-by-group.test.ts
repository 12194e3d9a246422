import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { StoredEvent } from "../../../src/eventstore/event/event.ts";
import { PieceCache } from "../../../src/eventstore/read/piece-cache.ts";
import { type Asked, ask, slicedOf } from "../../support/questions/event-question.ts";
import { naiveStats } from "../../support/questions/naive-query.ts";
import { nearly } from "../../support/questions/nearly.ts";
import { cacheWithoutRows } from "../../support/store/overwritten-buffers.ts";

const base = 1_700_000_000;
const rows = 90;

/** How the numbers of a segment look: which they are, every which row has none. */
interface Shape {
  first: number;
  step: number;
  scale: 1 | 10 | 1000;
  absent: number;
  values: number;
}

function eventsOf({ first, step, scale, absent, values }: Shape, segment: number): StoredEvent[] {
  return Array.from({ length: rows }, (_, row) => ({
    id: 1 + segment * rows + row,
    times: Array.from({ length: row % 31 === 0 ? 3 : 1 }, (_, i) => base * 1e6 + segment * 1e6 + row * 1_000 + i),
    host: `web${(row * step + segment) % values}`,
    program: row % 5 === 0 ? "" : `p${row % 2}`,
    message: "m",
    severity: row % 8,
    facility: 4,
    type: 2,
    status: 0,
    ciscoMnemonic: "",
    tags:
      row % absent === 0 ? [] : ["took", String((first + ((row * row * step) % 700)) / scale), "code", `${row % 9}`],
    extra: "",
  }));
}

/** As day files have them, with a cache in which is kept what was reckoned. */
function askedOf(groups: readonly StoredEvent[][], cacheBytes: number): Asked {
  const cache = groups.length % 2 === 0 ? new PieceCache(cacheBytes) : cacheWithoutRows(cacheBytes);
  return slicedOf(groups, 32, (group) => cache.of(String(group)));
}

const shapes = fc.record({
  first: fc.constantFrom(-300, 0, 0, 5, 250),
  step: fc.integer({ min: 1, max: 7 }),
  scale: fc.constantFrom<Shape["scale"]>(1, 10, 1000),
  absent: fc.constantFrom(2, 17, 1_000),
  values: fc.integer({ min: 1, max: 20 }),
});
const names = ["count", "sum", "avg", "min", "max", "p50", "p90", "p95", "p99", "distinct"];
const groupFields = fc.uniqueArray(fc.constantFrom("host", "program", "severity", "severity_name", "code", "missing"), {
  maxLength: 3,
});
const fields = fc.constantFrom("took", "took", "took", "code", "severity", "host");
const questions = fc.record({
  ...{ by: groupFields, field: fields, functions: fc.uniqueArray(fc.constantFrom(...names), { minLength: 1 }) },
  limit: fc.integer({ min: 1, max: 50 }),
  filter: fc.constantFrom([], [], [{ field: "program", op: "=", value: "p1" }]),
  seconds: fc.constantFrom(1.02, 10, 10),
});
/** They are counted in a way of their own. */
const distinctQuestions = fc.record({
  by: fc.constant<string[]>([]),
  field: fc.constantFrom("took", "code", "host", "program", "severity", "severity_name", "id", "missing"),
  functions: fc.constant<string[]>(["distinct"]),
  limit: fc.integer({ min: 1, max: 50 }),
  filter: fc.constantFrom([], [{ field: "program", op: "=", value: "p1" }]),
  seconds: fc.constantFrom(1.02, 10, 10),
});

describe("statistics of whole sealed segments", () => {
  test("when questions follow each other, then what is remembered of segments gives the numbers of naive arithmetic", () => {
    fc.assert(
      fc.property(
        fc.array(shapes, { minLength: 1, maxLength: 3 }),
        fc.array(fc.oneof(questions, distinctQuestions), { minLength: 1, maxLength: 3 }),
        fc.constantFrom(0, 1e6),
        fc.boolean(),
        (groups, asked, cacheBytes, isHelped) => {
          const events = groups.map(eventsOf);
          const world = { ...askedOf(events, cacheBytes), isHelped };
          for (const { filter, seconds, ...own } of [...asked, ...asked]) {
            const bounds = [base * 1e6, (base + seconds) * 1e6];
            const some = events.flat().filter(({ program }) => filter.length === 0 || program === "p1");
            const wanted = naiveStats(some, { conditions: [], bounds }, own);
            const time_range = { ts_from: base, ts_to: base + seconds, timezone: "UTC" };
            const params = { ...own, ...(filter.length > 0 ? { q: "program:p1" } : {}), time_range };
            const { values } = ask(world, { type: "Stats", params }).results.totals as { values: object[] };
            expect(values).toEqual(wanted.map(nearly));
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  test.each([
    ["times", ["20ms", "1.5s", "700us", "3", "1m2s"], { sum: 66.5207, min: 0.0007, max: 62 }],
    ["sizes", ["5MB", "12 kB", "1KiB", "100"], { sum: 5_013_124, min: 100, max: 5_000_000 }],
    ["neither", ["fast", "", "5 apples", "0x10"], { sum: null, min: null, max: null }],
  ])("when numbers have units of %s, then they are counted in seconds or bytes", (_, texts, wanted) => {
    const tagged = eventsOf({ first: 0, step: 1, scale: 1, absent: 1_000, values: 1 }, 0)
      .slice(1, 1 + texts.length)
      .map((event, row) => ({ ...event, tags: ["took", texts[row]!] }));
    const time_range = { ts_from: base, ts_to: base + 10, timezone: "UTC" };
    const params = { by: [], field: "took", functions: ["sum", "min", "max"], limit: 5, time_range };
    const { values } = ask(askedOf([tagged], 1e6), { type: "Stats", params }).results.totals as { values: object[] };
    expect(values.map((value) => ({ ...value, by: undefined }))).toEqual([nearly(wanted)]);
  });

  test("when more numbers occur than may be remembered, then they are counted anew each time, and are right", () => {
    const many = Array.from({ length: 3 }, (_, segment) =>
      eventsOf({ first: 0, step: 1, scale: 10, absent: 1_000, values: 20 }, segment).map((event, row) => ({
        ...event,
        tags: ["took", String((row * 1_000_003) % 90_000_001)],
      })),
    );
    const world = askedOf(many, 1e6);
    const own = { by: ["host"], field: "took", functions: ["p50", "p99", "sum"], limit: 30 };
    const wanted = naiveStats(many.flat(), { conditions: [], bounds: [base * 1e6, (base + 10) * 1e6] }, own);
    const params = { ...own, time_range: { ts_from: base, ts_to: base + 10, timezone: "UTC" } };
    for (let time = 0; time < 2; time++)
      expect((ask(world, { type: "Stats", params }).results.totals as { values: unknown[] }).values).toEqual(wanted);
  });
});
