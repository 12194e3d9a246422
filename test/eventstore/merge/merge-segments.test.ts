import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { EventRow } from "../../../src/eventstore/event/event.ts";
import { decodeSegment } from "../../../src/eventstore/format/segment-bytes.ts";
import type { MergeSource } from "../../../src/eventstore/merge/merge-order.ts";
import { PendingRepeats } from "../../../src/eventstore/occurrences/pending-repeats.ts";
import { noCache } from "../../../src/eventstore/read/decoded-cache.ts";
import { StoredSegment } from "../../../src/eventstore/read/stored-segment.ts";
import { buildSegment } from "../../support/store/build-segment.ts";
import { anyEvent, anyFired, baseTime, event, withRepeat } from "../../support/store/event-arbitrary.ts";
import { fileSegment } from "../../support/store/file-segment.ts";
import { byId, eventsOf, merged, rawTexts, viewOfEvents } from "../../support/store/open-segment.ts";

function chunks(events: readonly EventRow[], sizes: readonly number[]): StoredSegment[] {
  const views: StoredSegment[] = [];
  let start = 0;
  for (const size of [...sizes, events.length]) {
    const chunk = events.slice(start, start + size);
    if (chunk.length > 0) views.push(viewOfEvents(chunk, start + 1));
    start += chunk.length;
  }
  return views;
}

