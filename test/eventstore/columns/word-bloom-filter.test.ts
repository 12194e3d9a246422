import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeColumn } from "../../../src/eventstore/columns/column-reader.ts";
import { keepNothing } from "../../../src/eventstore/columns/stored-text-column.ts";
import { TextBlockWriter } from "../../../src/eventstore/columns/text-blocks.ts";
import { blocksWith, WordBloomFilterWriter } from "../../../src/eventstore/columns/word-bloom-filter.ts";
import type { PartSink } from "../../../src/eventstore/format/segment-format.ts";
import { hashWord } from "../../../src/eventstore/format/word-hash.ts";
import type { TextColumn } from "../../../src/eventstore/segment.ts";
import { compileCondition } from "../../../src/filter/condition/compile-condition.ts";
import type { Condition } from "../../../src/filter/condition/condition.ts";
import { Selection } from "../../../src/filter/rows/selection.ts";
import { selectTexts } from "../../../src/filter/select/select-texts.ts";

const word = fc.constantFrom(
  "Kraken",
  "kraken",
  "disk",
  "full",
  "10",
  "a_b",
  "é",
  "Straße",
  "x“y”z",
  "K",
  "refused",
  "",
);
const joint = fc.constantFrom(" ", ".", "é", "“", "-", ":", "  ", "");
const text = fc
  .array(fc.tuple(word, joint), { maxLength: 5 })
  .map((pieces) => pieces.map(([left, right]) => left + right).join(""));

/** As in a file, in blocks of a few rows. */
function columnOf(texts: readonly string[], filters: "of now" | "of earlier versions" = "of now"): TextColumn {
  const parts: Uint8Array[] = [];
  const sink: PartSink = { inMemory: false, add: (bytes) => parts.push(bytes) - 1 };
  const writer = new TextBlockWriter(sink, 24);
  for (const value of texts) writer.addText(value);
  const written = writer.finish();
  const source = { part: (index: number) => parts[index]! };
  if (filters === "of now") return decodeColumn(source, written, texts.length, keepNothing) as TextColumn;
  const { words: _, ...entry } = written;
  const { blockRows } = entry;
  const older = olderWordFilters(
    blockRows.map((rows, block) => {
      const first = blockRows.slice(0, block).reduce((sum, before) => sum + before, 0);
      return texts.slice(first, first + rows).join("\n");
    }),
  );
  const part = sink.add(older.bytes);
  const columnEntry = { ...entry, filters: { lengths: older.lengths, part } };
  return decodeColumn(source, columnEntry, texts.length, keepNothing) as TextColumn;
}

/** Filters of blocks with words of ASCII, as versions before 3 of the format have them. */
function olderWordFilters(blocks: readonly string[]): { lengths: number[]; bytes: Uint8Array } {
  const filters = blocks.map((block) => {
    const words = new Set(block.match(/[A-Za-z0-9_]+/g)?.map((word) => word.toLowerCase()));
    const filter = new Uint32Array(Math.ceil((words.size * 7) / 32));
    for (const hash of Array.from(words, hashWord)) {
      const step = (Math.imul(hash, 0x9e3779b1) >>> 0) | 1;
      for (let i = 0, at = hash >>> 0; i < 5; i++, at = (at + step) >>> 0) {
        const bit = at % (filter.length * 32);
        filter[bit >>> 5]! |= 1 << (bit & 31);
      }
    }
    return filter;
  });
  const bytes = Buffer.concat(filters.map((filter) => new Uint8Array(filter.buffer)));
  return { lengths: filters.map(({ length }) => length), bytes: new Uint8Array(bytes) };
}

function writeFilters(blocks: readonly (readonly string[])[]) {
  const parts: Uint8Array[] = [];
  const writer = new WordBloomFilterWriter();
  for (const words of blocks) writer.add(Buffer.from(`${words.join(" ")}\xff`, "latin1"));
  const entries = writer.finish({ inMemory: false, add: (bytes) => parts.push(bytes.slice()) - 1 });
  return { entries, parts, read: (part: number) => parts[part]! };
}

const block = fc.array(
  fc.nat(3_000).map((number) => number.toString(36)),
  { maxLength: 400 },
);

const manyWords = Array.from({ length: 1_500 }, (_, i) => `w${i}`);
const versions = fc.constantFrom("of now" as const, "of earlier versions" as const);

