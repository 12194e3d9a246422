import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { StoredEvent } from "../../../src/eventstore/event/event.ts";
import { PieceCache } from "../../../src/eventstore/read/piece-cache.ts";
import type { StoredSegment } from "../../../src/eventstore/read/stored-segment.ts";
import type { SegmentHandle } from "../../../src/eventstore/snapshot.ts";
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
      from: fc.integer({ min: -1, max: 20 }),
      to: fc.integer({ min: 21, max: 300 }),
      helpedSegments: fc.integer({ min: 1, max: 7 }),
    });
    fc.assert(
      fc.property(worlds, ({ groups, sliceRows, isOverwritten, sort, pages, from, to, helpedSegments }) => {
        const segments = eventsOf(groups.filter(({ matches, others }) => matches + others > 0));
        fc.pre(segments.length > 0);
        const cacheOf = () => (isOverwritten ? cacheWithoutRows() : new PieceCache(1e7)).of("");
        const asked = { ...slicedOf(segments, sliceRows, cacheOf), helpedSegments };
        const events = segments.flat().filter(({ program }) => program === "match");
        const wanted = naiveSearch(events, { conditions: [], bounds: [(base + from) * 1e6, (base + to) * 1e6] }, sort);
        const filter = [{ field: "program", value: "match" }];
        const time_range = { ts_from: base + from, ts_to: base + to, timezone: "UTC" };
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

describe("what a page reads", () => {
  const question = (sort: string, offset: number, more: object) => ({
    type: "Search",
    params: {
      ...{ sort, offset, page_size: 5, time_range: { ts_from: base, ts_to: base + 10_000, timezone: "UTC" } },
      ...{ filter: [{ field: "program", value: "match" }], ...more },
    },
  });

  test("when the newest segment is small and has no match, then the next one is asked slice by slice all the same", () => {
    const segments = eventsOf([
      { matches: 400, others: 400, gap: 0 },
      { matches: 0, others: 3, gap: 0 },
    ]);
    const { snapshot, reader } = slicedOf(segments, 10, () => new PieceCache(1e7).of(""));
    const large = snapshot.segments[1]!;
    let isWholeRead = false;
    const open = (handle: SegmentHandle) => {
      const segment = reader.open(handle) as StoredSegment;
      const { base: columnOf } = segment;
      if (handle === large)
        segment.base = (name) => {
          isWholeRead = true;
          return columnOf.call(segment, name);
        };
      return segment;
    };
    const asked = { snapshot, reader: { ...reader, open } };
    // Of a single condition each segment knows the number of its matches.
    const filter = [
      { field: "program", value: "match" },
      { field: "host", value: "web*" },
    ];
    const { results } = ask(asked, question("-last_occurrence", 0, { filter, count: false }));
    expect((results.events as { objects: unknown[] }).objects).toHaveLength(5);
    expect(isWholeRead).toBe(false);
    ask(asked, question("-last_occurrence", 0, { filter, count: true }));
    expect(isWholeRead).toBe(true);
  });

  test("when an ascending page is far down in what a helper reads, then nothing is read a second time", () => {
    const segments = eventsOf(Array.from({ length: 8 }, () => ({ matches: 100, others: 0, gap: 3 })));
    const asked = { ...slicedOf(segments, 10, () => new PieceCache(1e7).of("")), helpedSegments: 6 };
    const { results, rowsRead } = ask(asked, question("first_occurrence", 500, {}));
    const { objects } = results.events as { objects: { id: string }[] };
    expect(objects.map(({ id }) => id)).toEqual(["501", "502", "503", "504", "505"]);
    expect(rowsRead).toBe(200);
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
