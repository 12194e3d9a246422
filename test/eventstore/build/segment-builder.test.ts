import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SegmentBuilder } from "../../../src/eventstore/build/segment-builder.ts";
import type { EventRow } from "../../../src/eventstore/event/event.ts";
import { canonicalBytes, canonicalNumber } from "../../../src/eventstore/format/canonical-number.ts";
import { decodeSegment } from "../../../src/eventstore/format/segment-bytes.ts";
import { StoredSegment } from "../../../src/eventstore/read/stored-segment.ts";
import { anyEvent, baseTime, event } from "../../support/store/event-arbitrary.ts";
import { byId, eventsOf } from "../../support/store/open-segment.ts";

function build(builder: SegmentBuilder, events: readonly EventRow[]) {
  for (const row of events) builder.add(row);
  const { directory, source } = decodeSegment(builder.build(1).bytes, true);
  return byId(eventsOf(new StoredSegment(directory, source)));
}

const tagged = (rows: number, textOf: (row: number) => string) =>
  Array.from({ length: rows }, (_, row) => event("m", baseTime + row, { tags: ["t", textOf(row)] }));

describe("a builder that serves commit after commit", () => {
  test("when any commits follow each other, then nothing of one is left in the next", () => {
    fc.assert(
      fc.property(fc.array(fc.array(anyEvent, { minLength: 1, maxLength: 30 }), { maxLength: 4 }), (commits) => {
        const builder = new SegmentBuilder();
        for (const events of commits)
          expect(build(builder, events)).toEqual(events.map((row, index) => ({ id: 1 + index, ...row })));
      }),
      { numRuns: 60 },
    );
  });

  test("when times of a commit run in no order, near or far apart, then its rows are read in theirs", () => {
    const time = fc.oneof(fc.nat(20), fc.nat(2 ** 31 - 1), fc.maxSafeNat());
    fc.assert(
      fc.property(fc.array(time, { minLength: 2, maxLength: 60 }), (times) => {
        const builder = new SegmentBuilder();
        for (const [row, at] of times.entries()) builder.add(event(`m${row}`, at));
        const { directory, source } = decodeSegment(builder.build(1).bytes, true);
        const read = eventsOf(new StoredSegment(directory, source)).map(({ times: [at], message }) => [at, message]);
        const sorted = times.map((at, row) => [at, `m${row}`] as const).toSorted(([a], [b]) => a - b);
        expect(read).toEqual(sorted);
      }),
      { numRuns: 300 },
    );
  });

  test("when a column changes its kind from commit to commit, then every value comes back", () => {
    const builder = new SegmentBuilder();
    const kinds = [
      (row: number) => `value ${row}`,
      (row: number) => String(row * 7 - 300),
      (row: number) => (row === 700 ? "007" : String(row / 4)),
      (row: number) => `v${row % 5}`,
      () => "one",
    ];
    for (const textOf of [...kinds, ...kinds.toReversed()])
      expect(build(builder, tagged(1_200, textOf)).map(({ tags }) => tags[1])).toEqual(
        Array.from({ length: 1_200 }, (_, row) => textOf(row)),
      );
  });

  test("when a column becomes numbers anew in each of many commits, then its memory does not grow", () => {
    const builder = new SegmentBuilder();
    const before = process.memoryUsage().external;
    for (let commit = 0; commit < 20; commit++)
      expect(
        build(
          builder,
          tagged(400, (row) => String(row + commit)),
        ),
      ).toHaveLength(400);
    Bun.gc(true);
    expect(process.memoryUsage().external - before).toBeLessThan(64 * 1024 * 1024);
  });

  test("when each event has a tag name of its own, then the columns take little memory", () => {
    const builder = new SegmentBuilder();
    Bun.gc(true);
    const before = process.memoryUsage().heapUsed;
    for (let row = 0; row < 50_000; row++) builder.add(event("m", baseTime + row, { tags: [`name ${row}`, `${row}`] }));
    Bun.gc(true);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(60 * 1024 * 1024);
    const { directory } = decodeSegment(builder.build(1).bytes, true);
    expect(directory.tags.length + directory.rest!.names.length).toBe(50_000);
  });
});

test("when a number is read from bytes, then it is what it is as text", () => {
  const anyText = fc.oneof(
    fc.double().map(String),
    fc.integer().map(String),
    fc.tuple(fc.nat(), fc.nat(9_999)).map(([whole, part]) => `${whole}.${part}`),
    fc.constantFrom(
      "",
      "-",
      "0",
      "-0",
      "0.5",
      "-0.25",
      "007",
      "1.",
      ".5",
      "1e3",
      "0.0000001",
      "123456789012345.6",
      "9".repeat(20),
    ),
    fc.string({ maxLength: 8 }),
  );
  fc.assert(
    fc.property(anyText, fc.constantFrom("", ".", ".5", "7", "-", "e3"), (text, next) => {
      const end = Buffer.byteLength(text) + 1;
      expect(canonicalBytes(Buffer.from(`x${text}${next}`), 1, end)).toBe(canonicalNumber(text));
    }),
    { numRuns: 1_000 },
  );
});
