import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ColumnWindow, windowRows } from "../../../../src/eventstore/columns/templates/column-window.ts";
import type { EventRow } from "../../../../src/eventstore/event/event.ts";
import { decodeSegment } from "../../../../src/eventstore/format/segment-bytes.ts";
import { StoredSegment } from "../../../../src/eventstore/read/stored-segment.ts";
import type { Column, DictionaryColumn, NumberColumn } from "../../../../src/eventstore/segment.ts";
import { holeKinds } from "../../../../src/eventstore/template.ts";
import { compileCondition } from "../../../../src/filter/condition/compile-condition.ts";
import type { Condition } from "../../../../src/filter/condition/condition.ts";
import { Selection } from "../../../../src/filter/rows/selection.ts";
import { selectTemplates } from "../../../../src/filter/select/select-templates.ts";
import { patienceMs } from "../../../support/patience.ts";
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
      `link is up again on port ${at % 3}`,
      `at 12:${10 + (at % 50)}:${10 + (i % 50)} the job of ${at} moved to n${i % 900}`,
    ];
    const tags = ["all", String(at), "level", `l${at % 3}`];
    if (at % 3 === 0) tags.push("many", String(at / 2));
    if (at % 31 === 0) tags.push("rare", `r${at}`, "same", "yes");
    return event(messages[at % messages.length]!, 1e15 + i, { tags, host: `host${at % 5}` });
  });
}

function fileOf(seed: number, count: number, rowsOfSlice: number): StoredSegment {
  const { directory, source } = decodeSegment(buildSegment(eventsOf(seed, count), 1), true);
  return fileSegment([{ view: new StoredSegment(directory, source) }], rowsOfSlice);
}

function numberedColumns(segment: StoredSegment): (DictionaryColumn | NumberColumn)[] {
  const message = segment.base("message");
  if (message.encoding !== "text" || !message.templates) throw new Error(`The messages are no templates`);
  const { templates } = message;
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
  return Array.from(column.encoding === "dictionary" ? column.someIds!(from, to) : column.someValues!(from, to));
}

function allOf(column: DictionaryColumn | NumberColumn): number[] {
  return Array.from(column.encoding === "dictionary" ? column.ids : column.values);
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

  test(
    "when a segment is large, then a window on any of its columns shows the rows of one slice, whoever asks in between",
    () => {
      const count = 270_000;
      const [some, whole] = [fileOf(7, count, windowRows), fileOf(7, count, windowRows)];
      const columns = numberedColumns(some);
      const wholes = numberedColumns(whole).map(allOf);
      for (const [index, column] of columns.entries()) {
        const window = new ColumnWindow(column, count);
        for (const row of [0, 5, count - 1, windowRows, 100_000, windowRows - 1]) {
          const { values, first } = window.at(row);
          expect(values.length).toBeLessThanOrEqual(windowRows);
          expect(values[row - first]).toBe(wholes[index]![row]!);
        }
      }
      const message = some.base("message");
      if (message.encoding !== "text") throw new Error("The messages are no texts.");
      const texts = eventsOf(7, count).map((one) => one.message);
      for (const condition of asked) {
        const { test: holds } = compileCondition(condition as Condition);
        const selection = new Selection(3, count);
        selectTemplates(message.templates!, holds, false, count, selection, () => {});
        const wanted = texts.filter((text, row) => row >= 3 && holds.text(text)).length;
        expect({ condition, count: selection.count }).toEqual({ condition, count: wanted });
      }
      for (const at of [0, 100, Math.floor((count - 1) / 2_048)]) {
        const { firstRow, bytes, offsets } = message.block(at);
        expect(Buffer.from(bytes).toString("utf8", offsets[9]!, offsets[10]! - 1)).toBe(texts[firstRow + 9]!);
      }
    },
    patienceMs,
  );
});

/** Decided by holes of each kind, by several holes together, and by texts that are put together. */
const asked = [
  { field: "message", op: "qp", value: "u7 | 4711 | 12", ignore_case: false },
  { field: "message", op: "qp", value: "9*x", ignore_case: false },
  { field: "message", op: "qp", value: '"took 150"', ignore_case: true },
  { field: "message", op: "=~", value: "[0-9]:4[2-5]", ignore_case: false },
  { field: "message", op: "=~", value: "[02468] (bytes|ms)$", ignore_case: false },
  { field: "message", op: "=~", value: "[1-3]7.* of .*9 moved to n", ignore_case: false },
];
