import fc from "fast-check";
import { expect, test } from "vitest";
import { encodeSomeTexts } from "../../../src/eventstore/columns/column-writer.ts";
import { MemorySink } from "../../../src/eventstore/format/segment-bytes.ts";
import { WordsOfHole } from "../../../src/eventstore/merge/words-of-hole.ts";

const ascii = fc.constantFrom(..."abcdef0123456789_");
const word = fc.oneof(
  fc.constantFrom("user1", "user2", "eth0"),
  fc.string({ unit: ascii, minLength: 1, maxLength: 40 }),
);
/** Word of each row; undefined: it has none. */
const anyRows = fc
  .tuple(
    fc.array(fc.option(word, { nil: undefined }), { maxLength: 60 }),
    // Long enough for a column of few rows, and for more words than a dictionary takes.
    fc.constantFrom(0, 300, 4_000),
    fc.integer({ min: 1, max: 12 }),
  )
  .map(([some, more, every]) => [
    ...some,
    ...Array.from({ length: more }, (_, i) => (i % every === 0 ? `id${i}x` : undefined)),
  ]);

test("when words fill a hole, then its column is that of the same texts, whatever was taken back", () => {
  const encodings = new Set<string>();
  fc.assert(
    fc.property(anyRows, fc.nat(5), (rows, tried) => {
      const hole = new WordsOfHole();
      const at: number[] = [];
      const values: string[] = [];
      for (const [row, text] of rows.entries()) {
        if (text === undefined) continue;
        if (row % 7 === tried) {
          hole.add(row, Buffer.from("taken0back"), 0, 10);
          hole.drop();
        }
        hole.add(row, Buffer.from(`<${text}>`), 1, 1 + text.length);
        at.push(row);
        values.push(text);
      }
      const [found, wanted] = [new MemorySink(), new MemorySink()];
      const entry = hole.encode(found, rows.length);
      expect(entry).toEqual(encodeSomeTexts(wanted, rows.length, at, values, false));
      expect(found.parts.map((part) => Buffer.from(part))).toEqual(wanted.parts.map((part) => Buffer.from(part)));
      encodings.add(`${entry.encoding}${entry.sparse ? " of few" : ""}`);
    }),
    { numRuns: 300 },
  );
  expect([...encodings].sort()).toEqual(["constant", "dictionary", "dictionary of few", "text", "text of few"]);
});
