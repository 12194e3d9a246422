import { expect, test } from "vitest";
import { packTags, StoredOverflowTags } from "../../../src/eventstore/columns/overflow-tags.ts";
import type { Column } from "../../../src/eventstore/segment.ts";

/** A shared column that counts how often a row of it is unpacked. */
function sharedColumn(rows: number, namesPerRow: number, nameCount: number) {
  const names = Array.from({ length: nameCount }, (_, index) => `name ${index}`);
  const texts = Array.from({ length: rows }, (_, row) =>
    packTags(
      Array.from({ length: namesPerRow }, (_, i): [string, string] => [
        names[(row * namesPerRow + i) % nameCount]!,
        `${row}.${i}`,
      ]),
    ),
  );
  const read = { count: 0 };
  const column = {
    text(row: number) {
      read.count++;
      return texts[row]!;
    },
  } as unknown as Column;
  return { names, read, tags: new StoredOverflowTags(names, column, rows) };
}

test("when many names are collected, then each row is unpacked once, and every name has the values it has alone", () => {
  const { names, read, tags } = sharedColumn(1_000, 20, 10_000);
  tags.collect(names);
  expect(read.count).toBe(1_000);
  const columns = names.map((name) => tags.column(name)!);
  expect(read.count).toBe(1_000);
  const alone = sharedColumn(1_000, 20, 10_000).tags;
  for (const index of [0, 1, 4_999, 9_999]) {
    const expected = alone.column(names[index]!)!;
    for (let row = 0; row < 1_000; row++) expect(columns[index]!.text(row)).toBe(expected.text(row));
  }
  expect(tags.column("no such name")).toBeUndefined();
});
