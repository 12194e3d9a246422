import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Random } from "../../../../bench/corpora/random.ts";
import { QuadFilterWriter, quadHash, slicesWith } from "../../../../src/eventstore/columns/templates/quad-filter.ts";
import type { TemplateColumn } from "../../../../src/eventstore/columns/templates/template-column.ts";
import { FormatError } from "../../../../src/eventstore/format/segment-format.ts";
import { quadsOfSliceMax } from "../../../../src/eventstore/limits.ts";
import { type Hole, wholeNumberOf } from "../../../../src/eventstore/template.ts";
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
    const hash = quadHash(a, b, c, d);
    if (hash !== undefined) found.push(hash);
  }
  return found;
}

function addQuad(writer: QuadFilterWriter, row: number, ...chain: number[]): void {
  const holes = chain.map((_, index): Hole => ({ kind: "number", index }));
  writer.addRow(row, [holes], ({ index }) => chain[index]!);
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
      expect([text, templates.quadSlices(hash)?.mayHave[slice]]).toEqual([text, 1]);
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
      if (row === 31_999) addQuad(writer, row, 0, 0, 0, 0);
      addQuad(writer, row, ...octets);
    }
    const sink = fileSink(ofSlice);
    const { mayHave } = slicesWith(writer.finish(sink)!, rows, quadHash(0, 0, 0, 0)!, (part) => sink.parts[part]!);
    expect(mayHave[31]).toBe(1);
    expect(mayHave.reduce((sum, one) => sum + one, 0)).toBeLessThan(16);
  });

  test("when a slice has more quads than filters are for, then there are none, and slices without any are no harm", () => {
    const writer = new QuadFilterWriter(40, sliceRows);
    for (let i = 0; i <= quadsOfSliceMax; i++) addQuad(writer, 3, i & 255, (i >> 8) & 255, 1, 1);
    expect(writer.finish(fileSink(sliceRows))).toBeUndefined();
    const empty = new QuadFilterWriter(40, sliceRows).finish(fileSink(sliceRows))!;
    expect(empty.filters.reduce((sum, { blocks }) => sum + blocks, 0)).toBe(3);
  });

  test.each([0, -16, Number.NaN])("when their slices are said to have %s rows, then they are damaged", (sliceRows) => {
    expect(() => slicesWith({ sliceRows, filters: [] }, 40, 1, () => new Uint8Array(0))).toThrow(FormatError);
  });

  test.each([
    ["no number", [Number.NaN, 1, 1, 1]],
    ["a second number beyond 255", [1, 256, 1, 1]],
    ["a third number beyond 255", [1, 1, 256, 1]],
  ] as [string, [number, number, number, number]][])("when four words have %s, then they are no quad", (_, words) => {
    expect(quadHash(...words)).toBeUndefined();
  });

  test("when a first or a last number is beyond 255, then it is the same quad as any other such", () => {
    expect(quadHash(1, 2, 3, 256)).toBe(quadHash(70_000, 9, 9, 9)!);
    expect(quadHash(1, 2, 3, 256)).not.toBe(quadHash(1, 2, 3, 255)!);
  });

  test("when a chain has more than four numbers, then each four of them are a quad, and none is of two chains", () => {
    const writer = new QuadFilterWriter(1, sliceRows);
    addQuad(writer, 0, 1, 2, 3, 4, 5);
    addQuad(writer, 0, 6, 7, 8, 9);
    const sink = fileSink(sliceRows);
    const entry = writer.finish(sink)!;
    const has = (hash: number) => slicesWith(entry, 1, hash, (part) => sink.parts[part]!).mayHave[0];
    expect([quadHash(1, 2, 3, 4)!, quadHash(2, 3, 4, 5)!, quadHash(6, 7, 8, 9)!].map(has)).toEqual([1, 1, 1]);
    expect([quadHash(3, 4, 5, 6)!, quadHash(4, 5, 6, 7)!, quadHash(5, 6, 7, 8)!].map(has)).toEqual([0, 0, 0]);
  });
});