describe("merging segments", () => {
  test("when segments are merged, then it is as if their events had been built together", () => {
    fc.assert(
      fc.property(
        fc.array(anyEvent, { minLength: 1, maxLength: 80 }),
        fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 5 }),
        (events, sizes) => {
          const together = merged(chunks(events, sizes).map((view) => ({ view })));
          const rebuilt = viewOfEvents(events);
          expect(eventsOf(together)).toEqual(eventsOf(rebuilt));
          expect([...together.tagNames()].sort()).toEqual([...rebuilt.tagNames()].sort());
          const { minId, maxId, minTime, maxTime, occurrences, rows } = together.directory;
          expect({ ...rebuilt.directory, minId, maxId, minTime, maxTime, occurrences, rows }).toEqual(
            rebuilt.directory,
          );
        },
      ),
      { numRuns: 100 },
    );
  });

  test("when numbers, 0 among them, some absent, meet words in a dictionary, then what is absent stays absent", () => {
    const numbers = Array.from({ length: 400 }, (_, i) =>
      event("m", baseTime, { tags: i < 350 ? ["n", String(i * 3)] : [] }),
    );
    const words = Array.from({ length: 1_200 }, () => event("m", baseTime + 1, { tags: ["n", "x"] }));
    const sources = [viewOfEvents(numbers, 1), viewOfEvents(words, 401)];
    const together = merged(sources.map((view) => ({ view })));
    expect([sources[0]!.tag("n")?.encoding, together.tag("n")?.encoding]).toEqual(["number", "dictionary"]);
    expect(eventsOf(together)).toEqual(sources.flatMap(eventsOf));
  });

  test("when only some rows are taken, then exactly those are there and no value of the others", () => {
    fc.assert(
      fc.property(
        fc.array(anyEvent, { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 2, max: 4 }),
        (events, every) => {
          const view = viewOfEvents(events);
          const rows = Uint32Array.from({ length: Math.ceil(events.length / every) }, (_, i) => i * every);
          const some = merged([{ view, rows }]);
          expect(eventsOf(some)).toEqual(eventsOf(view).filter((_, row) => row % every === 0));
          for (const name of some.tagNames()) {
            const texts = rawTexts(some.tag(name)!, some.rows);
            expect(texts.some((text) => text !== "")).toBe(true);
            const column = some.tag(name)!;
            if (column.encoding === "dictionary") expect(new Set(column.values)).toEqual(new Set(["", ...texts]));
          }
        },
      ),
      { numRuns: 80 },
    );
  });

  test.each([
    ["in memory", (sources: readonly MergeSource[]) => merged(sources)],
    ["in a file", (sources: readonly MergeSource[]) => fileSegment(sources, 1_000)],
  ])("when rare tags of every encoding meet %s, of all rows and of some, then each row has its own", (_, merge) => {
    const rows = 4_000;
    /** So many that numbers and texts are no dictionary; every tenth row or less has one. */
    const rareTags = (row: number, source: number) => [
      ...(row % 10 === source ? ["few", `v${row % 7}`] : []),
      ...(row % 11 === source ? ["number", String(row * 3)] : []),
      ...(row % 12 === source ? ["same", "x"] : []),
      ...(row % 10 === 5 ? ["text", `number ${row} of ${source}`] : []),
    ];
    const sources = [0, 1, 2].map((source) => {
      const events = Array.from({ length: rows }, (_, row) =>
        event("m", baseTime + row * 3_000 + source * 700, { tags: rareTags(row, source) }),
      );
      const view = fileSegment([{ view: viewOfEvents(events, source * rows + 1) }], 1_000);
      return source === 1 ? { view, rows: Uint32Array.from({ length: rows / 2 }, (_, i) => i * 2 + 1) } : { view };
    });
    const encodings = (view: StoredSegment) =>
      ["few", "number", "same", "text"].map((name) => view.directory.tags.find(([tag]) => tag === name)?.[1]);
    expect(encodings(sources[0]!.view).map((entry) => [entry?.encoding, entry?.sparse !== undefined])).toEqual([
      ["dictionary", true],
      ["number", true],
      ["constant", true],
      ["text", true],
    ]);
    const wanted = sources.flatMap(({ view, rows: some }) => {
      const all = eventsOf(view);
      return some ? Array.from(some, (row) => all[row]!) : all;
    });
    const together = merge(sources);
    expect(byId(eventsOf(together))).toEqual(byId(wanted));
    expect(encodings(together).every((entry) => entry?.sparse !== undefined)).toBe(true);
  });

  test("when repeats wait beside the sources, then they are folded in", () => {
    fc.assert(
      fc.property(
        fc.array(anyEvent, { minLength: 2, maxLength: 30 }),
        fc.array(fc.tuple(fc.nat(1000), fc.integer({ min: -5_000_000, max: 30_000_000 }), anyFired), { maxLength: 60 }),
        (events, repeats) => {
          const expected = events.map((row, index) => ({ id: index + 1, ...row }));
          const pending = new PendingRepeats();
          for (const [at, offset, fired] of repeats) {
            const row = at % events.length;
            pending.add(row + 1, baseTime + offset, 1, fired);
            expected[row] = withRepeat(expected[row]!, { time: baseTime + offset, fired });
          }
          const { directory, source } = decodeSegment(buildSegment(events, 1), true);
          const view = new StoredSegment(directory, source, noCache, directory, pending.list());
          expect(byId(eventsOf(view))).toEqual(expected);
          const folded = merged([{ view }]);
          expect(byId(eventsOf(folded))).toEqual(expected);
          expect(folded.times().sorted).toBe(true);
          const days = (segment: StoredSegment) =>
            new Map(Array.from(segment.ids(), (id, row) => [id, segment.dayOf(row)]));
          expect(days(folded)).toEqual(new Map([...days(viewOfEvents(events))].sort((a, b) => a[0] - b[0])));
        },
      ),
      { numRuns: 100 },
    );
  });

  const kinds: Record<string, (row: number) => string> = {
    "a few words": (row) => `w${row % 5}`,
    "few numbers": (row) => String(row % 9),
    "many numbers": (row) => String(row),
    "many words": (row) => `word ${row}`,
    nothing: () => "",
    "now and then a word": (row) => (row % 50 === 0 ? `rare ${row}` : ""),
    "now and then a number": (row) => (row % 50 === 0 ? String(row) : ""),
  };
  const pairs = Object.keys(kinds).flatMap((left) => Object.keys(kinds).map((right) => [left, right]));
  test.each(pairs)("when a column of %s meets one of %s, then all values come back", (left, right) => {
    const rows = 700;
    const make = (kind: string, offset: number) =>
      Array.from({ length: rows }, (_, row) => {
        const value = kinds[kind]!(row);
        return event("m", baseTime + row * 2 + offset, { tags: value === "" ? [] : ["t", value] });
      });
    const both = [make(left!, 0), make(right!, 1)];
    const together = merged([{ view: viewOfEvents(both[0]!) }, { view: viewOfEvents(both[1]!, rows + 1) }]);
    const expected = Array.from({ length: rows }, (_, row) => [kinds[left!]!(row), kinds[right!]!(row)]).flat();
    const column = together.tag("t");
    expect(column ? rawTexts(column, together.rows) : expected.map(() => "")).toEqual(expected);
    expect(byId(eventsOf(together))).toEqual(both.flat().map((row, index) => ({ id: index + 1, ...row })));
  });

  test("when many rows come together and values repeat, then a text column becomes a dictionary", () => {
    const make = (from: number) =>
      Array.from({ length: 10_000 }, (_, row) =>
        event("m", baseTime + from + row, { tags: ["ip", `10.0.${(row * 7919) % 3001}`] }),
      );
    const parts = [0, 10_000, 20_000].map((from) => viewOfEvents(make(from), from + 1));
    expect(parts[0]!.tag("ip")!.encoding).toBe("text");
    expect(merged(parts.map((view) => ({ view }))).tag("ip")!.encoding).toBe("dictionary");
  });

  test("when tag names together are more than columns, then every tag is still there", () => {
    const make = (from: number) =>
      Array.from({ length: 600 }, (_, row) =>
        event("m", baseTime + from + row, { tags: [`n${10_000 + from + row}`, "v", "z", "v"] }),
      );
    const all = [...make(0), ...make(600), ...make(1200)];
    const together = merged(chunks(all, [600, 600]).map((view) => ({ view })));
    expect(together.directory.tags.length).toBe(1000);
    expect(eventsOf(together).map(({ tags }) => tags)).toEqual(all.map(({ tags }) => tags));
    const again = merged([{ view: together }, { view: viewOfEvents(make(1800), 5000) }]);
    expect(eventsOf(again).map(({ tags }) => tags)).toEqual([...all, ...make(1800)].map(({ tags }) => tags));
  });
});
