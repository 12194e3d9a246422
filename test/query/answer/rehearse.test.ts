import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { StoredEvent } from "../../../src/eventstore/event/event.ts";
import type { SegmentHandle } from "../../../src/eventstore/snapshot.ts";
import { rehearse } from "../../../src/query/answer/rehearse.ts";
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
  rehearse({ snapshot, control: control.shared }, watched, defaultQueryMemory);
  return opened;
}

describe("a thread that rehearses", () => {
  test("when there are any events, then it asks about those of the largest segment, and none of its questions fails", () => {
    fc.assert(
      fc.property(storedEvents(1_700_000_000_000_000, 3e6), (events) => {
        const smaller = [{ ...events[0]!, id: 1 }];
        const larger = events.map((event, i) => ({ ...event, id: i + 2 }));
        const opened = rehearsed([smaller, larger, smaller]);
        expect(new Set(opened.map(({ rows }) => rows))).toEqual(new Set([larger.length]));
        expect(opened.length).toBeGreaterThanOrEqual(10);
      }),
      { numRuns: 30 },
    );
  });

  test("when it is told to stop, then it asks nothing more", () => {
    const control = new ControlWords();
    control.stop();
    const [event] = fc.sample(storedEvents(1_700_000_000_000_000, 3e6, 1), 1);
    expect(rehearsed([event!], control)).toEqual([]);
  });
});
