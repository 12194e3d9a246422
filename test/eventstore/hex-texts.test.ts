import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeColumn } from "../../src/eventstore/columns/column-reader.ts";
import { keepNothing } from "../../src/eventstore/columns/stored-text-column.ts";
import { TextBlockWriter } from "../../src/eventstore/columns/text-blocks.ts";
import { MemorySink } from "../../src/eventstore/format/segment-bytes.ts";
import { FormatError, type PartSink, type PartSource } from "../../src/eventstore/format/segment-format.ts";
import { HexCodec, type HexWords, patternOf } from "../../src/eventstore/hex-texts.ts";

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

describe("beginnings of texts of digits", () => {
  const few = fc.constantFrom(..."09af");
  const fewDigits = (length: number) => fc.string({ unit: few, minLength: length, maxLength: length });
  const ids = fc.constantFrom(
    fewDigits(8),
    fewDigits(17),
    fewDigits(24).map((text) => `Trace/${text}-01`),
    fewDigits(9).map((text) => `Req-${text}/X`),
    fc.tuple(...[8, 4, 4, 4, 12].map(fewDigits)).map((pieces) => pieces.join("-")),
    fc.tuple(fewDigits(16), fewDigits(16)).map(([a, b]) => `${a}:${b}.Z`),
  );
  const all = ids.chain((id) => fc.array(id, { minLength: 1, maxLength: 20 }));
  const edits = fc.constantFrom("none", "none", "upper", "lower", "longer", ..."09afgé.-RA");

  test("when any beginning of one is asked, in any case and not, then the words are those of the texts that begin with it", () => {
    const outcomes = { few: 0, all: 0, none: 0 };
    fc.assert(
      fc.property(all, fc.nat(), fc.nat(), edits, fc.boolean(), (texts, length, place, edit, ignoreCase) => {
        const [first] = texts;
        const start = edited(first!.slice(0, length % (first!.length + 1)), edit, place);
        const codec = new HexCodec(patternOf(first!)!);
        const found = texts.filter((text) => hasWords(codec, text, codec.wordsOfStart(start, ignoreCase)));
        const same = (text: string) => (ignoreCase ? text.toLowerCase() : text);
        expect({ start, found }).toEqual({ start, found: texts.filter((text) => same(text).startsWith(same(start))) });
        outcomes[found.length === 0 ? "none" : found.length < texts.length ? "few" : "all"]++;
      }),
      { numRuns: 3_000 },
    );
    for (const count of Object.values(outcomes)) expect(count).toBeGreaterThan(100);
  });

  const id = "Req-0123456789abcdef/X";
  test.each([
    ["empty", "", [0, 0, 0]],
    ["common text alone", "R", [0, 0, 0]],
    ["one that ends at a digit of the common text", "Re", [0xf0000000, 0, 0]],
    ["one that ends inside a word", "Req-012", [0xffff0000, 0, 0]],
    ["one that ends with a word", "Req-0123456", [0xffffffff, 0, 0]],
    ["one that begins another word", "Req-01234567", [0xffffffff, 0xf0000000, 0]],
    ["all digits", id.slice(0, -2), [0xffffffff, 0xffffffff, 0xf0000000]],
    ["one that ends inside common text behind them", id.slice(0, -1), [0xffffffff, 0xffffffff, 0xf0000000]],
    ["all of it", id, [0xffffffff, 0xffffffff, 0xf0000000]],
  ])("when the beginning is %s, then its digits count and no others", (_, start, masks) => {
    const codec = new HexCodec(patternOf(id)!);
    for (const [asked, ignoreCase] of [[start, false] as const, [start.toUpperCase(), true] as const]) {
      const wanted = codec.wordsOfStart(asked, ignoreCase)!;
      expect(Array.from(wanted.masks)).toEqual(masks);
      expect(hasWords(codec, id, wanted)).toBe(true);
    }
  });

  test.each(["Req-0123456789abcdef/X0", "req-", "Rez", "Req-01g", "Req-01A", "Req_", "Req-0123456789abcdef/Y", "é"])(
    'when it is "%s", which no text of the pattern has, then there are no words',
    (start) => expect(new HexCodec(patternOf(id)!).wordsOfStart(start, false)).toBeUndefined(),
  );
});

function edited(text: string, edit: string, place: number): string {
  if (edit === "none") return text;
  if (edit === "upper") return text.toUpperCase();
  if (edit === "lower") return text.toLowerCase();
  if (edit === "longer") return `${text}0`;
  const at = place % (text.length + 1);
  return text.slice(0, at) + edit + text.slice(at + 1);
}

function hasWords(codec: HexCodec, text: string, wanted: HexWords | undefined): boolean {
  const words = new Uint32Array(codec.wordsPerText);
  expect(codec.pack(Buffer.from(text), 0, text.length, words, 0)).toBe(true);
  return wanted?.words.every((word, i) => (words[i]! & wanted.masks[i]!) >>> 0 === word) ?? false;
}

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
