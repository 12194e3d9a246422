import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { withPending } from "../../src/eventstore/catalog/segment-with-repeats.ts";
import { decodeSegment } from "../../src/eventstore/format/segment-bytes.ts";
import { baseColumns } from "../../src/eventstore/format/segment-format.ts";
import { PendingRepeats } from "../../src/eventstore/occurrences/pending-repeats.ts";
import { noCache } from "../../src/eventstore/read/decoded-cache.ts";
import { PieceCache } from "../../src/eventstore/read/piece-cache.ts";
import { StoredSegment } from "../../src/eventstore/read/stored-segment.ts";
import { buildSegment } from "../support/store/build-segment.ts";
import { anyEvent, baseTime, event } from "../support/store/event-arbitrary.ts";
import { fileSegment } from "../support/store/file-segment.ts";
import { eventsOf, rawTexts, viewOfEvents } from "../support/store/open-segment.ts";

describe("the slices of a segment in a file", () => {
  test("when rows are read slice by slice, then they are what the whole segment has, column by column and as events", () => {
    fc.assert(
      fc.property(
        fc.array(anyEvent, { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 1, max: 20 }),
        (events, sliceRows) => {
          const whole = viewOfEvents(events);
          const file = fileSegment([{ view: whole }], sliceRows);
          const { slices } = file;
          expect(slices?.count ?? 1).toBe(Math.ceil(events.length / sliceRows));
          expect(eventsOf(file)).toEqual(eventsOf(whole));
          for (let at = 0; at < (slices?.count ?? 0); at++) {
            const slice = slices!.open(at);
            const [from, to] = [slices!.firstRow(at), slices!.firstRow(at + 1)];
            expect(eventsOf(slice)).toEqual(eventsOf(whole).slice(from, to));
            const times = eventsOf(slice).flatMap((row) => row.times);
            expect([slice.minTime, slice.maxTime, slice.occurrences]).toEqual([
              Math.min(...times),
              Math.max(...times),
              times.length,
            ]);
            expect([slices!.minTime(at), slices!.maxTime(at)]).toEqual([slice.minTime, slice.maxTime]);
            const counters = eventsOf(slice).map((row) => row.times.length);
            expect(Array.from(slice.counters() ?? counters.map(() => 1))).toEqual(counters);
            for (const name of baseColumns)
              expect(rawTexts(slice.base(name), slice.rows)).toEqual(
                rawTexts(file.base(name), file.rows).slice(from, to),
              );
            for (const name of file.tagNames())
              expect(rawTexts(slice.tag(name)!, slice.rows)).toEqual(
                rawTexts(file.tag(name)!, file.rows).slice(from, to),
              );
          }
        },
      ),
      { numRuns: 100 },
    );
  });

  test("when repeats wait beside the segment, some with triggers, then slices show each event with its own", () => {
    const repeats = fc.array(
      fc.record({
        at: fc.nat(),
        offset: fc.integer({ min: -20_000_000, max: 20_000_000 }),
        fired: fc.constantFrom("", "", firedSet(1, true), firedSet(2, false)),
      }),
      { minLength: 1, maxLength: 30 },
    );
    fc.assert(
      fc.property(
        fc.array(anyEvent, { minLength: 2, maxLength: 40 }),
        repeats,
        fc.integer({ min: 1, max: 12 }),
        (events, added, sliceRows) => {
          const pending = new PendingRepeats();
          // Some are of events that are not here.
          for (const { at, offset, fired } of added)
            pending.add(1 + (at % (events.length + 3)), baseTime + offset, 1, fired);
          const plain = viewOfEvents(events);
          const decoded = decodeSegment(buildSegment(events, 1), true);
          const summary = withPending(plain.directory, pending);
          const whole = new StoredSegment(decoded.directory, decoded.source, noCache, summary, pending.list());
          const file = fileSegment([{ view: plain }], sliceRows, new PieceCache(1e6).of("a"), pending);
          const wanted = eventsOf(whole);
          expect(eventsOf(file)).toEqual(wanted);
          const repeated = file.repeated();
          expect(Array.from(repeated?.rows ?? [])).toEqual(
            [...wanted.keys()].filter((row) => wanted[row]!.times.length > 1),
          );
          expect(Array.from(repeated?.counters ?? [])).toEqual(
            wanted.map(({ times }) => times.length).filter((count) => count > 1),
          );
          for (let id = 0; id <= events.length + 1; id++)
            expect(file.rowOf(id)).toBe(wanted.findIndex((event) => event.id === id));
          const { slices } = file;
          for (let at = 0; at < (slices?.count ?? 0); at++) {
            const slice = slices!.open(at);
            const rows = wanted.slice(slices!.firstRow(at), slices!.firstRow(at + 1));
            expect(eventsOf(slice)).toEqual(rows);
            const times = rows.flatMap((row) => row.times);
            expect(slices!.minTime(at)).toBeLessThanOrEqual(Math.min(...times));
            expect(slices!.maxTime(at)).toBeGreaterThanOrEqual(Math.max(...times));
            expect(Array.from(slice.times().counter)).toEqual(rows.map((row) => row.times.length));
            expect(rows.map((_, row) => slice.triggerIds().text(row))).toEqual(
              rows.map((_, row) => whole.triggerIds().text(slices!.firstRow(at) + row)),
            );
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  test("when few rows have a tag, then each slice shows their values, one by one and all at once", () => {
    const rowsOf = fc.array(fc.nat(299), { minLength: 1, maxLength: 36 });
    fc.assert(
      fc.property(
        rowsOf,
        rowsOf,
        rowsOf,
        rowsOf,
        fc.integer({ min: 1, max: 40 }),
        (same, few, number, text, sliceRows) => {
          const values: [name: string, rows: number[], valueOf: (row: number) => string][] = [
            ["few", few, (row) => `value ${row % 5}`],
            ["number", number, (row) => String(row * 1_000)],
            ["same", same, () => "always"],
            ["text", text, (row) => `${"ü".repeat(row % 3)} no other has this ${row}`],
          ];
          const textAt = (name: string, row: number) => {
            const [, rows, value] = values.find(([known]) => known === name)!;
            return rows.includes(row) ? value(row) : "";
          };
          const names = values.map(([name]) => name);
          const events = Array.from({ length: 300 }, (_, row) =>
            event("one", baseTime + row, {
              tags: names.flatMap((name) => (textAt(name, row) === "" ? [] : [name, textAt(name, row)])),
            }),
          );
          const { slices } = fileSegment([{ view: viewOfEvents(events) }], sliceRows);
          for (let at = 0; at < slices!.count; at++) {
            const slice = slices!.open(at);
            const rows = Array.from({ length: slice.rows }, (_, row) => slices!.firstRow(at) + row);
            for (const name of names) {
              const wanted = rows.map((row) => textAt(name, row));
              const column = slice.tag(name)!;
              expect(rows.map((_, row) => column.text(row))).toEqual(wanted);
              expect(rawTexts(column, slice.rows)).toEqual(wanted);
              expect(rows.map((_, row) => column.text(row))).toEqual(wanted);
            }
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  test("when messages are templates, then slices show them as templates and as texts", () => {
    const events = Array.from({ length: 2_000 }, (_, row) =>
      event(
        row % 97 === 0 ? `ü ${"x".repeat(row)}` : `connection from 10.0.0.${row % 250} port ${row} by u${row % 7}`,
        baseTime + row,
      ),
    );
    const file = fileSegment([{ view: viewOfEvents(events) }], 300);
    const again = fileSegment([{ view: file }, { view: viewOfEvents(events.slice(0, 1_500), 3_000) }], 256);
    for (const segment of [file, again])
      for (let at = 0; at < segment.slices!.count; at++) {
        const slice = segment.slices!.open(at);
        const message = slice.base("message");
        expect(message).toHaveProperty("templates");
        const from = segment.slices!.firstRow(at);
        const wanted = Array.from({ length: slice.rows }, (_, row) => segment.base("message").text(from + row));
        expect(wanted.map((_, row) => message.text(row))).toEqual(wanted);
        expect(rawTexts(message, slice.rows)).toEqual(wanted);
      }
    expect(eventsOf(file).map(({ message }) => message)).toEqual(events.map(({ message }) => message));
  });
});

function firedSet(id: number, mark_actionable: boolean): string {
  return JSON.stringify([{ id, name: "", mark_actionable, mark_known: false, note_text: "" }]);
}
