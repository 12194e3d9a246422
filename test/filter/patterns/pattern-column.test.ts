import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeSegment } from "../../../src/eventstore/format/segment-bytes.ts";
import { PieceCache } from "../../../src/eventstore/read/piece-cache.ts";
import { StoredSegment } from "../../../src/eventstore/read/stored-segment.ts";
import type { Column, Segment, SegmentCache } from "../../../src/eventstore/segment.ts";
import { patternColumn } from "../../../src/filter/patterns/pattern-column.ts";
import { patternIdOf } from "../../../src/pattern/pattern-id.ts";
import { patternText } from "../../../src/pattern/pattern-text.ts";
import { patternTexts } from "../../pattern/texts.ts";
import { buildSegment } from "../../support/store/build-segment.ts";
import { fileSegment } from "../../support/store/file-segment.ts";
import { storedEvent } from "../../support/store/stored-event.ts";
import { messages, templateColumn } from "../../support/store/template-texts.ts";

function idOf(message: string): string {
  return message === "" ? "" : patternIdOf(patternText([message]));
}

function segmentOf(message: Column, rows: number, memory?: SegmentCache): Segment {
  return { rows, memory, base: () => message } as unknown as Segment;
}

/** Several texts of each kind, so that templates pay and words fill their holes. */
const texts = fc
  .tuple(messages, fc.array(patternTexts, { maxLength: 20 }))
  .map(([some, others]) => [...some, ...others, ...others].filter((text) => text !== ""));

describe("the patterns of a segment", () => {
  test("when messages are kept as templates, then each row has the pattern of its text", () => {
    fc.assert(
      fc.property(texts, (all) => {
        const column = templateColumn(all);
        const patterns = patternColumn(segmentOf(column, all.length), () => {});
        for (const [row, text] of all.entries()) expect([text, patterns.text(row)]).toEqual([text, idOf(text)]);
        expect(new Set(patterns.values).size).toBe(patterns.valueCount);
      }),
      { numRuns: 400 },
    );
  });

  test("when a known word fills one hole of a template here and another one there, then each has its own pattern", () => {
    const read = (...all: string[]) => {
      const column = patternColumn(segmentOf(templateColumn(all), all.length), () => {});
      return all.map((_, row) => column.text(row));
    };
    for (const all of [
      ["SSH2 a1", "SSH2 a2"],
      ["a1 SSH2", "a2 SSH2"],
    ])
      expect(read(...all)).toEqual(all.map(idOf));
  });

  test("when a segment is in memory or in a file, whole or by slices, then each row has the pattern of its text", () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 9 }), (all, sliceRows) => {
        const events = all.map((message, i) => storedEvent(i + 1, 1e15 + i, { message }));
        if (events.length === 0) return;
        const { directory, source } = decodeSegment(buildSegment(events, 1), true);
        const built = new StoredSegment(directory, source);
        const sealed = fileSegment([{ view: built }], sliceRows, new PieceCache(1e6).of("a"));
        const wanted = all.map(idOf);
        const read = (segment: Segment) => {
          const column = patternColumn(segment, () => {});
          return Array.from({ length: segment.rows }, (_, row) => column.text(row));
        };
        expect(read(built)).toEqual(wanted);
        // The second time it is remembered.
        for (let time = 0; time < 2; time++) expect(read(sealed)).toEqual(wanted);
        const { slices } = sealed;
        if (!slices) return;
        const bySlice = Array.from({ length: slices.count }, (_, at) => read(slices.open(at)));
        expect(bySlice.flat()).toEqual(wanted);
      }),
      { numRuns: 150 },
    );
  });

  test("when templates say the patterns, then no row is looked at, and when words of their holes are known, rows are", () => {
    const all = Array.from({ length: 4_000 }, (_, i) => `request a${i}b took ${i % 70} ms`);
    const plain = textColumn(all);
    expect(patternColumn(segmentOf(plain, all.length), () => {}).ids).toBe(plain.templates!.ids.ids);
    const named = textColumn(all.map((text, i) => `${text} on ${["eth0", "eth17", "ssh2", "x7x"][i % 4]}`));
    const patterns = patternColumn(segmentOf(named, all.length), () => {});
    expect(patterns.ids).not.toBe(named.templates!.ids.ids);
    const wanted = ["eth<*>", "eth<*>", "ssh2", "<*>"].map((word) => patternIdOf(`request <*> took <*> ms on ${word}`));
    expect(all.map((_, row) => patterns.text(row))).toEqual(all.map((_, row) => wanted[row % 4]!));
  });

  test("when the work is to end, then it does", () => {
    const letters = (i: number) => i.toString(16).replaceAll(/\d/g, (digit) => "ghijklmnop"[Number(digit)]!);
    const all = Array.from({ length: 3_000 }, (_, i) => `no ${letters(i)} here`);
    const stop = () => {
      throw new Error("enough");
    };
    expect(() => patternColumn(segmentOf(textColumn(all), all.length), stop)).toThrow("enough");
  });

  function textColumn(all: readonly string[]) {
    return templateColumn(all) as Extract<Column, { encoding: "text" }>;
  }
});
