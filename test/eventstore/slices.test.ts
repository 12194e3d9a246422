import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { baseColumns } from "../../src/eventstore/segment-format.ts";
import { fileSegment } from "../support/file-segment.ts";
import { anyEvent, baseTime, event } from "./event-arbitrary.ts";
import { eventsOf, rawTexts, viewOfEvents } from "./open-segment.ts";

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
          // Where triggers fired, rows are read together.
          expect(slices?.count ?? 1).toBe(file.fired() ? 1 : Math.ceil(events.length / sliceRows));
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
