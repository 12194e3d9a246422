import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeColumn } from "../../src/eventstore/columns/column-reader.ts";
import { keepNothing } from "../../src/eventstore/columns/stored-text-column.ts";
import { TextBlockWriter } from "../../src/eventstore/columns/text-blocks.ts";
import { MemorySink } from "../../src/eventstore/format/segment-bytes.ts";
import { FormatError, type PartSink, type PartSource } from "../../src/eventstore/format/segment-format.ts";
import { HexCodec, patternOf } from "../../src/eventstore/hex-texts.ts";

const digit = fc.constantFrom(..."0123456789abcdef");
const digitsOf = (length: number) => fc.string({ unit: digit, minLength: length, maxLength: length });
const uuid = fc.tuple(...[8, 4, 4, 4, 12].map(digitsOf)).map((pieces) => pieces.join("-"));
const kinds = [digitsOf(16), digitsOf(17), uuid, digitsOf(24).map((text) => `trace/${text}-01`), digitsOf(8)];
const texts = fc
  .tuple(fc.constantFrom(...kinds), fc.constantFrom(0, 0, 3), fc.boolean())
  .chain(([kind, gaps, isPure]) => {
    const other = isPure
      ? kind
      : fc.oneof({ weight: 60, arbitrary: kind }, fc.constantFrom("-", "none", "é", "ABCDEF"));
    const one = gaps === 0 ? other : fc.oneof({ weight: gaps, arbitrary: other }, fc.constant(""));
    return fc.array(one, { minLength: 1, maxLength: 60 });
  });

describe("texts of digits", () => {
  test("when random ids are written to a file, then every text comes back, whatever else is among them", () => {
    fc.assert(
      fc.property(texts, fc.constantFrom(40, 200, 100_000), (values, blockBytes) => {
        const { column, parts } = columnOf(values, blockBytes);
        expect(values.map((_, row) => column.text(row))).toEqual(values);
        const { digits } = column;
        if (!digits) return;
        const codec = new HexCodec(digits.pattern);
        for (let index = 0; index < column.blockCount; index++) {
          const block = digits.block(index);
          const { bytes } = codec.textsOf(block);
          expect(Buffer.from(bytes)).toEqual(Buffer.from(column.block(index).bytes));
        }
        expect(parts.length).toBeGreaterThan(0);
      }),
    );
  });

  test("when texts have 16 digits, then a row takes 8 bytes", () => {
    const values = Array.from({ length: 500 }, (_, i) => Bun.hash(`${i}`).toString(16).padStart(16, "0"));
    const { column, parts } = columnOf(values, 100_000);
    expect(column.digits?.pattern).toEqual([16]);
    expect(parts[0]!.byteLength).toBe(4_000);
  });

  test.each([
    ["a8f0-1234-56789abc", [4, "-", 4, "-", 8]],
    ["req-0011223344", ["r", 1, "q-", 10]],
  ])('when a text is "%s", then its pattern is %j', (text, pattern) =>
    expect(patternOf(text)).toEqual(pattern as never),
  );

  test.each(["", "1234567", "GET /index.html", "é1234567890123456", "0".repeat(97)])(
    'when a text is "%s", then it has none',
    (text) => expect(patternOf(text)).toBeUndefined(),
  );

  test("when one text of a block is of another pattern, then that block is kept as it is, and digits are not offered", () => {
    const values = Array.from({ length: 500 }, (_, i) => Bun.hash(`${i}`).toString(16).padStart(16, "0"));
    values[400] = "-";
    const { column, parts } = columnOf(values, 1_000);
    expect(column.digits).toBeUndefined();
    expect(parts[0]!.byteLength).toBeLessThan(500);
    expect(column.text(400)).toBe("-");
  });

  test("when a block was cut short, then it is damaged", () => {
    const values = Array.from({ length: 500 }, (_, i) => Bun.hash(`${i}`).toString(16).padStart(16, "0"));
    const { column, parts } = columnOf(values, 100_000);
    parts[0] = parts[0]!.slice(0, 3_992);
    expect(() => column.text(0)).toThrow(FormatError);
  });
});

function columnOf(values: readonly string[], blockBytes: number) {
  const { parts } = new MemorySink();
  const sink: PartSink = { inMemory: false, add: (bytes) => parts.push(bytes.slice()) - 1 };
  const writer = new TextBlockWriter(sink, blockBytes);
  for (const value of values) writer.addText(value);
  const source: PartSource = { part: (index) => parts[index]! };
  const column = decodeColumn(source, writer.finish(), values.length, keepNothing);
  if (column.encoding !== "text") throw new Error(`expected texts, got "${column.encoding}"`);
  return { column, parts };
}