describe("the word filters of a text column", () => {
  test("when any condition is asked, then no row is passed over that meets it", () => {
    const condition: fc.Arbitrary<Condition> = fc.record({
      field: fc.constantFrom("message", "list"),
      op: fc.constantFrom("eq" as const, "ne" as const, "qp" as const, "=~" as const, "!~" as const),
      value: fc.oneof(
        text.map((value) => value.replaceAll(/[()"|-]/g, " ")),
        fc.constantFrom("kraken", "disk full", "10 a_b", "*rak*", "kraken disk | full", "é kraken 10"),
      ),
      ignore_case: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 30 }), condition, versions, (texts, asked, filters) => {
        let compiled: ReturnType<typeof compileCondition>;
        try {
          compiled = compileCondition(asked);
        } catch {
          return;
        }
        const selection = new Selection(0, texts.length);
        selectTexts(
          columnOf(texts, filters),
          compiled.test,
          compiled.negated,
          texts.length,
          selection,
          () => undefined,
        );
        const chosen = texts.map((_, row) => selection.has(row));
        expect(chosen).toEqual(texts.map((value) => compiled.test.text(value) !== compiled.negated));
      }),
      { numRuns: 2_000 },
    );
  });

  test.each(["of now", "of earlier versions"] as const)(
    "when a word stands in one row of thousands, then nearly all other blocks are known not to have it by filters %s",
    (filters) => {
      const texts = Array.from({ length: 3_000 }, (_, i) => `request ${i * 7919} from 10.0.${i % 256}.1`);
      const column = columnOf(texts, filters);
      const hashes = [hashWord("10"), hashWord(String(1_234 * 7919))];
      const held = Array.from({ length: column.blockCount }, (_, block) => column.mayHold(block, hashes));
      expect(held[column.blockOf(1_234)]).toBe(true);
      expect(held.filter((may) => may).length).toBeLessThan(column.blockCount / 5);
    },
  );

  test("when blocks have few words or many, or are many, then each may have all of its own", () => {
    const some = fc.array(fc.oneof({ weight: 20, arbitrary: block }, fc.constant(manyWords)), { maxLength: 300 });
    fc.assert(
      fc.property(some, fc.array(fc.nat(), { minLength: 1, maxLength: 3 }), (blocks, picks) => {
        const { entries, read } = writeFilters(blocks);
        expect(entries.reduce((sum, { blocks: count }) => sum + count, 0)).toBe(blocks.length);
        for (const [index, words] of blocks.entries()) {
          if (words.length === 0) continue;
          const hashes = picks.map((pick) => hashWord(words[pick % words.length]!));
          expect(blocksWith(entries, blocks.length, hashes, read)[index]).toBe(1);
        }
      }),
      { numRuns: 60 },
    );
  });

  test("when ids are looked for that are nowhere, then one block in a hundred at most may have them, and one part of them is read", () => {
    const id = (number: number) => Bun.hash(String(number)).toString(16);
    const blocks = Array.from({ length: 60 }, (_, i) => Array.from({ length: 2_000 }, (_, j) => id(i * 2_000 + j)));
    const { entries, parts, read } = writeFilters(blocks);
    expect(entries.length).toBe(1);
    let held = 0;
    const met = new Set<number>();
    for (let i = 0; i < 500; i++)
      held += blocksWith(entries, 60, [hashWord(id(-1 - i))], (part) => {
        met.add(part);
        return read(part);
      }).reduce((sum, may) => sum + may);
    expect(held).toBeLessThan((500 * 60) / 100);
    expect(met.size).toBe(parts.length);
    expect(parts.reduce((sum, { length }) => sum + length, 0)).toBeLessThan(60 * 2_000 * 1.7);
    const [first] = parts.filter((part) => part.length > 8_000);
    expect(first).toBeUndefined();
  });

  test("when parts do not fit what is said of them, then it is an error", () => {
    const { entries, parts, read } = writeFilters([["kraken"], ["disk"]]);
    const hashes = [hashWord("kraken")];
    expect(() => blocksWith(entries, 3, hashes, read)).toThrow("other filters than blocks");
    expect(() => blocksWith(entries, 2, hashes, () => parts[0]!.subarray(1))).toThrow("too short");
  });
});
