import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { EventRow } from "../../src/eventstore/event/event.ts";
import { anyEvent, baseTime, event } from "../support/store/event-arbitrary.ts";
import { byId, eventsOf, rawTexts, viewOfEvents } from "../support/store/open-segment.ts";

const withIds = (events: readonly EventRow[], firstId: number) =>
  events.map((row, index) => ({ id: firstId + index, ...row }));

/** A tag with this value by row, "" for none. */
function tagged(values: readonly string[]): EventRow[] {
  return values.map((value, row) => event("m", baseTime + row, { tags: value === "" ? [] : ["t", value] }));
}

describe("building a segment", () => {
  test("when random events are built and read, then every field of every event comes back", () => {
    fc.assert(
      fc.property(
        fc.array(anyEvent, { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 1, max: 2 ** 40 }),
        (events, firstId) => {
          const view = viewOfEvents(events, firstId);
          expect(byId(eventsOf(view))).toEqual(withIds(events, firstId));
          expect(view.occurrences).toBe(events.reduce((sum, { times }) => sum + times.length, 0));
          expect(view.minTime).toBe(Math.min(...events.flatMap(({ times }) => times)));
          expect(view.maxTime).toBe(Math.max(...events.flatMap(({ times }) => times)));
          expect(view.times().sorted).toBe(true);
        },
      ),
      { numRuns: 150 },
    );
  });

  test("when columns are read in the way of their encoding, then they agree with the events", () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { minLength: 1, maxLength: 60 }), (events) => {
        const view = viewOfEvents(events);
        const rows = eventsOf(view);
        expect(rawTexts(view.base("message"), view.rows)).toEqual(rows.map(({ message }) => message));
        for (const name of view.tagNames()) {
          const expected = rows.map(({ tags }) => {
            const at = tags.findIndex((tag, index) => index % 2 === 0 && tag === name);
            return at < 0 ? "" : tags[at + 1]!;
          });
          expect(rawTexts(view.tag(name)!, view.rows)).toEqual(expected);
          expect(expected.some((value) => value !== "")).toBe(true);
        }
        expect(view.tag("no such tag")).toBeUndefined();
      }),
      { numRuns: 100 },
    );
  });

  test.each([
    ["few values", (row: number) => `v${row % 7}`, "dictionary"],
    ["few values, all numbers", (row: number) => String(row % 7), "dictionary"],
    ["many values, all numbers", (row: number) => String(row * 3), "number"],
    ["many numbers with one that has a leading zero", (row: number) => (row === 500 ? "007" : String(row)), "text"],
    ["many negative and broken numbers", (row: number) => String(row - 400.5), "number"],
    ["many values", (row: number) => `v${row}`, "text"],
    ["the same value everywhere", () => "x", "dictionary"],
  ] as const)("when a tag has %s, then it is kept so and comes back", (_, makeValue, encoding) => {
    const values = Array.from({ length: 1000 }, (_, row) => makeValue(row));
    const column = viewOfEvents(tagged(values)).tag("t")!;
    expect(column.encoding).toBe(encoding);
    expect(rawTexts(column, 1000)).toEqual(values);
    expect(values.map((_, row) => column.text(row))).toEqual(values);
  });

  test.each([
    ["few values", () => "x"],
    ["many values", (row: number) => `v${row}`],
    ["many numbers", (row: number) => String(row)],
  ] as const)("when only some rows have a tag of %s, then the others are absent", (_, makeValue) => {
    const values = Array.from({ length: 20_000 }, (_, row) => (row % 13 === 5 ? makeValue(row) : ""));
    const column = viewOfEvents(tagged(values)).tag("t")!;
    expect(rawTexts(column, values.length)).toEqual(values);
    for (const row of [0, 4, 5, 6, 18, 19_999]) expect(column.text(row)).toBe(values[row]!);
  });

  test("when there are more tag names than columns, then the rest is still found by name", () => {
    const events = Array.from({ length: 1500 }, (_, row) =>
      event("m", baseTime + row, { tags: ["a", "common", `name${String(row).padStart(4, "0")}`, `value ${row}`] }),
    );
    const view = viewOfEvents(events);
    expect(new Set(view.tagNames()).size).toBe(1501);
    expect(view.directory.tags.length).toBe(1000);
    for (const row of [0, 700, 1499]) {
      const name = `name${String(row).padStart(4, "0")}`;
      expect(view.tag(name)!.text(row)).toBe(`value ${row}`);
      expect(view.event(row).tags).toEqual(events[row]!.tags);
    }
  });

  test("when a text is larger than a block, then it is whole", () => {
    const huge = "ä".repeat(300_000);
    const texts = ["", huge, "end", ...Array.from({ length: 300 }, (_, i) => `${i} ${"y".repeat(3000)}`)];
    const view = viewOfEvents(texts.map((message, row) => event(message, baseTime + row)));
    expect(rawTexts(view.base("message"), texts.length)).toEqual(texts);
  });

  test("when a text is broken UTF-16, then the broken unit becomes the replacement character", () => {
    const view = viewOfEvents([event("a\ud800b", baseTime, { tags: ["\ud800", "1", "\ud801", "2"] })]);
    expect(view.event(0).message).toBe("a\ufffdb");
    expect(view.event(0).tags).toEqual(["\ufffd", "1"]);
  });

  test("when there is no event, then it is refused", () => {
    expect(() => viewOfEvents([])).toThrow("at least one event");
  });
});
