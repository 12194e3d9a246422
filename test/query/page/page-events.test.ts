import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toEventObject } from "../../../src/eventstore/event/event-object.ts";
import { decodeSegment } from "../../../src/eventstore/format/segment-bytes.ts";
import { PieceCache } from "../../../src/eventstore/read/piece-cache.ts";
import { StoredSegment } from "../../../src/eventstore/read/stored-segment.ts";
import { encodeAnswer } from "../../../src/query/answer/encode-answer.ts";
import { readEvents } from "../../../src/query/page/page-events.ts";
import { storedEvents } from "../../support/questions/random-events.ts";
import { buildSegment } from "../../support/store/build-segment.ts";
import { fileSegment } from "../../support/store/file-segment.ts";

const zones = ["UTC", "Asia/Tokyo", "America/New_York"];

describe("events of pages", () => {
  test("when they are read again and again for several zones, with much room and little, then page and text are what reading anew gives", () => {
    fc.assert(
      fc.property(
        storedEvents(1_700_000_000_000_000, 10_000_000, 20),
        fc.array(fc.record({ rows: fc.array(fc.nat(), { maxLength: 6 }), zone: fc.constantFrom(...zones) })),
        fc.constantFrom(1e3, 1e4, 1e7),
        (events, pages, bytes) => {
          const { directory, source } = decodeSegment(buildSegment(events, 1), true);
          const segment = fileSegment(
            [{ view: new StoredSegment(directory, source) }],
            5,
            new PieceCache(bytes).of("a"),
          );
          for (const { rows, zone } of segment.rows === 0 ? [] : pages) {
            const numbers = rows.map((row) => row % segment.rows);
            const objects = readEvents({ cache: segment.cache, open: () => segment }, numbers, zone);
            expect(objects).toEqual(numbers.map((row) => toEventObject(segment.event(row), zone, true)));
            const results = { events: { objects, item_count: 7 } };
            const { results: json } = encodeAnswer({ results, stopped: false, rowsRead: 0 }, { links: undefined });
            const wanted = numbers.map((row) => toEventObject(segment.event(row), zone));
            expect(JSON.parse(Buffer.from(json).toString()).events.objects).toEqual(JSON.parse(JSON.stringify(wanted)));
          }
        },
      ),
      { numRuns: 100 },
    );
  });
});
