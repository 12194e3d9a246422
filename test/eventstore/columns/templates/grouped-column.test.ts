import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { TemplateColumn } from "../../../../src/eventstore/columns/templates/template-column.ts";
import { decodeSegment } from "../../../../src/eventstore/format/segment-bytes.ts";
import { type ColumnEntry, FormatError, type TemplateEntry } from "../../../../src/eventstore/format/segment-format.ts";
import { PieceCache } from "../../../../src/eventstore/read/piece-cache.ts";
import { RowBuffers } from "../../../../src/eventstore/read/row-buffers.ts";
import { StoredSegment } from "../../../../src/eventstore/read/stored-segment.ts";
import { type HoleKind, holeKinds } from "../../../../src/eventstore/template.ts";
import { buildSegment } from "../../../support/store/build-segment.ts";
import { event } from "../../../support/store/event-arbitrary.ts";
import { segmentInFile } from "../../../support/store/file-segment.ts";

const rowCount = 1_300;

/** Sentences with up to six holes, of which each seed has some often, and others hardly ever or not at all. */
function messagesOf(seed: number): string[] {
  let random = seed;
  const next = (below: number) => {
    random = (Math.imul(random, 0x41c64e6d) + 12_345) | 0;
    return (random >>> 8) % below;
  };
  const kinds = [
    () => `connection from 10.0.${next(4)}.${next(256)} port ${next(65_536)} was closed`,
    () => `request r${next(50)}x took ${next(9)} ms on node n${next(4)}`,
    () => `block ${next(2) * 1e14 + next(1e6)} of volume v7 was written`,
    () => `retry ${next(3)} of 3 for job j${next(900)}a, next in ${next(60)} s`,
    () => "the configuration was read again without any change",
    () => (next(2) === 0 ? "" : `\u0003 is kept whole, as are ${next(9)} others like it`),
  ];
  // Mostly those that are never the same, or their texts would be a dictionary.
  const often = [2, ...Array.from({ length: next(6) }, () => next(4))];
  const hasOthers = next(3) > 0;
  return Array.from({ length: rowCount }, () =>
    kinds[hasOthers && next(9) === 0 ? next(6) : often[next(often.length)]!]!(),
  );
}

function fileOf(messages: readonly string[], sliceRows: number, cache?: PieceCache): () => StoredSegment {
  const rows = messages.map((message, i) => event(message, 1e15 + i, {}));
  const { directory, source } = decodeSegment(buildSegment(rows, 1), true);
  return segmentInFile([{ view: new StoredSegment(directory, source) }], sliceRows, cache?.of("segment"));
}

function templatesOf(segment: Pick<StoredSegment, "base">): TemplateColumn {
  return segment.base("message") as TemplateColumn;
}

function holeEntries({ directory }: StoredSegment): [kind: HoleKind, index: number, entry: ColumnEntry][] {
  const { numbers, words, any = [] } = directory.base.message as TemplateEntry;
  const lists = { number: numbers, word: words, any };
  return holeKinds.flatMap((kind) =>
    lists[kind].map((entry, index): [HoleKind, number, ColumnEntry] => [kind, index, entry]),
  );
}

/** What fills each hole of a row, as its text says. */
function fillingsOf(column: TemplateColumn, rows: number): string[] {
  const { ids, wholeId } = column.templates;
  return Array.from({ length: rows }, (_, row) => {
    const id = ids.ids[row]!;
    if (id === 0 || id === wholeId) return column.text(row);
    return column.templates
      .pieces(id)
      .map((piece) => (typeof piece === "string" ? piece : column.hole(piece).text(row)))
      .join("");
  });
}

const shapes = fc.tuple(fc.nat(), fc.constantFrom(16, 100, 1_299, 1_300, 16_384));

