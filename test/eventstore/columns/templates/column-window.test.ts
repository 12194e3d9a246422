import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ColumnWindow, windowRows } from "../../../../src/eventstore/columns/templates/column-window.ts";
import type { EventRow } from "../../../../src/eventstore/event/event.ts";
import { decodeSegment } from "../../../../src/eventstore/format/segment-bytes.ts";
import { StoredSegment } from "../../../../src/eventstore/read/stored-segment.ts";
import type {
  Column,
  DictionaryColumn,
  NumberColumn,
  RowWindow,
  StoredRun,
  TakeBytes,
  TextColumn,
} from "../../../../src/eventstore/segment.ts";
import { holeKinds } from "../../../../src/eventstore/template.ts";
import { compileCondition } from "../../../../src/filter/condition/compile-condition.ts";
import type { ValueTest } from "../../../../src/filter/condition/value-test.ts";
import { Selection } from "../../../../src/filter/rows/selection.ts";
import { selectTemplates } from "../../../../src/filter/select/select-templates.ts";
import { buildSegment } from "../../../support/store/build-segment.ts";
import { event } from "../../../support/store/event-arbitrary.ts";
import { fileSegment } from "../../../support/store/file-segment.ts";

const sliceRows = 64;
const rowCount = 1_500;

/** Messages of several kinds, each with holes that only its own rows have; tags that all, many or few rows have. */
function eventsOf(seed: number, count: number): EventRow[] {
  return Array.from({ length: count }, (_, i) => {
    const at = (i * seed) % 9_973;
    const messages = [
      `connection of user u${at % 50} closed, sent ${at} bytes`,
      `the answer to the client took ${at % 200} ms`,
      `GET /${at}x/${i % 7} requested by session ${at * 1e6}`,
      `link is up again on port ${at % 3}, change ${i}`,
      `at 12:${10 + (at % 50)}:${10 + (i % 50)} the job of ${at} moved to n${i % 900}`,
    ];
    const tags = ["all", String(at), "level", `l${at % 3}`];
    if (at % 3 === 0) tags.push("many", String(at / 2));
    if (at % 31 === 0) tags.push("rare", `r${at}`, "same", "yes");
    return event(messages[i % messages.length]!, 1e15 + i, { tags, host: `host${at % 5}` });
  });
}

function fileOf(seed: number, count: number, rowsOfSlice: number): StoredSegment {
  const { directory, source } = decodeSegment(buildSegment(eventsOf(seed, count), 1), true);
  return fileSegment([{ view: new StoredSegment(directory, source) }], rowsOfSlice);
}

function messagesOf(segment: StoredSegment): TextColumn {
  const message = segment.base("message");
  if (message.encoding !== "text" || !message.templates) throw new Error("The messages are no templates.");
  return message;
}

function numberedColumns(segment: StoredSegment): (DictionaryColumn | NumberColumn)[] {
  const templates = messagesOf(segment).templates!;
  const ids = Array.from({ length: templates.ids.valueCount - 1 }, (_, i) => i + 1);
  const holes = ids.flatMap((id) => templates.pieces(id)).filter((piece) => typeof piece !== "string");
  const columns: (Column | undefined)[] = [
    templates.ids,
    ...holeKinds.flatMap((kind) => [...new Set(holes.filter((hole) => hole.kind === kind))].map(templates.hole)),
    ...segment.tagNames().map((name) => segment.tag(name)),
    segment.base("host"),
    segment.base("severity"),
  ];
  return columns.filter((column) => column !== undefined && column.encoding !== "text");
}

function someOf(column: DictionaryColumn | NumberColumn, from: number, to: number): number[] {
  if (column.encoding === "dictionary") return Array.from(column.someIds!(from, to));
  return Array.from(column.someValues!(from, to), (value) => value / column.scale);
}

/** By row, the values of all runs. */
function valuesOfRuns(runs: Iterable<StoredRun<RowWindow["values"]>>, scale: number): Map<number, number> {
  const found = new Map<number, number>();
  for (const { values, placesToRows } of runs) {
    const rows = Uint32Array.from(values, (_, place) => place);
    placesToRows(rows, rows.length);
    for (const [place, row] of rows.entries()) found.set(row, values[place]! / scale);
  }
  return found;
}

function allOf(column: DictionaryColumn | NumberColumn): number[] {
  if (column.encoding === "dictionary") return Array.from(column.ids);
  return Array.from(column.values, (value) => value / column.scale);
}

