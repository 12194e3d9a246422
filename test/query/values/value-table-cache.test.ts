import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { StoredEvent } from "../../../src/eventstore/event/event.ts";
import { PieceCache } from "../../../src/eventstore/read/piece-cache.ts";
import { defaultQueryMemory } from "../../../src/query/query-memory.ts";
import { ValueTableCache } from "../../../src/query/values/value-table-cache.ts";
import { type Asked, ask, slicedOf } from "../../support/questions/event-question.ts";
import { cacheWithoutRows } from "../../support/store/overwritten-buffers.ts";

const base = 1_700_000_000;
/** Enough for ready-made counts. */
const rows = 1_100;

interface Shape {
  /** Different values of the tag. */
  values: number;
  first: number;
  step: number;
}

function eventsOf({ values, first, step }: Shape, segment: number): StoredEvent[] {
  return Array.from({ length: rows }, (_, row) => ({
    id: 1 + segment * rows + row,
    times: row % 97 === 0 ? [base * 1e6 + row, base * 1e6 + row + 1] : [base * 1e6 + row],
    host: `web${(row + segment) % 3}`,
    program: "",
    message: "m",
    severity: row % 5,
    facility: 4,
    type: 2,
    status: 0,
    ciscoMnemonic: "",
    tags: row % 11 === 0 ? [] : ["ip", `10.0.0.${first + ((row * step) % values)}`],
    extra: "",
  }));
}

function askedOf(groups: readonly StoredEvent[][], cacheBytes: number): Asked {
  const cache = groups.length % 2 === 0 ? new PieceCache(cacheBytes) : cacheWithoutRows(cacheBytes);
  return slicedOf(groups, 256, (group) => cache.of(String(group)));
}

const shapes = fc.record({
  values: fc.integer({ min: 1, max: 120 }),
  first: fc.integer({ min: 0, max: 60 }),
  step: fc.integer({ min: 1, max: 7 }),
});
const questions = fc.record({
  type: fc.constantFrom("TopN", "TopN", "LastN"),
  field: fc.constantFrom("ip", "ip", "host", "severity"),
  q: fc.constantFrom(undefined, "severity>2", "ip:10.0.0.3*", "ip:10.0.0.7 severity:2", "-ip:*"),
  isHelped: fc.boolean(),
  ignore_empty: fc.boolean(),
});

describe("tables of values that a thread keeps", () => {
  test("when questions follow each other, then each is answered as by a thread that keeps nothing, with much room and with none", () => {
    fc.assert(
      fc.property(
        fc.array(shapes, { minLength: 1, maxLength: 3 }),
        fc.array(questions, { minLength: 2, maxLength: 6 }),
        fc.constantFrom(0, 20_000, 1e7),
        fc.constantFrom(1e3, 1e6),
        (groups, asked, tableBytes, cacheBytes) => {
          const world = askedOf(groups.map(eventsOf), cacheBytes);
          const tables = new ValueTableCache(tableBytes);
          for (const { type, field, q, isHelped, ignore_empty } of asked) {
            const own = type === "TopN" ? { ignore_empty, show_other: true } : {};
            const range = { ts_from: base, ts_to: base + 10, timezone: "UTC" };
            const body = {
              type,
              params: { field, limit: 5, time_range: range, ...own, ...(q === undefined ? {} : { q }) },
            };
            const { results } = ask({ ...world, isHelped }, body, {}, { ...defaultQueryMemory, tables });
            expect(results).toEqual(ask(world, body).results);
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  test("when a filter wants few of many long values, then the others do not make the question too large", () => {
    const long = (letter: string) => letter.repeat(4_000);
    const groups = [0, 1, 2].map((segment) =>
      eventsOf({ values: 120, first: 0, step: 1 }, segment).map((event, row) => ({
        ...event,
        tags: ["path", `/${row % 120}/${segment}/${long("abc"[segment]!)}`],
        severity: row % 120 < 40 ? 3 : 5,
      })),
    );
    const world = askedOf(groups, 1e7);
    const range = { ts_from: base, ts_to: base + 10, timezone: "UTC" };
    const questions = ["path:/7/*", "severity:3"].flatMap((q) =>
      ["TopN", "LastN"].map((type) => ({ type, params: { field: "path", limit: 5, time_range: range, q } })),
    );
    for (const question of questions) {
      // One of another thread, since what one question knows is known to the next.
      const tables = new ValueTableCache(1e7);
      const { results } = ask(world, question, {}, { ...defaultQueryMemory, distinctBytes: 2 ** 20, tables });
      expect(results).toEqual(ask(world, question).results);
    }
  });

  test("when a table becomes too large, then no segment keeps the numbers that its values have there", () => {
    for (const [tableBytes, isKept] of [
      [1e7, true],
      [500, false],
    ] as const) {
      const world = askedOf([eventsOf({ values: 100, first: 0, step: 1 }, 0)], 1e7);
      const params = { field: "ip", limit: 5, time_range: { ts_from: base, ts_to: base + 10, timezone: "UTC" } };
      ask(world, { type: "TopN", params }, {}, { ...defaultQueryMemory, tables: new ValueTableCache(tableBytes) });
      const { cache } = world.reader.open(world.snapshot.segments[0]!);
      expect(cache!.recall("groups ip") ?? cache!.recall("groups tag ip")).toEqual(
        isKept ? expect.anything() : undefined,
      );
    }
  });

  test("when a table has become too large, then it is gone after the question, and numbers of values that hung on it are not used", () => {
    const tables = new ValueTableCache(20_000);
    const first = tables.of("ip", 1e6);
    for (let i = 0; i < 5_000; i++) first.idOf(`value ${i}`);
    tables.tidy();
    const second = tables.of("ip", 1e6);
    expect({ isSame: second === first, size: second.size, isNumbered: second.number !== first.number }).toEqual({
      isSame: false,
      size: 0,
      isNumbered: true,
    });
  });

  test("when tables fit, then they stay, and the one unused for longest goes first", () => {
    const tables = new ValueTableCache(20_000);
    const [a, b] = [tables.of("a", 1e6), tables.of("b", 1e6)];
    tables.tidy();
    expect(tables.of("a", 1e6)).toBe(a);
    tables.of("c", 1e6);
    tables.tidy();
    expect(tables.of("b", 1e6)).not.toBe(b);
  });
});

describe("tables of values beside a question that is not done", () => {
  test("when both want the same field, then the other one gets a table of its own, and elsewhere the kept one", () => {
    const tables = new ValueTableCache(1e6);
    const kept = tables.of("user", 1e6);
    tables.tidy();
    const host = tables.of("host", 1e6);
    const beside = tables.beside();
    expect(beside.of("host", 1e6)).not.toBe(host);
    expect(beside.of("user", 1e6)).toBe(kept);
    beside.tidy();
    expect(tables.of("host", 1e6)).toBe(host);
  });

  test("when there is room for none, then that of the question in work stays, and others go", () => {
    const tables = new ValueTableCache(0);
    const host = tables.of("host", 1e6);
    const beside = tables.beside();
    const other = beside.of("user", 1e6);
    beside.tidy();
    expect(beside.of("user", 1e6)).not.toBe(other);
    expect(tables.of("host", 1e6)).toBe(host);
  });
});
