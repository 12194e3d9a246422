import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Random } from "../../../../bench/corpora/random.ts";
import { QuadFilterWriter, slicesWith, wideQuad } from "../../../../src/eventstore/columns/templates/quad-filter.ts";
import type { TemplateColumn } from "../../../../src/eventstore/columns/templates/template-column.ts";
import { FormatError } from "../../../../src/eventstore/format/segment-format.ts";
import { hashQuad } from "../../../../src/eventstore/format/word-hash.ts";
import { quadsOfSliceMax } from "../../../../src/eventstore/limits.ts";
import { wholeNumberOf } from "../../../../src/eventstore/template.ts";
import { fileSink, mergedEntry, mergedTexts, templateColumn } from "../../../support/store/template-texts.ts";

const sliceRows = 16;
const octet = fc.oneof(fc.nat(255), fc.constantFrom(0, 7, 10, 255, 256, 70_000));
const joint = fc.constantFrom(".", ".", " ", ":", ", ", "/", "-", " = ", " é ", "“");
/** With several numbers one behind the other, at times with a word between them, or beyond what fills a hole. */
const messages = fc.array(
  fc.oneof(
    fc.tuple(octet, octet, octet, octet, fc.nat(70_000)).map(([a, b, c, d, e]) => `peer ${a}.${b}.${c}.${d}:${e} left`),
    fc.tuple(octet, octet).map(([a, b]) => `took ${a} ms of ${b}`),
    fc
      .array(fc.tuple(fc.oneof(octet.map(String), fc.constantFrom("x1", "007", "of", "é7")), joint), { maxLength: 8 })
      .map((parts) => `seen ${parts.flat().join("")}`),
  ),
  { minLength: 1, maxLength: 40 },
);

/** Those of a text whose words are numbers, as a plain reading finds them. */
function quadsOf(text: string): number[] {
  const words = text.match(/[\p{L}\p{N}_]+/gu) ?? [];
  const found: number[] = [];
  for (let at = 0; at + 4 <= words.length; at++) {
    const [a, b, c, d] = words.slice(at, at + 4).map(wholeNumberOf) as [number, number, number, number];
    if (Number.isNaN(a + b + c + d) || b > 255 || c > 255) continue;
    found.push(a > 255 || d > 255 ? wideQuad : hashQuad(a, b, c, d));
  }
  return found;
}

/** Templates tell of these quads, which then must be found; texts that are kept whole are looked through themselves. */
function expectAllFound(column: TemplateColumn, rows: number): number {
  const { templates } = column;
  let found = 0;
  for (let row = 0; row < rows; row++) {
    const id = templates.ids.ids[row]!;
    if (id === 0 || id === templates.wholeId) continue;
    const text = column.text(row);
    for (const hash of / é |“/.test(text) ? [] : quadsOf(text)) {
      const slice = Math.floor(row / sliceRows);
      expect([text, templates.quadSlices([hash])?.mayHave[slice]]).toEqual([text, 1]);
      found++;
    }
  }
  return found;
}

describe("filters of quads", () => {
  test("when messages are written as templates, then the filters of each slice know all their quads", () => {
    let found = 0;
    fc.assert(
      fc.property(messages, (texts) => {
        const rows = texts.length * 3 + 2;
        const { column } = mergedEntry([{ column: templateColumn(texts), rows }], fileSink(sliceRows));
        found += expectAllFound(column as TemplateColumn, rows);
      }),
      { numRuns: 150 },
    );
    expect(found).toBeGreaterThan(100);
  });

  test("when templates are merged with others or with plain texts, then so do those of the merged slices", () => {
    let found = 0;
    fc.assert(
      fc.property(messages, messages, fc.boolean(), (left, right, isPlain) => {
        const rows = left.length * 3 + 2;
        const [first, other] = [
          { column: templateColumn(left), rows },
          { column: mergedTexts([right]), rows: right.length },
        ];
        const second = isPlain ? other : { column: templateColumn(right), rows: right.length * 3 + 2 };
        const merged = mergedEntry([first, second], fileSink(sliceRows));
        expect(merged.entry.encoding).toBe("template");
        found += expectAllFound(merged.column as TemplateColumn, merged.rows);
      }),
      { numRuns: 150 },
    );
    expect(found).toBeGreaterThan(100);
  });

  test("when a rare quad stands in one slice, then the others mostly do not seem to have it", () => {
    const random = new Random(5);
    const [rows, ofSlice] = [64_000, 1_000];
    const writer = new QuadFilterWriter(rows, ofSlice);
    for (let row = 0; row < rows; row++) {
      const octets = Array.from({ length: 4 }, () => 1 + random.below(255)) as [number, number, number, number];
      if (row === 31_999) writer.add(row, 0, 0, 0, 0);
      writer.add(row, ...octets);
    }
    const sink = fileSink(ofSlice);
    const { mayHave } = slicesWith(writer.finish(sink)!, rows, [hashQuad(0, 0, 0, 0)], (part) => sink.parts[part]!);
    expect(mayHave[31]).toBe(1);
    expect(mayHave.reduce((sum, one) => sum + one, 0)).toBeLessThan(16);
  });

  test("when a slice has more quads than filters are for, then there are none, and slices without any are no harm", () => {
    const writer = new QuadFilterWriter(40, sliceRows);
    for (let i = 0; i <= quadsOfSliceMax; i++) writer.add(3, i & 255, (i >> 8) & 255, 1, 1);
    expect(writer.finish(fileSink(sliceRows))).toBeUndefined();
    const empty = new QuadFilterWriter(40, sliceRows).finish(fileSink(sliceRows))!;
    expect(empty.filters.reduce((sum, { blocks }) => sum + blocks, 0)).toBe(3);
  });

  test.each([0, -16, Number.NaN])("when their slices are said to have %s rows, then they are damaged", (sliceRows) => {
    expect(() => slicesWith({ sliceRows, filters: [] }, 40, [1], () => new Uint8Array(0))).toThrow(FormatError);
  });

  test.each([
    ["no number", [Number.NaN, 1, 1, 1]],
    ["a second number beyond 255", [1, 256, 1, 1]],
    ["a third number beyond 255", [1, 1, 256, 1]],
  ] as [string, [number, number, number, number]][])("when four words have %s, then they are no quad", (_, words) => {
    const writer = new QuadFilterWriter(1, sliceRows);
    writer.add(0, ...words);
    const sink = fileSink(sliceRows);
    const { mayHave } = slicesWith(
      writer.finish(sink)!,
      1,
      [wideQuad, hashQuad(1, 1, 1, 1)],
      (part) => sink.parts[part]!,
    );
    expect(mayHave).toEqual(Uint8Array.of(0));
  });
});
