import fc from "fast-check";
import { expect, test } from "vitest";
import { DelimitedTexts } from "../../../src/eventstore/columns/dictionary-values.ts";
import { findOffsets } from "../../../src/eventstore/columns/text-blocks.ts";
import { textEnd } from "../../../src/eventstore/format/write-text.ts";

const texts = fc.array(fc.oneof(fc.string({ unit: "binary", maxLength: 8 }), fc.string({ maxLength: 90 })), {
  minLength: 1,
  maxLength: 40,
});

test("when texts are joined, short ones or long, then each begins where the one before it ended", () => {
  fc.assert(
    fc.property(texts, (some) => {
      const rows = some.map((text) => Buffer.from(text.toWellFormed()));
      const bytes = Buffer.concat(rows.flatMap((row) => [row, Buffer.of(textEnd)]));
      const ends = [0];
      for (const row of rows) ends.push(ends.at(-1)! + row.length + 1);
      expect([...findOffsets(bytes, rows.length)]).toEqual(ends);
      expect([...new DelimitedTexts(bytes, rows.length).offsets]).toEqual(ends);
    }),
    { numRuns: 500 },
  );
});

test.each([-3, -1, 1, 3])("when there are %i texts more than expected, then that shows", (more) => {
  for (const length of [2, 40]) {
    const text = Buffer.concat([Buffer.alloc(length, "a"), Buffer.of(textEnd)]);
    const bytes = Buffer.concat(Array.from({ length: 9 + more }, () => text));
    expect(findOffsets(bytes, 9)[9]).not.toBe(bytes.length);
    expect(() => new DelimitedTexts(bytes, 9).offsets).toThrow("Expected 9");
  }
});

test("when the last text has no end mark, then it is refused", () => {
  expect(() => new DelimitedTexts(Buffer.from([97, textEnd, 97]), 1).offsets).toThrow("Expected 1");
  expect(() => new DelimitedTexts(Buffer.from([97, textEnd, 97]), 2).offsets).toThrow("Expected 2");
});
