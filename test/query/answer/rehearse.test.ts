import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { StoredEvent } from "../../../src/eventstore/event/event.ts";
import type { SegmentHandle } from "../../../src/eventstore/snapshot.ts";
import { answerQuery } from "../../../src/query/answer/answer-query.ts";
import { askedSegments, rehearsalOf, rehearse, usualTask } from "../../../src/query/answer/rehearse.ts";
import { rehearsedRows, rehearsedSegments, rehearsedSegmentsMs } from "../../../src/query/limits.ts";
import { defaultQueryMemory } from "../../../src/query/query-memory.ts";
import { ControlWords } from "../../../src/runtime/control-words.ts";
import { sealedOf } from "../../support/questions/event-question.ts";
import { storedEvents } from "../../support/questions/random-events.ts";

/**
 * `opened`: the segments, once for each question of the thread. `ask` asks the usual ones and gives their kinds.
 * `monotonicMs`: a clock that stands still, unless given.
 */
function rehearsed(
  groups: readonly (readonly StoredEvent[])[],
  { control = new ControlWords(), monotonicMs = (): number => 0 } = {},
) {
  const { snapshot, reader, originals } = inFiles(groups);
  const opened: SegmentHandle[] = [];
  const watched = {
    open: (handle: SegmentHandle) => {
      opened.push(handle);
      return reader.open(originals.get(handle)!);
    },
    cache: reader.cache,
  };
  const task = rehearsalOf(snapshot, control.shared);
  const usual = rehearse(task, watched, defaultQueryMemory, monotonicMs);
  const ask = () =>
    usual.flatMap((question) => {
      const about = usualTask(question, { ...snapshot, segments: askedSegments(task) }, control.shared);
      if (about !== undefined) answerQuery(about, watched);
      return about === undefined ? [] : [about.type];
    });
  return { opened: [...opened], usual, ask };
}

/** Segments that say they are in files; they are read from `originals`. */
function inFiles(groups: readonly (readonly StoredEvent[])[]) {
  const { snapshot, reader } = sealedOf(groups);
  const originals = new Map(
    snapshot.segments.map((segment) => [{ ...segment, place: "file" } as SegmentHandle, segment] as const),
  );
  return { snapshot: { ...snapshot, segments: [...originals.keys()] }, reader, originals };
}

/** One event a segment, the newest first, and a large one at the end. */
function manySmall(count: number): StoredEvent[][] {
  const [events] = fc.sample(storedEvents(1_700_000_000_000_000, 3e6), 1)[0]!;
  const group = (rows: number) => Array.from({ length: rows }, (_, i) => ({ ...events!, id: i + 1 }));
  return [...Array.from({ length: count }, () => group(1)), group(50)];
}

