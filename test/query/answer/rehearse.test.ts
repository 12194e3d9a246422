import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { StoredEvent } from "../../../src/eventstore/event/event.ts";
import type { SegmentHandle } from "../../../src/eventstore/snapshot.ts";
import { rehearsalOf, rehearse } from "../../../src/query/answer/rehearse.ts";
import { defaultQueryMemory } from "../../../src/query/query-memory.ts";
import { ControlWords } from "../../../src/runtime/control-words.ts";
import { sealedOf } from "../../support/questions/event-question.ts";
import { storedEvents } from "../../support/questions/random-events.ts";

/** The segments that were opened, once for each question. */
function rehearsed(groups: readonly (readonly StoredEvent[])[], control = new ControlWords()): SegmentHandle[] {
  const { snapshot, reader } = sealedOf(groups);
  const opened: SegmentHandle[] = [];
  const watched = {
    open: (handle: SegmentHandle) => {
      opened.push(handle);
      return reader.open(handle);
    },
    cache: reader.cache,
  };
  rehearse(rehearsalOf(snapshot, control.shared), watched, defaultQueryMemory);
  return opened;
}

describe("a thread that rehearses", () => {
  test("when there are any events, then it asks about those of the largest segment, once about each, and none of its questions fails", () => {
    fc.assert(
      fc.property(storedEvents(1_700_000_000_000_000, 3e6), (events) => {
        const smaller = [{ ...events[0]!, id: 1 }];
        const larger = events.map((event, i) => ({ ...event, id: i + 2 }));
        const opened = Map.groupBy(rehearsed([smaller, larger, smaller]), (handle) => handle);
        const [most, ...others] = [...opened.values()].sort((a, b) => b.length - a.length);
        expect(most![0]!.rows).toBe(larger.length);
        expect(most!.length).toBeGreaterThanOrEqual(11);
        expect(others.map(({ length }) => length)).toEqual([1, 1]);
      }),
      { numRuns: 30 },
    );
  });

  test("when their values are such as nobody asks for, then questions with these are left out", () => {
    const [event] = fc.sample(storedEvents(1_700_000_000_000_000, 3e6, 1), 1)[0]!;
    const message = `${"a".repeat(3_000)} took ${"9".repeat(400)}`;
    const tags = ["big", "9".repeat(400), "notes", "x*", "text", `${"long? ".repeat(1_000)}`, "x".repeat(300), "y"];
    expect(rehearsed([[{ ...event!, id: 1, message, tags }]]).length).toBeGreaterThanOrEqual(5);
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
      rehearse(rehearsalOf(snapshot, control.shared), { open, cache: reader.cache }, defaultQueryMemory);
    }
  });

  test("when it is told to stop, then it asks nothing more", () => {
    const control = new ControlWords();
    control.stop();
    const [event] = fc.sample(storedEvents(1_700_000_000_000_000, 3e6, 1), 1);
    expect(rehearsed([event!], control)).toEqual([]);
  });
});
