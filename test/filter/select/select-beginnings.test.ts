import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { Random } from "../../../bench/corpora/random.ts";
import type { EventRow } from "../../../src/eventstore/event/event.ts";
import type { TextColumn } from "../../../src/eventstore/segment.ts";
import type { NaiveElement } from "../../support/questions/naive-filter.ts";
import { baseTime, event } from "../../support/store/event-arbitrary.ts";
import { SealedEvents } from "../../support/store/sealed-events.ts";

const random = new Random(5);
const one = <T>(some: readonly T[]) => some[random.below(some.length)]!;
/** Some begin with the same digits, not so many that texts would take less. */
function id(digits: number): string {
  const start = one(["", "", "", "", "", "0", "00", "00a1", "f0f0", "f0f0f0f0", "f0f0f0f0f"]);
  return start + random.hex(digits - start.length);
}

const kinds: Record<string, (row: number) => string> = {
  all: () => id(16),
  two_in_three: (row) => (row % 3 === 1 ? "" : `Req-${id(31)}`),
  nearly_all: (row) => (row % 10 === 7 ? "" : id(32).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-")),
  few: (row) => (row % 20 === 3 ? `req-${id(16)}` : ""),
  some_are_other_texts: (row) => (row % 100 === 7 ? one(["-", "none", "F0F0"]) : row % 4 === 1 ? "" : id(16)),
};
const names = Object.keys(kinds);

function eventOf(row: number): EventRow {
  const tags = names.map((name) => [name, kinds[name]!(row)]).filter(([, value]) => value !== "");
  const host = row % 50 === 3 ? "rare" : "often";
  return event(`job took ${row * 3} ms`, baseTime + row, {
    host,
    tags: tags.sort(([a], [b]) => (a! < b! ? -1 : 1)).flat() as string[],
  });
}

const events = Array.from({ length: 1_600 }, (_, row) => eventOf(row));
const sealed = new SealedEvents(events);
afterAll(() => sealed.close());

function tagOf(name: string, row: number): string {
  const { tags } = events[row % events.length]!;
  const at = tags.indexOf(name);
  return at < 0 ? "" : tags[at + 1]!;
}

const few: NaiveElement = { field: "host", op: "eq", value: "rare", ignore_case: false };
const lateDigits: NaiveElement = { field: "message", op: "eq", value: "*77*", ignore_case: false };
const frames: ((asked: NaiveElement) => NaiveElement[])[] = [
  (asked) => [asked],
  (asked) => [asked, few],
  (asked) => [{ any: [asked, few] }],
  (asked) => [{ not: asked }],
  (asked) => [lateDigits, asked],
];

describe("beginnings of ids of digits", () => {
  test("when most events have such an id in a tag and none another text, then they are kept by their digits", () => {
    const segment = sealed.open();
    const isByDigits = names.map((name) => (segment.tag(name) as TextColumn).digits !== undefined);
    expect(isByDigits).toEqual([true, true, true, false, false]);
  });

  test("when any beginning of a tag is asked, in any case and not, then the rows are those of a naive reading", () => {
    const segment = sealed.open();
    const counts = { none: 0, some: 0 };
    const asked = fc.record({
      field: fc.constantFrom(...names),
      row: fc.nat(),
      length: fc.integer({ min: 1, max: 40 }),
      more: fc.constantFrom("", "", "", "0", "g", "é", "-", "A"),
      isUpper: fc.boolean(),
      end: fc.constantFrom("*", "*", "*", "**", "?", "?*", "*0", "*0*"),
      op: fc.constantFrom("eq", "eq", "ne"),
      ignore_case: fc.boolean(),
      frame: fc.constantFrom(...frames),
    });
    fc.assert(
      fc.property(asked, ({ field, row, length, more, isUpper, end, op, ignore_case, frame }) => {
        const start = tagOf(field, row).slice(0, length) + more;
        fc.pre(start !== "");
        const value = `${isUpper ? start.toUpperCase() : start}${end}`;
        const elements = frame({ field, op, value, ignore_case });
        const { count, ...differences } = sealed.compare(elements, { segment });
        expect({ elements, ...differences }).toEqual({ elements, missing: [], excess: [] });
        counts[count === 0 ? "none" : "some"]++;
      }),
      { numRuns: 300 },
    );
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(10);
  });

  test.each([
    ["00a1*", 1],
    ["Req-*", 1],
    ["REQ-F0F0*", 0],
  ])('when "%s" is one of two values, then the rows are those of a naive reading', (value, at) => {
    const values = ["f0f0f0f0f*", "Req-00*"].with(at, value);
    for (const op of ["eq", "ne"])
      for (const ignore_case of [false, true])
        for (const field of names) {
          const asked = { field, op, value: values, ignore_case };
          const { count: _, ...differences } = sealed.compare([asked]);
          expect({ asked, ...differences }).toEqual({ asked, missing: [], excess: [] });
        }
  });
});
