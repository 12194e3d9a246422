import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { StoredEvent } from "../../../src/eventstore/event/event.ts";
import { decodeSegment } from "../../../src/eventstore/format/segment-bytes.ts";
import { PieceCache } from "../../../src/eventstore/read/piece-cache.ts";
import { StoredSegment } from "../../../src/eventstore/read/stored-segment.ts";
import type { Segment } from "../../../src/eventstore/segment.ts";
import type { TimeSpan } from "../../../src/eventstore/snapshot.ts";
import { filterSchema } from "../../../src/filter/schema.ts";
import { type AskedSegment, wholeSegmentCache } from "../../../src/filter/select/asked-segment.ts";
import { compileFilter } from "../../../src/filter/select/compile-filter.ts";
import { countKnown } from "../../../src/filter/select/count-known.ts";
import { countCachedRows } from "../../../src/filter/select/row-count-cache.ts";
import { recallSelection, selectRows } from "../../../src/filter/select/select-rows.ts";
import { naiveMatch, sentFilter } from "../../support/questions/naive-filter.ts";
import { naiveConditions, storedEvents } from "../../support/questions/random-events.ts";
import { buildSegment } from "../../support/store/build-segment.ts";
import { fileSegment } from "../../support/store/file-segment.ts";
import { storedEvent } from "../../support/store/stored-event.ts";

const base = 1_700_000_000_000_000;
const spread = 10_000_000;
const spans = fc.oneof(
  fc.constant({ from: 0, to: Number.MAX_SAFE_INTEGER }),
  fc
    .tuple(fc.integer({ min: 0, max: spread }), fc.integer({ min: 1, max: spread }))
    .map(([offset, width]) => ({ from: base + offset, to: base + offset + width })),
);

/** The same conditions come again, alone, together with others and for another time. */
const questions = fc
  .record({
    pool: fc.array(naiveConditions(), { minLength: 1, maxLength: 4 }),
    picks: fc.array(fc.record({ picked: fc.array(fc.nat(), { minLength: 1, maxLength: 2 }), span: spans }), {
      minLength: 6,
      maxLength: 12,
    }),
  })
  .map(({ pool, picks }) =>
    picks.map(({ picked, span }) => ({ conditions: picked.flatMap((i) => pool[i % pool.length]!), span })),
  );

describe("rows that are remembered", () => {
  test("when conditions are asked again and again, alone and together, with much room and little, then each answer is that of a naive reading", () => {
    fc.assert(
      fc.property(storedEvents(base, spread, 40), questions, fc.constantFrom(1e3, 1e5, 1e7), (events, asked, bytes) => {
        const { directory, source } = decodeSegment(buildSegment(events, 1), true);
        const segment = fileSegment([{ view: new StoredSegment(directory, source) }], 5, new PieceCache(bytes).of("a"));
        const all: StoredEvent[] = Array.from({ length: segment.rows }, (_, row) => segment.event(row));
        for (const { conditions, span } of asked) {
          const filter = compileFilter(filterSchema.parse(sentFilter(conditions)));
          const selection = selectRows(segment, filter, span, () => {});
          const wanted = all.map(
            (event) => naiveMatch(conditions, event) && event.times.some((time) => time >= span.from && time < span.to),
          );
          expect(all.map((_, row) => selection.has(row))).toEqual(wanted);
          const count = wanted.filter(Boolean).length;
          expect([count, undefined]).toContain(
            countCachedRows(askedSegment(segment, span), filter.conditions, span, () => {}),
          );
          expect([count, undefined]).toContain(countKnown(segment, filter.conditions, span, () => {}));
          for (let time = 0; time < 2; time++)
            expect(
              countCachedRows(
                askedSegment(segment, span),
                filter.conditions,
                span,
                () => {},
                () => selection.count,
              ),
            ).toBe(count);
          const recalled = recallSelection(segment, filter, span);
          if (recalled) expect(all.map((_, row) => recalled.has(row))).toEqual(wanted);
        }
      }),
      { numRuns: 120 },
    );
  });

  test("when rows were counted that nothing has counted before, then the next one who asks is told without their being looked at", () => {
    const events = Array.from({ length: 300 }, (_, i) => storedEvent(i + 1, base + i, { severity: i % 8 }));
    const { directory, source } = decodeSegment(buildSegment(events, 1), true);
    const segment = fileSegment([{ view: new StoredSegment(directory, source) }], 50, new PieceCache(1e6).of("a"));
    const { conditions } = compileFilter(
      filterSchema.parse([
        { field: "host", op: "eq", value: "web1" },
        { field: "severity", op: "lt", value: 4 },
      ]),
    );
    const everything = { from: 0, to: Number.MAX_SAFE_INTEGER };
    expect(countCachedRows(askedSegment(segment, everything), conditions, everything, () => {})).toBeUndefined();
    expect(
      countCachedRows(
        askedSegment(segment, everything),
        conditions,
        everything,
        () => {},
        () => 25,
      ),
    ).toBe(25);
    expect(countCachedRows(askedSegment(segment, everything), [...conditions].reverse(), everything, () => {})).toBe(
      25,
    );
    const cut = { from: base + 1, to: base + 2 };
    expect(countCachedRows(askedSegment(segment, cut), conditions, cut, () => {})).toBeUndefined();
  });
});

function askedSegment(segment: Segment, span: TimeSpan): AskedSegment {
  return { segment, wholeCache: wholeSegmentCache(segment.cache, segment, span) };
}
