import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { StoredEvent } from "../../../src/eventstore/event/event.ts";
import type { StoredSegment } from "../../../src/eventstore/read/stored-segment.ts";
import { filterSchema } from "../../../src/filter/schema.ts";
import { compileFilter } from "../../../src/filter/select/compile-filter.ts";
import { selectRows } from "../../../src/filter/select/select-rows.ts";
import { naiveMatch, sentFilter } from "../../support/questions/naive-filter.ts";
import { naiveConditions, storedEvents } from "../../support/questions/random-events.ts";
import { fileSegment } from "../../support/store/file-segment.ts";
import { viewOfEvents } from "../../support/store/open-segment.ts";

const base = 1_700_000_000_000_000;

/** Enough copies of some events that the rows of their values are listed, and a few others among them. */
function segmentOf(events: readonly StoredEvent[], rare: readonly StoredEvent[]): StoredSegment {
  const copies = Math.ceil(1_100 / events.length);
  const many = Array.from({ length: copies }, (_, copy) => (copy === 3 ? [...events, ...rare] : events)).flat();
  return fileSegment([{ view: viewOfEvents(many) }], 100);
}

describe("conditions on columns that list the rows of their values", () => {
  test("when random ones are asked, then they choose what a naive reading chooses", () => {
    let listed = 0;
    fc.assert(
      fc.property(
        storedEvents(base, 10_000_000),
        storedEvents(base, 10_000_000, 3),
        fc.array(naiveConditions(), { minLength: 5, maxLength: 15 }),
        fc.tuple(fc.integer({ min: -2, max: 9_000_000 }), fc.integer({ min: 1, max: 10_000_000 })),
        (events, rare, filters, [offset, width]) => {
          const segment = segmentOf(events, rare);
          const columns = [
            segment.base("severity"),
            segment.base("host"),
            ...segment.tagNames().map((name) => segment.tag(name)),
          ];
          for (const column of columns) if (column?.encoding !== "text" && column?.listed) listed++;
          const all = Array.from({ length: segment.rows }, (_, row) => segment.event(row));
          const span = { from: base + offset, to: base + offset + width };
          const isInside = ({ times }: StoredEvent) => times.some((time) => time >= span.from && time < span.to);
          for (const conditions of filters) {
            const filter = compileFilter(filterSchema.parse(sentFilter(conditions)));
            const selection = selectRows(segment, filter, span, () => {});
            const wanted = all.map((event) => naiveMatch(conditions, event) && isInside(event));
            expect(all.map((_, row) => selection.has(row))).toEqual(wanted);
          }
        },
      ),
      { numRuns: 40 },
    );
    expect(listed).toBeGreaterThan(40);
  });
});
