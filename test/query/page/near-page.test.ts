import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { StoredEvent } from "../../../src/eventstore/event/event.ts";
import { LruCache } from "../../../src/eventstore/read/lru-cache.ts";
import { ask, slicedOf } from "../../support/questions/event-question.ts";
import { naiveSearch } from "../../support/questions/naive-query.ts";
import { cacheWithoutRows } from "../../support/store/overwritten-buffers.ts";
import { storedEvent } from "../../support/store/stored-event.ts";

const base = 1_700_000_000;

describe("a page that two threads look for", () => {
  test("when the helper expects more matches before it than there are, then it is that of a naive search", () => {
    const worlds = fc.record({
      // Matches and other events of each segment, the oldest first; one begins so many seconds after the last has ended.
      groups: fc.array(fc.record({ matches: fc.nat(20), others: fc.nat(20), gap: fc.constantFrom(-9, 0, 3) }), {
        minLength: 2,
        maxLength: 7,
      }),
      sliceRows: fc.constantFrom(3, 1_000),
      isOverwritten: fc.boolean(),
      sort: fc.constantFrom("-last_occurrence", "-first_occurrence", "last_occurrence", "-counter"),
      pages: fc.array(fc.record({ offset: fc.nat(8), size: fc.integer({ min: 1, max: 8 }) }), {
        minLength: 1,
        maxLength: 4,
      }),
      to: fc.integer({ min: 1, max: 300 }),
    });
    fc.assert(
      fc.property(worlds, ({ groups, sliceRows, isOverwritten, sort, pages, to }) => {
        const segments = eventsOf(groups.filter(({ matches, others }) => matches + others > 0));
        fc.pre(segments.length > 0);
        const cacheOf = () => (isOverwritten ? cacheWithoutRows() : new LruCache(1e7)).of("");
        const asked = { ...slicedOf(segments, sliceRows, cacheOf), isHelped: true };
        asked.snapshot.segments.sort((a, b) => b.maxTime - a.maxTime);
        const events = segments.flat().filter(({ program }) => program === "match");
        const wanted = naiveSearch(events, { conditions: [], bounds: [base * 1e6, (base + to) * 1e6] }, sort);
        const filter = [{ field: "program", value: "match" }];
        const time_range = { ts_from: base, ts_to: base + to, timezone: "UTC" };
        for (const { offset, size } of pages) {
          const { results } = ask(asked, {
            type: "Search",
            params: { time_range, filter, sort, offset, page_size: size },
          });
          const { objects, item_count } = results.events as { objects: { id: string }[]; item_count: number };
          expect(objects.map((event) => event.id)).toEqual(wanted.slice(offset, offset + size));
          expect(item_count).toBe(wanted.length);
        }
      }),
      { numRuns: 600 },
    );
  });
});

/** Neighbours may overlap by some seconds. */
function eventsOf(groups: readonly { matches: number; others: number; gap: number }[]): StoredEvent[][] {
  let id = 0;
  let begin = base;
  return groups.map(({ matches, others, gap }) => {
    const count = matches + others;
    const events = Array.from({ length: count }, (_, i) => {
      const program = (i * matches) % count < matches ? "match" : "other";
      return storedEvent(++id, (begin + i) * 1e6, { program });
    });
    begin = Math.max(base, begin + count + gap);
    return events;
  });
}
