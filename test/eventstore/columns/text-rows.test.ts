import fc from "fast-check";
import { expect, test } from "vitest";
import { TextRows } from "../../../src/eventstore/columns/text-rows.ts";
import type { TextColumn } from "../../../src/eventstore/segment.ts";
import { event } from "../../support/store/event-arbitrary.ts";
import { viewOfEvents } from "../../support/store/open-segment.ts";

const rows = 12_000;

/** Two columns of texts, one with a text in each row and one, in few: too many kinds for a dictionary. */
function columns(): TextColumn[] {
  const rare = (row: number) => row % 31 === 7 || (row > 4_000 && row < 4_100 && row % 2 === 0);
  const events = Array.from({ length: rows }, (_, row) =>
    event("m", 1e15 + row, {
      tags: ["all", `text é ${row} of all`, ...(rare(row) ? ["rare", `only ${row * 7_919} here`] : [])],
    }),
  );
  const view = viewOfEvents(events);
  return [view.tag("all") as TextColumn, view.tag("rare") as TextColumn];
}

test("when rows are looked for, mostly rising, then each has its text, also of a column that stores only some", () => {
  const [all, rare] = columns();
  expect([all!.encoding, all!.sparse, rare!.encoding]).toEqual(["text", undefined, "text"]);
  expect(rare!.sparse!.at.length).toBeLessThan(500);
  const seek = fc.record({
    source: fc.constantFrom(0, 1, 1),
    // A step on, or to anywhere.
    step: fc.oneof({ weight: 8, arbitrary: fc.integer({ min: 0, max: 40 }) }, fc.integer({ min: -rows, max: rows })),
  });
  const check = (seeks: { source: number; step: number }[]) => {
    const texts = new TextRows([all, rare]);
    let row = 0;
    for (const { source, step } of seeks) {
      row = Math.min(rows - 1, Math.max(0, row + step));
      texts.seek(source, row);
      const found = Buffer.from(texts.bytes.subarray(texts.from, texts.to)).toString();
      expect(found).toBe([all, rare][source]!.text(row));
    }
  };
  fc.assert(fc.property(fc.array(seek, { maxLength: 200 }), check), { numRuns: 200 });
});
