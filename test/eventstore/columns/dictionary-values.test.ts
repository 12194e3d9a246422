import Database from "better-sqlite3";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeColumn } from "../../../src/eventstore/columns/column-reader.ts";
import { encodeDictionary, encodeSomeTexts } from "../../../src/eventstore/columns/column-writer.ts";
import { idsPart, storedValues, writeValues } from "../../../src/eventstore/columns/dictionary-values.ts";
import { keepNothing } from "../../../src/eventstore/columns/stored-text-column.ts";
import { WordBloomFilterWriter } from "../../../src/eventstore/columns/word-bloom-filter.ts";
import { FileSink, fileParts, partSchema, preparePartReader } from "../../../src/eventstore/files/segment-parts.ts";
import type { ColumnEntry, PartSink } from "../../../src/eventstore/format/segment-format.ts";
import { hashWord } from "../../../src/eventstore/format/word-hash.ts";
import type { DictionaryColumn, PackedTexts } from "../../../src/eventstore/segment.ts";

const stems = fc.array(fc.constantFrom("a", "é", "日本", "user", "/v1/query/", "", "x".repeat(300)), {
  minLength: 1,
});
const counts = fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 9_000 }));

function valuesOf(some: readonly string[], count: number): string[] {
  return Array.from({ length: count }, (_, i) => `${some[i % some.length]}${i}`);
}

function newParts(inMemory = false): { parts: Uint8Array[]; read: number[]; sink: PartSink } {
  const parts: Uint8Array[] = [];
  return { parts, read: [], sink: { inMemory, add: (bytes) => parts.push(bytes.slice()) - 1 } };
}

function sourceOf({ parts, read }: { parts: Uint8Array[]; read: number[] }) {
  return {
    part: (index: number) => {
      read.push(index);
      return parts[index]!;
    },
  };
}

function bytesOf(values: readonly string[]): Uint8Array {
  const end = Buffer.of(0xff);
  return new Uint8Array(Buffer.concat(values.flatMap((value) => [Buffer.from(value), end])));
}

function entryOf(values: Pick<ColumnEntry & { encoding: "dictionary" }, "part" | "valuesOfPart">, size: number) {
  return { encoding: "dictionary" as const, count: size, width: 4 as const, size, ascii: false, ...values };
}

const direct = {
  texts: (_key: string, load: () => PackedTexts) => load(),
  filterPart: (_part: number, load: () => Uint8Array) => load(),
};

