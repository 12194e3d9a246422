import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeSegment } from "../../../src/eventstore/format/segment-bytes.ts";
import { StoredSegment } from "../../../src/eventstore/read/stored-segment.ts";
import type { Segment } from "../../../src/eventstore/segment.ts";
import { patternColumn } from "../../../src/filter/patterns/pattern-column.ts";
import { patternOf } from "../../../src/pattern/pattern-cache.ts";
import { patternTexts } from "../../pattern/texts.ts";
import { buildSegment } from "../../support/store/build-segment.ts";
import { fileSegment } from "../../support/store/file-segment.ts";
import { storedEvent } from "../../support/store/stored-event.ts";
import { variedTexts } from "../../support/store/template-texts.ts";

/** So many that messages become templates. */
const rowCount = 1_200;

/** A few kinds of messages, in turns, with words of their own that may be names or data. */
const kinds = fc.array(fc.tuple(patternTexts, fc.constantFrom("eth", "node", "xyz", "sha", "ssh")), {
  minLength: 1,
  maxLength: 6,
});

function messagesOf(some: readonly (readonly [text: string, word: string])[], from: number): string[] {
  return Array.from({ length: rowCount }, (_, i) => {
    const [text, word] = some[i % some.length]!;
    return `${text} at ${word}${(from + i) % 7} took ${from + i} ms for ${i % 3 === 0 ? "ssh2" : `a${i}b`}`;
  });
}

function fileOf(messages: readonly string[], from: number, sliceRows = 500): StoredSegment {
  const events = messages.map((message, i) => storedEvent(from + i, 1e15 + from + i, { message }));
  const { directory, source } = decodeSegment(buildSegment(events, from), true);
  return fileSegment([{ view: new StoredSegment(directory, source) }], sliceRows);
}

function patternsOf(segment: Segment): string[] {
  const column = patternColumn(segment, () => undefined);
  return Array.from({ length: segment.rows }, (_, row) => column.text(row));
}

/** As builds wrote it that kept no patterns, or followed other rules. */
function asWrittenBefore(file: StoredSegment, how: "without" | "other rules"): StoredSegment {
  const { patterns } = file.directory;
  if (how === "without") delete file.directory.patterns;
  else if (patterns) file.directory.patterns = { ...patterns, version: patterns.version + 1 };
  return file;
}

describe("patterns that a segment keeps", () => {
  test("when it is written, merged, or merged in part, then each row has the pattern of its text", () => {
    fc.assert(
      fc.property(kinds, kinds, fc.constantFrom(1, 2, 3), (some, others, step) => {
        const [first, second] = [messagesOf(some, 1), messagesOf(others, 10_001)];
        const files = [fileOf(first, 1), fileOf(second, 10_001)] as const;
        expect(patternsOf(files[0])).toEqual(first.map(patternOf));
        const rows = Uint32Array.from({ length: Math.ceil(rowCount / step) }, (_, i) => i * step);
        const merged = fileSegment([{ view: files[0] }, { view: files[1], rows }], 400);
        const wanted = [...first, ...Array.from(rows, (row) => second[row]!)].map(patternOf);
        expect(patternsOf(merged)).toEqual(wanted);
        const { slices } = merged;
        const bySlice = Array.from({ length: slices!.count }, (_, slice) => patternsOf(slices!.open(slice)));
        expect(bySlice.flat()).toEqual(wanted);
      }),
      { numRuns: 15 },
    );
  });

  test("when rare templates were united, then each row has the pattern of its text, and after a merge, too", () => {
    const [first, second] = [variedTexts(4_000), variedTexts(7_000)];
    const files = [fileOf(first, 1), fileOf(second, 10_001)];
    expect(JSON.stringify(files[0]!.directory.base.message)).toContain('"any":[{');
    expect(patternsOf(files[0]!)).toEqual(first.map(patternOf));
    const merged = fileSegment(
      files.map((view) => ({ view })),
      500,
    );
    expect(patternsOf(merged)).toEqual([...first, ...second].map(patternOf));
  });

  test("when templates do not tell all, then rows are written; what data alone fills is told by its template", () => {
    const named = fileOf(messagesOf([["link up", "eth"]], 1), 1);
    expect(named.untoldPatterns()!.valueCount).toBeGreaterThan(1);
    const data = fileOf(
      Array.from({ length: rowCount }, (_, i) => `request a${i}b took ${i} ms`),
      1,
    );
    expect(data.untoldPatterns()).toMatchObject({ valueCount: 1 });
    expect(data.directory.patterns?.column).toEqual({ encoding: "constant", value: "", count: 0 });
  });

  test.each(["without", "other rules"] as const)(
    "when a file was written %s, then its rows have the patterns of their texts, and after a merge, too",
    (how) => {
      const [first, second] = [messagesOf([["link up", "eth"]], 1), messagesOf([["link", "node"]], 10_001)];
      const files = [fileOf(first, 1), asWrittenBefore(fileOf(second, 10_001), how)];
      expect(files[1]!.untoldPatterns()).toBeUndefined();
      expect(patternsOf(files[1]!)).toEqual(second.map(patternOf));
      const merged = fileSegment(
        files.map((view) => ({ view })),
        500,
      );
      expect(merged.untoldPatterns()).toBeDefined();
      expect(patternsOf(merged)).toEqual([...first, ...second].map(patternOf));
    },
  );
});
