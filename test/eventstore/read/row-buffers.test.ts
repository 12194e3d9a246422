import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeSegment } from "../../../src/eventstore/format/segment-bytes.ts";
import { baseColumns } from "../../../src/eventstore/format/segment-format.ts";
import { RowBuffers } from "../../../src/eventstore/read/row-buffers.ts";
import { StoredSegment } from "../../../src/eventstore/read/stored-segment.ts";
import { buildSegment } from "../../support/store/build-segment.ts";
import { anyEvent } from "../../support/store/event-arbitrary.ts";
import { fileSegment } from "../../support/store/file-segment.ts";
import { eventsOf, rawTexts } from "../../support/store/open-segment.ts";
import { cacheWithoutRows } from "../../support/store/overwritten-buffers.ts";

function columnsOf(segment: StoredSegment): unknown {
  const base = baseColumns.map((name) => rawTexts(segment.base(name), segment.rows));
  return [...base, ...segment.tagNames().map((name) => rawTexts(segment.tag(name)!, segment.rows))];
}

describe("memory for rows", () => {
  test("when it was given back, then whoever wants as much or somewhat less gets it again", () => {
    const buffers = new RowBuffers(10_000_000);
    const [large, small] = [buffers.take(1_000_000), buffers.take(100_000)];
    expect([large.byteLength, small.byteLength]).toEqual([2 ** 20, 2 ** 17]);
    buffers.giveBack(large);
    buffers.giveBack(small);
    expect(buffers.take(70_000)).toBe(small);
    expect(buffers.take(600_000)).toBe(large);
    expect(buffers.take(600_000)).not.toBe(large);
  });

  test("when more waits than may, then that goes whose size was not wanted for longest", () => {
    const buffers = new RowBuffers(3 * 2 ** 20);
    const [old, other] = [buffers.take(2 ** 21), buffers.take(2 ** 20)];
    const third = buffers.take(2 ** 20);
    for (const buffer of [old, other, third]) buffers.giveBack(buffer);
    expect(buffers.take(2 ** 21)).not.toBe(old);
    expect(new Set([buffers.take(2 ** 20), buffers.take(2 ** 20)])).toEqual(new Set([other, third]));
  });

  test("when one is larger than all that may wait, then it is not kept", () => {
    const buffers = new RowBuffers(2 ** 20);
    const buffer = buffers.take(2 ** 22);
    buffers.giveBack(buffer);
    expect(buffers.take(2 ** 22)).not.toBe(buffer);
  });

  test("when segments unpack their rows to the same memory in turns, then each has its own", () => {
    const groups = fc.array(fc.array(anyEvent, { minLength: 1, maxLength: 40 }), { minLength: 1, maxLength: 4 });
    const turns = fc.array(fc.tuple(fc.nat(), fc.boolean()), { maxLength: 12 });
    fc.assert(
      fc.property(groups, turns, fc.integer({ min: 1, max: 20 }), (lists, asked, sliceRows) => {
        const cache = cacheWithoutRows();
        const views = lists.map((events, i) => {
          const { directory, source } = decodeSegment(buildSegment(events, 1), true);
          const whole = new StoredSegment(directory, source);
          const kept = fileSegment([{ view: whole }], sliceRows);
          const wanted = [columnsOf(kept), eventsOf(kept)];
          return { file: fileSegment([{ view: whole }], sliceRows, cache.of(String(i))), wanted };
        });
        for (const [at, isGivenBack] of asked) {
          const { file, wanted } = views[at % views.length]!;
          expect([columnsOf(file), eventsOf(file)]).toEqual(wanted);
          if (isGivenBack) file.giveBackRows();
        }
      }),
      { numRuns: 60 },
    );
  });
});
