import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeColumn } from "../../src/eventstore/column-reader.ts";
import type { TextColumn } from "../../src/eventstore/segment.ts";
import type { PartSink } from "../../src/eventstore/segment-format.ts";
import { keepNothing } from "../../src/eventstore/stored-text-column.ts";
import { TextBlockWriter } from "../../src/eventstore/text-blocks.ts";
import { hashWord } from "../../src/eventstore/word-filter.ts";
import { compileCondition } from "../../src/filter/compile-condition.ts";
import type { Condition } from "../../src/filter/condition.ts";
import { selectTexts } from "../../src/filter/select-texts.ts";
import { Selection } from "../../src/filter/selection.ts";

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
function columnOf(texts: readonly string[]): TextColumn {
  const parts: Uint8Array[] = [];
  const sink: PartSink = { inMemory: false, add: (bytes) => parts.push(bytes) - 1 };
  const writer = new TextBlockWriter(sink, 24);
  for (const value of texts) writer.addText(value);
  return decodeColumn({ part: (index) => parts[index]! }, writer.finish(), texts.length, keepNothing) as TextColumn;
}

describe("the word filters of a text column", () => {
  test("when any condition is asked, then no row is passed over that meets it", () => {
    const condition: fc.Arbitrary<Condition> = fc.record({
      field: fc.constantFrom("message", "note"),
      op: fc.constantFrom("eq" as const, "ne" as const, "qp" as const, "=~" as const, "!~" as const),
      value: fc.oneof(
        text.map((value) => value.replaceAll(/[()"|-]/g, " ")),
        fc.constantFrom("kraken", "disk full", "10 a_b", "*rak*", "kraken disk | full", "é kraken 10"),
      ),
      ignore_case: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 30 }), condition, (texts, asked) => {
        let compiled: ReturnType<typeof compileCondition>;
        try {
          compiled = compileCondition(asked);
        } catch {
          return;
        }
        const selection = new Selection(0, texts.length);
        selectTexts(columnOf(texts), compiled.test, compiled.negated, texts.length, selection, () => undefined);
        const chosen = texts.map((_, row) => selection.has(row));
        expect(chosen).toEqual(texts.map((value) => compiled.test.text(value) !== compiled.negated));
      }),
      { numRuns: 2_000 },
    );
  });

  test("when a word stands in one row of thousands, then nearly all other blocks are known not to have it", () => {
    const texts = Array.from({ length: 3_000 }, (_, i) => `request ${i * 7919} from 10.0.${i % 256}.1`);
    const column = columnOf(texts);
    const hashes = [hashWord("10"), hashWord(String(1_234 * 7919))];
    const held = Array.from({ length: column.blockCount }, (_, block) => column.mayHold(block, hashes));
    expect(held[column.blockOf(1_234)]).toBe(true);
    expect(held.filter((may) => may).length).toBeLessThan(column.blockCount / 5);
  });
});