describe("some rows of a column", () => {
  test("when any rows are read before all are, then they are the same as among all", () => {
    const row = fc.nat(rowCount);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9_972 }), fc.array(fc.tuple(row, row), { maxLength: 6 }), (seed, asked) => {
        const [some, whole] = [fileOf(seed, rowCount, sliceRows), fileOf(seed, rowCount, sliceRows)];
        const wholes = numberedColumns(whole).map(allOf);
        for (const [index, column] of numberedColumns(some).entries())
          for (const [from, to] of asked.map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const))
            expect(someOf(column, from, to)).toEqual(wholes[index]!.slice(from, to));
      }),
      { numRuns: 25 },
    );
  });

  test("when values are read as they are stored, then each has the row that it has among all, and none is left out", () => {
    const row = fc.nat(rowCount);
    let withRuns = 0;
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9_972 }), row, row, (seed, a, b) => {
        const [from, to] = [Math.min(a, b), Math.max(a, b)];
        const wholes = numberedColumns(fileOf(seed, rowCount, sliceRows));
        for (const [index, column] of numberedColumns(fileOf(seed, rowCount, sliceRows)).entries()) {
          const runs = column.storedRuns?.(from, to);
          if (!runs) continue;
          withRuns++;
          const found = valuesOfRuns(runs, column.encoding === "number" ? column.scale : 1);
          const whole = wholes[index]!;
          const all = allOf(whole);
          for (const [at, value] of found) expect(value).toBe(all[at]!);
          const isThere = (at: number) => (whole.encoding === "number" ? whole.present?.[at] !== 0 : all[at] !== 0);
          for (let at = from; at < to; at++) expect(found.has(at)).toBe(isThere(at));
        }
      }),
      { numRuns: 25 },
    );
    expect(withRuns).toBeGreaterThan(100);
  });

  describe("of a large segment", () => {
    const count = 270_000;
    const large = fileOf(7, count, windowRows);
    const texts = eventsOf(7, count).map(({ message }) => message);

    test("when a window is open on a row, then it shows the rows of its slice and no others", () => {
      const wholes = numberedColumns(fileOf(7, count, windowRows)).map(allOf);
      for (const [index, column] of numberedColumns(large).entries()) {
        const window = new ColumnWindow(column, count, false);
        for (const row of [0, 5, count - 1, windowRows, 100_000, windowRows - 1]) {
          const { values, first } = window.openOn(row);
          expect(values.length).toBeLessThanOrEqual(windowRows);
          const scale = column.encoding === "number" ? column.scale : 1;
          expect(values[row - first]! / scale).toBe(wholes[index]![row]!);
        }
      }
    });

    test("when a slice cannot be read, then the window shows it once it can", () => {
      let isHarmed = false;
      const someIds = (from: number, to: number, take: TakeBytes) => {
        const { buffer } = take((to - from) * 4).fill(7);
        if (isHarmed) throw new Error("This slice is harmed.");
        const ids = new Uint32Array(buffer, 0, to - from);
        for (let i = 0; i < ids.length; i++) ids[i] = from + i;
        return ids;
      };
      const column = { encoding: "dictionary", someIds } as unknown as DictionaryColumn;
      const window = new ColumnWindow(column, count, false);
      expect(window.openOn(5).values[5]).toBe(5);
      isHarmed = true;
      expect(() => window.openOn(windowRows)).toThrow("harmed");
      isHarmed = false;
      expect(window.openOn(5).values[5]).toBe(5);
      expect(window.openOn(windowRows).values[0]).toBe(windowRows);
    });

    test.each(asked)(
      "when %j is asked from a row within a slice, then those match that a naive reading finds",
      (of) => {
        const { test: holds } = compileCondition({ field: "message", ignore_case: false, ...of });
        const wanted = texts.filter((text, row) => row >= 3 && holds.text(text)).length;
        expect(wanted).toBeGreaterThan(0);
        expect(countOf(holds, () => undefined)).toBe(wanted);
      },
    );

    test("when other questions are answered meanwhile, then the same rows are found", () => {
      const [all, others] = [asked, ["*7", "*3x"].map((value) => ({ op: "qp" as const, value }))].map((list) =>
        list.map((of) => compileCondition({ field: "message", ignore_case: false, ...of }).test),
      );
      for (const holds of all!) {
        let ticks = 0;
        const alone = countOf(holds, () => undefined);
        const tick = () => {
          if (++ticks % 97 === 0) countOf(others![ticks % 2]!, () => undefined, count - 9_000);
        };
        expect(countOf(holds, tick)).toBe(alone);
      }
    });

    test("when blocks of texts are read, then each text is as it came", () => {
      const message = messagesOf(large);
      for (const at of [0, 100, 2, message.blockCount - 1]) {
        const { firstRow, bytes, offsets } = message.block(at);
        expect(Buffer.from(bytes).toString("utf8", offsets[9]!, offsets[10]! - 1)).toBe(texts[firstRow + 9]!);
      }
    });

    function countOf(holds: ValueTest, tick: () => void, from = 3): number {
      const selection = new Selection(from, count);
      selectTemplates(messagesOf(large).templates!, holds, false, count, selection, tick);
      return selection.count;
    }
  });
});

/** Decided by holes of each kind, by several holes together, and by texts that are put together. */
const asked = [
  { op: "qp", value: "u7 | 4711 | 12" },
  { op: "qp", value: "9*x" },
  { op: "qp", value: "*77 | 9*" },
  { op: "qp", value: '"took 150"' },
  { op: "qp", value: "16382 | 16383 | 16384 | 32768 | 262144 | 262143 | 269999" },
  { op: "=~", value: "[0-9]:4[2-5]" },
  { op: "=~", value: "[02468] (bytes|ms)$" },
  { op: "=~", value: "[1-3]9.* of .*9 moved to n" },
] as const;
