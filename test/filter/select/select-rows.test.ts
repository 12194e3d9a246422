import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { StoredEvent } from "../../../src/eventstore/event/event.ts";
import { matchEvent } from "../../../src/filter/match-event.ts";
import { filterSchema } from "../../../src/filter/schema.ts";
import { compileFilter } from "../../../src/filter/select/compile-filter.ts";
import { selectRows } from "../../../src/filter/select/select-rows.ts";
import { naiveMatch, sentFilter } from "../../support/questions/naive-filter.ts";
import { naiveConditions, storedEvents } from "../../support/questions/random-events.ts";
import { type Encoding, memorySegment } from "../../support/store/memory-segment.ts";

const base = 1_700_000_000_000_000;
const spread = 10_000_000;
const encodings = fc.infiniteStream(fc.constantFrom<Encoding>("dictionary", "number", "text"));

describe("a filter", () => {
  test("when random events meet random conditions, then it chooses what a naive reading chooses, row by row and event by event", () => {
    fc.assert(
      fc.property(
        storedEvents(base, spread),
        naiveConditions(),
        span,
        encodings,
        (events, conditions, { from, to }, stream) => {
          const filter = compileFilter(filterSchema.parse(sentFilter(conditions)));
          const isInside = ({ times }: StoredEvent) => times.some((time) => time >= from && time < to);
          const wanted = events.filter((event) => naiveMatch(conditions, event));
          expect(events.filter((event) => matchEvent(filter, event))).toEqual(wanted);
          const segment = memorySegment(events, () => stream.next().value);
          const selection = selectRows(segment, filter, { from, to }, () => {});
          const chosen = events.filter((_, row) => selection.has(row));
          expect(chosen).toEqual(wanted.filter(isInside));
          expect(selection.count).toBe(chosen.length);
        },
      ),
      { numRuns: 1500 },
    );
  });
});

const span = fc
  .tuple(fc.integer({ min: -2, max: spread }), fc.integer({ min: 1, max: spread }))
  .map(([offset, width]) => ({ from: base + offset, to: base + offset + width }));
