import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { StoredEvent } from "../../../src/eventstore/event/event.ts";
import { PieceCache } from "../../../src/eventstore/read/piece-cache.ts";
import { cachedPageRowsMax } from "../../../src/query/limits.ts";
import { blocksBefore } from "../../../src/query/page/skipped-slices.ts";
import { ask, slicedOf } from "../../support/questions/event-question.ts";
import { naiveSearch } from "../../support/questions/naive-query.ts";
import { cacheWithoutRows } from "../../support/store/overwritten-buffers.ts";
import { storedEvent } from "../../support/store/stored-event.ts";

const base = 1_700_000_000;

describe("slices before a page far down", () => {
  test("when blocks overlap in any way, then those that are passed over have no row of the page or behind it", () => {
    const anyBlock = fc.record({ keys: fc.array(fc.nat(30), { minLength: 1, maxLength: 6 }), isWhole: fc.boolean() });
    fc.assert(
      fc.property(fc.array(anyBlock, { maxLength: 8 }), fc.nat(50), fc.nat(), (some, offset, seed) => {
        const blocks = some.map(({ keys, isWhole }, segment) => ({
          ...{ segment, slice: undefined, rows: keys.length, isWhole },
          ...{ low: Math.min(...keys), high: Math.max(...keys) },
        }));
        // Of blocks that are not whole some rows are not found.
        const isFound = (block: number, row: number) => some[block]!.isWhole || ((seed >> (row % 5)) & 1) === 1;
        const keysOf = (block: number) => some[block]!.keys.filter((_, row) => isFound(block, row));
        const skipped = blocksBefore(blocks, offset).map(({ segment }) => segment);
        const all = some.flatMap((_, block) => keysOf(block)).sort((a, b) => a - b);
        const worst = Math.max(Number.NEGATIVE_INFINITY, ...skipped.flatMap(keysOf));
        expect(all.findLastIndex((key) => key <= worst)).toBeLessThan(Math.max(1, offset));
        if (skipped.length > 0) expect(worst).toBeLessThan(all[offset] ?? Number.POSITIVE_INFINITY);
      }),
      { numRuns: 500 },
    );
  });

  test("when a page far down and near ones are asked for in any order over any range, then each is that of a naive search", () => {
    const worlds = fc.record({
      counts: fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 2, maxLength: 4 }),
      overlap: fc.constantFrom(0, 40, 400),
      sliceRows: fc.constantFrom(7, 50, 1_000),
      sort: fc.constantFrom("-last_occurrence", "last_occurrence", "first_occurrence", "-first_occurrence", "-counter"),
      offset: fc.integer({ min: cachedPageRowsMax, max: 800 }),
      nearOffset: fc.nat(cachedPageRowsMax),
      from: fc.integer({ min: -1, max: 300 }),
      seconds: fc.integer({ min: 300, max: 1_500 }),
      isHelped: fc.boolean(),
      isFiltered: fc.boolean(),
      isCounted: fc.boolean(),
    });
    fc.assert(
      fc.property(worlds, ({ counts, overlap, sliceRows, sort, offset, nearOffset, from, seconds, ...asking }) => {
        const { isHelped, isFiltered, isCounted } = asking;
        let id = 0;
        let begin = base;
        const groups = counts.map((count) => {
          const times = Array.from({ length: count }, (_, i) => begin + ((i * 7) % 11) + i);
          begin = Math.max(base, begin + count - overlap);
          return times.map((time): StoredEvent => {
            id++;
            return {
              ...storedEvent(id, time * 1e6, { program: (id * id) % 5 === 1 ? "rare" : "other" }),
              times: id % 9 === 0 ? [time * 1e6, (time + 30) * 1e6] : [time * 1e6],
            };
          });
        });
        const asked = {
          ...slicedOf(groups, sliceRows, () => (sliceRows % 2 ? new PieceCache(1e7) : cacheWithoutRows()).of("")),
          isHelped,
        };
        asked.snapshot.segments.sort((a, b) => b.maxTime - a.maxTime);
        const bounds = [(base + from) * 1e6, (base + from + seconds) * 1e6];
        const events = groups.flat().filter(({ program }) => !isFiltered || program === "other");
        const filter = isFiltered ? [{ field: "program", value: "other" }] : [];
        const wanted = naiveSearch(events, { conditions: [], bounds }, sort);
        const time_range = { ts_from: base + from, ts_to: base + from + seconds, timezone: "UTC" };
        // What one of them leaves behind is not that of another, though both may keep as many rows.
        for (const [at, size] of [
          [offset, 5],
          [nearOffset, 5],
          [0, nearOffset + 1],
          [offset, 5],
          [offset, 200],
        ] as const) {
          const page = { sort, offset: at, page_size: size };
          const params = { time_range, filter, count: isCounted, ...page };
          const { results } = ask(asked, { type: "Search", params });
          const { objects, item_count } = results.events as { objects: { id: string }[]; item_count: number };
          expect(objects.map((event) => event.id)).toEqual(wanted.slice(at, at + size));
          expect([wanted.length, ...(isCounted ? [] : [null])]).toContain(item_count);
        }
      }),
      { numRuns: 150 },
    );
  });
});