describe("a thread that rehearses", () => {
  test("when there are any events, then it asks about each segment, and none of the usual questions fails", () => {
    fc.assert(
      fc.property(storedEvents(1_700_000_000_000_000, 3e6), (events) => {
        const smaller = [{ ...events[0]!, id: 1 }];
        const larger = events.map((event, i) => ({ ...event, id: i + 2 }));
        const { opened, ask } = rehearsed([smaller, larger, smaller]);
        const [most, ...others] = [...Map.groupBy(opened, (handle) => handle).values()];
        expect(most![0]!.rows).toBe(larger.length);
        expect(others.map(({ length }) => length)).toEqual([1, 1]);
        const asked = ask();
        expect(asked.length).toBeGreaterThanOrEqual(11);
        expect(new Set(asked).size).toBe(6);
      }),
      { numRuns: 30 },
    );
  });

  test("when there are many segments, then it asks about the largest one, however old, and the newest of the others", () => {
    const groups = manySmall(rehearsedSegments + 6);
    const { snapshot } = inFiles(groups);
    const chosen = rehearsalOf(snapshot, new ControlWords().shared).snapshot.segments;
    expect(chosen.length).toBe(rehearsedSegments);
    const wanted = [snapshot.segments.at(-1)!, ...snapshot.segments.slice(0, rehearsedSegments - 1)];
    expect(chosen.every((segment, index) => segment === wanted[index])).toBe(true);
    const { opened } = rehearsed(groups);
    expect(opened.filter(({ rows }) => rows === 1).length).toBe(rehearsedSegments - 1);
  });

  test("when segments are in memory, where they stay for seconds, then it asks about them only if there is nothing larger", () => {
    const { snapshot, originals } = inFiles(manySmall(3));
    const [newest, second, third, largest] = [...originals.values()];
    const [, , , sealed] = snapshot.segments;
    const chosenOf = (segments: SegmentHandle[]) =>
      rehearsalOf({ ...snapshot, segments }, new ControlWords().shared).snapshot.segments;
    expect(chosenOf([newest!, second!, third!, sealed!])).toEqual([sealed!]);
    expect(chosenOf([newest!, largest!])).toEqual([largest!]);
  });

  test("when usual questions are chosen, then they are about the largest segment and one more, or as many as are small", () => {
    const { snapshot } = inFiles(manySmall(3));
    const rowsAsked = (rows: readonly number[]) => {
      const segments = snapshot.segments.map((segment, index) => ({ ...segment, rows: rows[index]! }));
      const task = rehearsalOf({ ...snapshot, segments }, new ControlWords().shared);
      return askedSegments(task).map((segment) => segment.rows);
    };
    expect(rowsAsked([1, 2, 3, 4])).toEqual([4, 1, 2, 3]);
    expect(rowsAsked([1, rehearsedRows, 3, rehearsedRows + 1])).toEqual([rehearsedRows + 1, 1]);
  });

  test("when the time for segments is over, then it goes on with the usual questions", () => {
    let asked = 0;
    const groups = manySmall(20);
    const all = rehearsed(groups);
    const some = rehearsed(groups, { monotonicMs: () => (asked++ > 5 ? rehearsedSegmentsMs : 0) });
    const isSmall = ({ rows }: SegmentHandle) => rows === 1;
    expect([all.opened.filter(isSmall).length, some.opened.filter(isSmall).length]).toEqual([20, 4]);
    expect(some.usual).toEqual(all.usual);
  });

  test("when their values are such as nobody asks for, then questions with these are left out", () => {
    const [event] = fc.sample(storedEvents(1_700_000_000_000_000, 3e6, 1), 1)[0]!;
    const message = `${"a".repeat(3_000)} took ${"9".repeat(400)}`;
    const tags = ["big", "9".repeat(400), "notes", "x*", "text", `${"long? ".repeat(1_000)}`, "x".repeat(300), "y"];
    const { usual, ask } = rehearsed([[{ ...event!, id: 1, message, tags }]]);
    const asked = ask();
    expect(asked.length).toBeGreaterThanOrEqual(5);
    expect(asked.length).toBeLessThan(usual.length);
  });

  test("when it is told to stop at any moment, then it ends without a fault", () => {
    const [events] = fc.sample(storedEvents(1_700_000_000_000_000, 3e6), 1);
    const { snapshot, reader } = sealedOf([events!.map((event, i) => ({ ...event, id: i + 1 }))]);
    for (let opens = 1; opens <= 20; opens++) {
      const control = new ControlWords();
      let left = opens;
      const open = (handle: SegmentHandle) => {
        if (--left === 0) control.stop();
        return reader.open(handle);
      };
      const task = rehearsalOf(snapshot, control.shared);
      const usual = rehearse(task, { open, cache: reader.cache }, defaultQueryMemory);
      expect(usual.length > 0).toBe(!control.isStopped);
    }
  });

  test("when it is told to stop, then it asks nothing more", () => {
    const control = new ControlWords();
    control.stop();
    const [event] = fc.sample(storedEvents(1_700_000_000_000_000, 3e6, 1), 1);
    const { opened, usual } = rehearsed([event!], { control });
    expect([opened, usual]).toEqual([[], []]);
  });
});
