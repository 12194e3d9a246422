import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  answerOrGiveUp,
  BudgetSpent,
  isGivenUp,
  PreemptionBudget,
} from "../../../src/query/execution/preemption-budget.ts";
import { StopRequested, WorkClock } from "../../../src/query/execution/work-clock.ts";
import { defaultQueryMemory } from "../../../src/query/query-memory.ts";
import { ValueTableCache } from "../../../src/query/values/value-table-cache.ts";
import { ControlWords } from "../../../src/runtime/control-words.ts";
import { MemoryWatch } from "../../../src/runtime/thread-memory-watch.ts";
import { ask, askedOf } from "../../support/questions/event-question.ts";
import { storedEvents } from "../../support/questions/random-events.ts";

/** A budget of 300 ms by a clock that is turned by hand, told how far the work is. */
function preemptingOf() {
  let spentMs = 7_000;
  const budget = new PreemptionBudget(
    300,
    () => spentMs,
    () => spentMs,
  );
  return (ms: number, share: number) => {
    spentMs += ms;
    budget.look(share);
  };
}

describe("how long a budget lasts", () => {
  test("when less was spent than it may, then it goes on, however little is done", () => {
    const work = preemptingOf();
    for (let i = 0; i < 29; i++) work(10, 0);
  });

  test("when all was spent and the end is far, then it is over and says how far it came", () => {
    const work = preemptingOf();
    work(290, 0.25);
    expect(() => work(10, 0.25)).toThrow(BudgetSpent);
    expect(answerOrGiveUp(() => work(10, 0.25))).toEqual({ givenUpAt: 0.25, isLong: true });
  });

  test("when much less was spent, but what was done says that the end is very far, then it is over", () => {
    const work = preemptingOf();
    work(70, 0.01);
    expect(() => work(10, 0.1)).not.toThrow();
    expect(answerOrGiveUp(() => work(10, 0.04))).toEqual({ givenUpAt: 0.04, isLong: true });
  });

  test("when all was spent and the end is near, then it goes on as long as it comes nearer, but not for ever", () => {
    const work = preemptingOf();
    work(300, 0.6);
    work(150, 0.9);
    expect(() => work(150, 0.95)).toThrow(BudgetSpent);
    expect(() => work(0, 1)).not.toThrow();
  });

  test("when an answer came in time or failed, then it is what it is", () => {
    expect(isGivenUp(answerOrGiveUp(() => ({ results: {} })))).toBe(false);
    expect(() =>
      answerOrGiveUp(() => {
        throw new RangeError("too far");
      }),
    ).toThrow("too far");
  });
});

const base = 1_700_000_000;
const time_range = { ts_from: base, ts_to: base + 10, timezone: "UTC" };
const questions = [
  { type: "Search", params: { time_range, q: "severity<=4" } },
  { type: "TopN", params: { time_range, field: "host", subfields: ["program"] } },
  { type: "LastN", params: { time_range, field: "program" } },
  { type: "EventRate", params: { time_range: { ...time_range, step: 1 } } },
  { type: "Stats", params: { time_range, by: ["host"], functions: ["count"] } },
];

describe("questions on budget", () => {
  test("when it is given up, then nothing was told of it, and the same thread answers it as one that never tried", () => {
    fc.assert(
      fc.property(
        fc.array(storedEvents(base * 1e6, 10 * 1e6, 10), { minLength: 1, maxLength: 4 }),
        fc.constantFrom(...questions),
        (groups, question) => {
          let id = 0;
          const numbered = groups.map((events) => events.map((event) => ({ ...event, id: ++id })));
          const asked = askedOf(numbered, () => "dictionary");
          const { shared: control } = new ControlWords();
          const memory = { ...defaultQueryMemory, tables: new ValueTableCache(1_000_000) };
          const tried = answerOrGiveUp(() => ask(asked, question, { control, budgetMs: 0 }, memory));
          if (asked.snapshot.segments.length > 0) expect(isGivenUp(tried)).toBe(true);
          expect(new ControlWords(control).hasBegun).toBe(false);
          const patient = ask(asked, question, { budgetMs: Number.POSITIVE_INFINITY }, memory);
          expect(patient).toEqual(ask(asked, question));
        },
      ),
    );
  });

  test("when its host has to go on, then it is given up, and nothing is known of it; when it is to stop, then it stops", () => {
    const control = new SharedArrayBuffer(8);
    const look = () => expect.fail("a guest takes in nobody");
    const calm = new WorkClock(control, new PreemptionBudget(300), { look, mustLeave: false });
    calm.tick();
    const leaving = new WorkClock(control, new PreemptionBudget(300), { look, mustLeave: true });
    expect(answerOrGiveUp(() => leaving.tick())).toEqual({ givenUpAt: 0, isLong: false });
    new ControlWords(control).stop();
    expect(() => leaving.tick()).toThrow(StopRequested);
  });

  test("when memory is short, then it is given up rather than refused", () => {
    const watch = new MemoryWatch(1_000, {
      residentBytes: () => 1e9,
      heldBytes: () => 1e9,
      collect: () => undefined,
      nowMs: () => 0,
    });
    const asked = askedOf(
      [[...fc.sample(storedEvents(base * 1e6, 10 * 1e6, 10), { numRuns: 20, seed: 1 })].flat()],
      () => "text",
    );
    const [question] = questions;
    const tried = answerOrGiveUp(() => ask(asked, question!, { budgetMs: 1e9 }, { ...defaultQueryMemory, watch }));
    expect(tried).toEqual({ givenUpAt: 0, isLong: false });
    expect(() => ask(asked, question!, {}, { ...defaultQueryMemory, watch })).toThrow("more memory than is left");
  });
});