describe("the values of a dictionary", () => {
  test("when they are written, then each alone and all together are the same again, and the ids follow them", () => {
    fc.assert(
      fc.property(stems, counts, fc.array(fc.nat(), { maxLength: 20 }), (some, count, picks) => {
        const values = valuesOf(some, count);
        const file = newParts();
        const entry = entryOf(writeValues(file.sink, bytesOf(values), count, new WordBloomFilterWriter()), count);
        expect(idsPart(entry)).toBe(file.parts.length);
        const stored = storedValues(sourceOf(file), entry, direct);
        expect(Buffer.from(stored.all().bytes).equals(bytesOf(values))).toBe(true);
        for (const pick of stored.one ? picks : []) {
          file.read.length = 0;
          expect(stored.one!((pick % count) + 1)).toBe(values[pick % count]!);
          expect(file.read.length).toBe(1);
        }
      }),
    );
  });

  test("when they are many, then a file has them in parts and memory in one", () => {
    const values = valuesOf(["10.0.0."], 50_000);
    const file = newParts();
    writeValues(file.sink, bytesOf(values), values.length, new WordBloomFilterWriter());
    expect(file.parts.length).toBeGreaterThan(5);
    for (const { length } of file.parts) expect(length).toBeLessThan(100_000);
    const memory = newParts(true);
    expect(writeValues(memory.sink, bytesOf(values), values.length, new WordBloomFilterWriter())).toEqual({ part: 0 });
  });

  test("when a file has them in parts, then these are read as one, and one that is damaged is named", () => {
    const values = valuesOf(["10.0.0."], 50_000);
    const database = new Database(":memory:");
    database.exec(partSchema);
    const sink = new FileSink(database, 1);
    sink.add(Buffer.from("another column"));
    const written = writeValues(sink, bytesOf(values), values.length, new WordBloomFilterWriter());
    sink.flush();
    const entry = entryOf(written, values.length);
    const source = fileParts(preparePartReader(database), 1);
    const sizes: number[] = [];
    const count = idsPart(entry) - entry.part;
    expect(Buffer.compare(storedValues(source, entry, direct).all().bytes, bytesOf(values))).toBe(0);
    for (const { length } of source.partsInTurn(entry.part, count)) sizes.push(length);
    expect(sizes).toHaveLength(count);
    expect(sizes.reduce((a, b) => a + b)).toBe(bytesOf(values).length);
    const third = entry.part + 2;
    database.prepare("UPDATE segment_part SET checksum = checksum + 1 WHERE part = ?").run(third);
    expect(() => storedValues(source, entry, direct).all()).toThrow(`part ${third} `);
  });

  test("when a word is looked for, then filters know most that no value has, and pass each that one has", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { minLength: 1, maxLength: 20 }), (picks) => {
        const values = valuesOf(["user", "é", "/v1/query/"], 20_000);
        const file = newParts();
        const filter = new WordBloomFilterWriter();
        const written = writeValues(file.sink, bytesOf(values), values.length, filter);
        const entry = { ...entryOf(written, values.length), words: filter.finish(file.sink) };
        const { mayHold } = storedValues(sourceOf(file), entry, direct);
        for (const pick of picks)
          for (const word of values[pick % values.length]!.match(/\w+/g) ?? [])
            expect(mayHold?.([hashWord(word)]) ?? true).toBe(true);
        const unknown = Array.from({ length: 200 }, (_, i) => hashWord(`no${i}such${i}word`));
        const passed = unknown.filter((hash) => mayHold?.([hash]) ?? false);
        expect(passed.length).toBeLessThan(50);
      }),
      { numRuns: 20 },
    );
  });

  test("when a part has fewer values than it should, then it is an error", () => {
    const values = valuesOf(["10.0.0."], 50_000);
    const file = newParts();
    const entry = entryOf(
      writeValues(file.sink, bytesOf(values), values.length, new WordBloomFilterWriter()),
      values.length,
    );
    file.parts[1] = file.parts[1]!.subarray(20);
    const stored = storedValues(sourceOf(file), entry, direct);
    expect(() => stored.one!(entry.valuesOfPart! + 1)).toThrow("dictionary values");
    expect(() => stored.all().offsets).toThrow("dictionary values");
  });

  test.each([
    ["all rows have one", 1],
    ["few rows have one", 20],
  ])(
    "when a column of many values is shown row by row and %s, then a few are read alone and more of them at once",
    (_, every) => {
      const values = valuesOf(["user"], 20_000);
      const rows = values.length * every;
      const file = newParts();
      const at = values.map((_value, i) => i * every);
      const ids = Uint32Array.from(values, (_value, i) => i + 1);
      const entry =
        every === 1
          ? encodeDictionary(file.sink, values, ids)
          : encodeSomeTexts(
              file.sink,
              rows * 4,
              [...at, ...repeated(at, rows)],
              [...values, ...repeated(values, 0)],
              false,
            );
      const all = every === 1 ? rows : rows * 4;
      const column = decodeColumn(sourceOf(file), entry, all, keepNothing) as DictionaryColumn;
      file.read.length = 0;
      expect(column.text(at[7_777]!)).toBe(values[7_777]!);
      expect(new Set(file.read).size).toBeLessThan(4);
      expect(at.map((row) => column.text(row))).toEqual(values);
      expect(file.read.length).toBeLessThan(300 + file.parts.length);
    },
  );
});

/** So that a value stands for enough rows: each three times more, further down. */
function repeated<T extends string | number>(some: readonly T[], shift: number): T[] {
  return [1, 2, 3].flatMap((times) =>
    some.map((one) => (typeof one === "number" ? ((one + times * shift) as T) : one)),
  );
}