describe("what fills holes stands by template in a file", () => {
  test("when a segment is read whole, slice by slice, or with rows that are given back, then each text is as it came", () => {
    fc.assert(
      fc.property(shapes, ([seed, sliceRows]) => {
        const messages = messagesOf(seed);
        const caches = [undefined, new PieceCache(1e8), new PieceCache(1e8, new RowBuffers(1e6, 100))];
        for (const cache of caches) {
          const open = fileOf(messages, sliceRows, cache);
          for (const segment of [open(), open()]) {
            expect(fillingsOf(templatesOf(segment), rowCount)).toEqual(messages);
            segment.giveBackRows();
            expect(fillingsOf(templatesOf(segment), rowCount)).toEqual(messages);
          }
          const { slices } = open();
          for (let slice = 0; slice < (slices?.count ?? 0); slice++) {
            const view = slices!.open(slice);
            const first = slices!.firstRow(slice);
            expect(fillingsOf(templatesOf(view as StoredSegment), view.rows)).toEqual(
              messages.slice(first, first + view.rows),
            );
          }
        }
      }),
      { numRuns: 40 },
    );
  });

  test("when a few rows of a slice are asked for, before and after its rows are given back, then each text is as it came", () => {
    fc.assert(
      fc.property(shapes, fc.array(fc.nat(rowCount - 1), { minLength: 1, maxLength: 9 }), ([seed, sliceRows], rows) => {
        const messages = messagesOf(seed);
        const { slices } = fileOf(messages, sliceRows, new PieceCache(1e8, new RowBuffers(1e6, 100)))();
        if (slices === undefined) return;
        for (const row of rows) {
          const slice = Math.floor(row / sliceRows);
          const view = slices.open(slice) as StoredSegment;
          for (const near of [row, row, Math.min(rowCount - 1, row + 1)]) {
            if (Math.floor(near / sliceRows) === slice)
              expect(templatesOf(view).text(near - slices.firstRow(slice))).toBe(messages[near]);
            if (near % 2 === 0) view.giveBackRows();
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  test("when they are few or many different ones, then they are constants, dictionaries and numbers", () => {
    const encodings = new Set<string>();
    for (let seed = 1; seed <= 40; seed++)
      for (const [kind, , entry] of holeEntries(fileOf(messagesOf(seed), 100)()))
        if (entry.byTemplate !== undefined) encodings.add(`${entry.encoding} of ${kind}`);
    expect([...encodings].sort()).toEqual(["constant of word", "dictionary of word", "number of number"]);
  });

  test("when some rows of a hole are asked for, then others have nothing, and absent ones count as such", () => {
    fc.assert(
      fc.property(shapes, fc.nat(rowCount), fc.nat(rowCount), ([seed, sliceRows], a, b) => {
        const segment = fileOf(messagesOf(seed), sliceRows)();
        const column = templatesOf(segment);
        const [from, to] = [Math.min(a, b), Math.max(a, b)];
        const { ids } = column.templates.ids;
        for (const [kind, index] of holeEntries(segment)) {
          const hole = column.hole({ kind, index });
          if (hole.encoding === "text") continue;
          const some = hole.encoding === "number" ? hole.someValues!(from, to) : hole.someIds!(from, to);
          const all = hole.encoding === "number" ? hole.values : hole.ids;
          expect(Array.from(some)).toEqual(Array.from(all.subarray(from, to)));
          for (let row = from; row < to; row++) {
            const id = ids[row]!;
            const pieces = id === 0 || id === column.templates.wholeId ? [] : column.templates.pieces(id);
            const isFilled = pieces.some(
              (piece) => typeof piece !== "string" && piece.kind === kind && piece.index === index,
            );
            expect(hole.text(row) !== "").toBe(isFilled);
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  test("when they are merged with others, then each text is as it came, and they stand by template again", () => {
    fc.assert(
      fc.property(fc.tuple(fc.nat(), fc.nat()), fc.constantFrom(16, 100, 16_384), ([left, right], sliceRows) => {
        const lists = [messagesOf(left), messagesOf(right)];
        const merged = segmentInFile(
          lists.map((messages) => ({ view: fileOf(messages, sliceRows)() })),
          sliceRows,
        )();
        const column = templatesOf(merged);
        const texts = lists[0]!.flatMap((text, i) => [text, lists[1]![i]!]);
        expect(fillingsOf(column, merged.rows)).toEqual(texts);
        for (const [, , entry] of holeEntries(merged))
          expect(entry.sparse ?? entry.byTemplate ?? entry.encoding).not.toBe("number");
      }),
      { numRuns: 30 },
    );
  });

  test("when there are more or fewer of them than the templates say, then the segment is damaged", () => {
    const messages = messagesOf(7);
    const open = fileOf(messages, 100);
    const { numbers } = open().directory.base.message as TemplateEntry;
    const [first, second] = numbers;
    expect(first!.byTemplate).toBe(100);
    expect(first!.count).not.toBe(second!.count);
    [numbers[0], numbers[1]] = [second!, first!];
    const view = open();
    expect(() => fillingsOf(templatesOf(view), rowCount)).toThrow(FormatError);
    const slice = view.slices!.open(3) as StoredSegment;
    expect(() => fillingsOf(templatesOf(slice), slice.rows)).toThrow(FormatError);
  });

  test.each([0, -16, 0.5, 70_000, "many"])(
    "when their slices are said to have %s rows, then the segment is damaged",
    (sliceRows) => {
      const open = fileOf(messagesOf(7), 100);
      const { numbers } = open().directory.base.message as TemplateEntry;
      expect(numbers[0]!.byTemplate).toBe(100);
      numbers[0]!.byTemplate = sliceRows as number;
      expect(() => fillingsOf(templatesOf(open()), rowCount)).toThrow(FormatError);
    },
  );
});
