import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { StoredEvent } from "../../../src/eventstore/event/event.ts";
import { filterSchema } from "../../../src/filter/schema.ts";
import { compileFilter } from "../../../src/filter/select/compile-filter.ts";
import { countKnown, selectKnown } from "../../../src/filter/select/count-known.ts";
import { naiveMatch, sentFilter } from "../../support/questions/naive-filter.ts";
import { naiveConditions, storedEvents } from "../../support/questions/random-events.ts";
import { fileSegment } from "../../support/store/file-segment.ts";
import { viewOfEvents } from "../../support/store/open-segment.ts";

const base = 1_700_000_000_000_000;
const always = { from: 0, to: Number.MAX_SAFE_INTEGER };

/** Some events over and over, because counts are kept of segments with a thousand rows and more, and some once. */
function segmentOf(events: readonly StoredEvent[], rare: readonly StoredEvent[]) {
  const copies = Math.ceil(1_100 / events.length);
  const many = [...Array.from({ length: copies }, () => events).flat(), ...rare];
  const segment = fileSegment([{ view: viewOfEvents(many) }], 500);
  return { segment, all: Array.from({ length: segment.rows }, (_, row) => segment.event(row)) };
}

describe("counts of rows by value", () => {
  test("when random conditions are asked, then what is known without the rows is what a naive reading counts", () => {
    let known = 0;
    fc.assert(
      fc.property(
        storedEvents(base, 10_000_000),
        storedEvents(base, 10_000_000, 3),
        fc.array(naiveConditions(), { minLength: 5, maxLength: 15 }),
        (events, rare, filters) => {
          const { segment, all } = segmentOf(events, rare);
          for (const conditions of filters) {
            const filter = compileFilter(filterSchema.parse(sentFilter(conditions)));
            const count = countKnown(segment, filter.conditions, always, () => {});
            const rows = selectKnown(segment, filter.conditions, always, () => {});
            if (count === undefined && rows === undefined) continue;
            known++;
            const wanted = all.map((event) => naiveMatch(conditions, event));
            if (count !== undefined) expect(count).toBe(wanted.filter(Boolean).length);
            if (rows) expect(all.map((_, row) => rows.has(row))).toEqual(wanted);
          }
        },
      ),
      { numRuns: 40 },
    );
    expect(known).toBeGreaterThan(20);
  });
});
