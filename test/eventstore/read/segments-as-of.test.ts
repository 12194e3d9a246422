import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { RepeatHistory } from "../../../src/eventstore/catalog/repeat-history.ts";
import type { StoredEvent } from "../../../src/eventstore/event/event.ts";
import { statusAfter } from "../../../src/eventstore/event/fired-set.ts";
import { historyHours, historyRepeatsMax } from "../../../src/eventstore/limits.ts";
import { createSegmentReader } from "../../../src/eventstore/read/segment-reader.ts";
import { segmentsAsOf } from "../../../src/eventstore/read/segments-as-of.ts";
import { patienceMs } from "../../support/patience.ts";
import { anyEvent, anyFired, baseTime, withRepeat } from "../../support/store/event-arbitrary.ts";
import { byId, eventsOf } from "../../support/store/open-segment.ts";
import { commit, doAllUpkeep, newFolder, openStore } from "../../support/store/store-folder.ts";

/** Events come without a status: triggers give them one. */
const anyNewEvent = anyEvent.map((event) => ({ ...event, status: (event.fired ?? []).reduce(statusAfter, 0) }));
const anyStep = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("append" as const),
      events: fc.array(anyNewEvent, { maxLength: 4, size: "max" }),
      repeats: fc.array(fc.tuple(fc.nat(), fc.integer({ min: -20_000_000, max: 30_000_000 }), anyFired), {
        maxLength: 6,
      }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("slice" as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("doUpkeep" as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("remember" as const) }) },
);

describe("the segments as of an earlier commit", () => {
  test(
    "when events and repeats came since, were merged and sealed, then they read as they were",
    () => {
      fc.assert(
        fc.property(
          fc.constantFrom(4, 60),
          fc.array(anyStep, { minLength: 30, maxLength: 60, size: "max" }),
          (sealEvents, steps) => {
            const store = openStore(newFolder(), { sealEvents });
            const reader = createSegmentReader({ cacheBytes: 200_000 });
            const model: StoredEvent[] = [];
            const instants: { commit: number; events: StoredEvent[] }[] = [];
            for (const step of steps) {
              if (step.do === "append") {
                const known = model.length;
                const repeats = step.repeats
                  .filter(() => known > 0)
                  .map(([at, offset, fired]) => ({
                    id: (at % known) + 1,
                    time: baseTime + offset,
                    ...(fired && { fired }),
                  }));
                const { events } = step;
                store.append(commit({ events, repeats, received: events.length }));
                for (const event of events) model.push({ id: model.length + 1, ...event });
                for (const repeat of repeats) model[repeat.id - 1] = withRepeat(model[repeat.id - 1]!, repeat);
              } else if (step.do === "slice") for (let i = 0; i < 20; i++) store.doUpkeep(0);
              else if (step.do === "doUpkeep") doAllUpkeep(store);
              else {
                const { lease, commit } = store.snapshot();
                store.release(lease);
                instants.push({ commit, events: [...model] });
              }
            }
            for (const { commit, events } of instants) {
              const snapshot = store.snapshot(undefined, commit);
              expect(snapshot.later!.isComplete).toBe(true);
              const read = segmentsAsOf(snapshot, events.length)
                .flatMap((handle) => {
                  const segment = reader.open(handle, snapshot.eventsFolder);
                  const rows = eventsOf(segment);
                  expect(rows.map(({ times }) => times.length)).toEqual([...segment.times().counter]);
                  expect(rows.map(({ times }) => times.at(-1))).toEqual([...segment.times().last]);
                  return rows;
                })
                .filter(({ id }) => id <= events.length);
              expect(byId(read)).toEqual(events);
              store.release(snapshot.lease);
            }
            reader.close();
            store.close();
          },
        ),
        { numRuns: 12, endOnFailure: true },
      );
    },
    patienceMs,
  );
});

describe("the history of repeats", () => {
  test("when more came than are remembered, then it says for which commits it is not complete", () => {
    const history = new RepeatHistory(() => 0);
    for (let i = 1; i <= historyRepeatsMax + 1; i++) history.add(i, i, i);
    const some = history.after(historyRepeatsMax - 1);
    expect([...some.repeats!.ids]).toEqual([historyRepeatsMax, historyRepeatsMax + 1]);
    expect(some.isComplete).toBe(true);
    expect(history.after(0).isComplete).toBe(false);
    expect(history.after(historyRepeatsMax + 1)).toEqual({ repeats: undefined, isComplete: true });
  });

  test("when they are older than an hour, then they make room", () => {
    let nowMs = 0;
    const history = new RepeatHistory(() => nowMs);
    for (let i = 1; i <= 20_000; i++) history.add(i, i, i);
    nowMs = historyHours * 3_600_000 + 1;
    for (let i = 20_001; i <= 30_000; i++) history.add(i, i, i, i === 30_000 ? "set" : "");
    expect(history.after(0).repeats!.ids.length).toBeLessThan(20_000);
    expect(history.after(0).isComplete).toBe(false);
    const last = history.after(29_999).repeats!;
    expect([[...last.ids], last.fired!.sets[last.fired!.numbers[0]! - 1]]).toEqual([[30_000], "set"]);
  });
});
