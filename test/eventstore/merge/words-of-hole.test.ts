import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeColumn } from "../../../src/eventstore/columns/column-reader.ts";
import { encodeSomeTexts } from "../../../src/eventstore/columns/column-writer.ts";
import { keepNothing } from "../../../src/eventstore/columns/stored-text-column.ts";
import { ByteDictionary } from "../../../src/eventstore/format/byte-dictionary.ts";
import { MemorySink } from "../../../src/eventstore/format/segment-bytes.ts";
import type { ColumnEntry } from "../../../src/eventstore/format/segment-format.ts";
import { GroupedRows, type RowsOfHole } from "../../../src/eventstore/merge/grouped-rows.ts";
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

/** The rows that have a word by their templates, of which there are three, and where few have one by no templates. */
function groupedBy(rows: readonly (string | undefined)[]): RowsOfHole | undefined {
  const values = new ByteDictionary();
  for (const template of ["plain", "one \u0002", "another \u0002", "third \u0002"])
    values.idOf(Buffer.from(template), 0, template.length);
  const ids = Uint32Array.from(rows, (text, row) => (text === undefined ? row % 2 : 2 + (row % 3)));
  return new GroupedRows(new MemorySink(), { ids, values }).of({ kind: "word", index: 0 });
}

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
      const ofHole = groupedBy(rows);
      const entry = hole.encode(found, rows.length, ofHole);
      if (entry.byTemplate === undefined) {
        expect(entry).toEqual(encodeSomeTexts(wanted, rows.length, at, values, false));
        expect(found.parts.map((part) => Buffer.from(part))).toEqual(wanted.parts.map((part) => Buffer.from(part)));
      } else expect(readBack(entry, found, ofHole!)).toEqual(values);
      encodings.add(`${entry.encoding}${entry.sparse ? " of few" : ""}${entry.byTemplate ? " by template" : ""}`);
    }),
    { numRuns: 300 },
  );
  expect([...encodings].sort()).toEqual([
    "constant",
    "constant by template",
    "dictionary by template",
    "dictionary of few",
    "text",
    "text of few",
  ]);
});

/** The words in the order of their rows. */
function readBack(entry: ColumnEntry, { parts }: MemorySink, { rows }: RowsOfHole): string[] {
  const { byTemplate: _, ...dense } = entry;
  const column = decodeColumn({ part: (index) => parts[index]! }, dense, rows.length, keepNothing);
  const words = Array.from(rows, (row, i) => ({ row, word: column.text(i) }));
  return words.sort((a, b) => a.row - b.row).map(({ word }) => word);
}
