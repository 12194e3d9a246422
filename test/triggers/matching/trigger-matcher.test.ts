import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { triggersOf } from "../../../src/eventstore/event/fired-set.ts";
import type { FiredReport } from "../../../src/triggers/fired-report.ts";
import { TriggerMatcher } from "../../../src/triggers/matching/trigger-matcher.ts";
import { storedEvents } from "../../support/questions/random-events.ts";
import { event } from "../../support/store/event-arbitrary.ts";
import { NaiveTriggers } from "./naive-triggers.ts";
import { activeTrigger, anyTriggers, condition } from "./trigger-arbitrary.ts";

const baseMicros = 1_717_199_990_000_000;
const nowMs = baseMicros / 1000 + 10_000;

function openMatcher(monotonicMs = () => 0) {
  const reports: FiredReport[] = [];
  const matcher = new TriggerMatcher(
    (report) => reports.push(report),
    () => nowMs,
    monotonicMs,
  );
  return { matcher, reports };
}

describe("matching", () => {
  test("when random events meet random triggers, then those fire that plain loops say", () => {
    fc.assert(
      fc.property(anyTriggers, storedEvents(baseMicros, 20_000_000), (triggers, events) => {
        const { matcher } = openMatcher();
        matcher.set(triggers);
        const naive = new NaiveTriggers(triggers);
        for (const { id: _, fired: __, ...row } of events) {
          const single = { ...row, times: [row.times[0]!], status: 0 };
          const fired = matcher.fire({ ...single });
          expect(fired?.triggers.map(({ id }) => id) ?? []).toEqual(naive.fire(single, nowMs * 1000));
        }
      }),
      { numRuns: 300 },
    );
  });

  test("when a trigger with a stop flag fires, then later ones are not asked, and order decides which are later", () => {
    const { matcher } = openMatcher();
    matcher.set([
      activeTrigger({ id: 1, order: 5 }),
      activeTrigger({ id: 2, order: 3, stopFlag: true, filter: [condition("host", "web*")] }),
      activeTrigger({ id: 3, order: 3 }),
      activeTrigger({ id: 4, order: -1 }),
    ]);
    expect(matcher.fire(event("a"))?.triggers.map(({ id }) => id)).toEqual([4, 2]);
    expect(matcher.fire(event("a", undefined, { host: "db" }))?.triggers.map(({ id }) => id)).toEqual([4, 3, 1]);
  });

  const marks: [string, { markKnown?: boolean; markActionable?: boolean }[], number][] = [
    ["nothing", [{}], 0],
    ["known", [{ markKnown: true }], 2],
    ["actionable", [{ markActionable: true }], 1],
    ["both", [{ markKnown: true, markActionable: true }], 1],
    ["known, then actionable by another", [{ markKnown: true }, { markActionable: true }], 1],
    ["actionable, then known by another", [{ markActionable: true }, { markKnown: true }], 1],
  ];
  for (const [title, triggers, status] of marks)
    test(`when what fires marks ${title}, then the status says so`, () => {
      const { matcher } = openMatcher();
      matcher.set(triggers.map((trigger, index) => activeTrigger({ id: index + 1, ...trigger })));
      const row = event("a");
      matcher.fire(row);
      expect(row.status).toBe(status);
    });

  test("when a trigger fires, then the event keeps it as it is now, with its note", () => {
    const { matcher } = openMatcher();
    matcher.set([activeTrigger({ id: 7, name: "ünï", note: "call\nsomebody", markKnown: true })]);
    const row = event("a");
    matcher.fire(row);
    expect(triggersOf(row.fired![0]!)).toEqual([
      { id: 7, name: "ünï", mark_actionable: false, mark_known: true, note_text: "call\nsomebody" },
    ]);
  });
});

describe("thresholds", () => {
  const burst = activeTrigger({ threshold: { count: 3, seconds: 10, field: "user" } });
  const by = (user: string, second: number) =>
    event("failed", baseMicros + second * 1e6, { tags: user === "" ? [] : ["user", user] });

  test("when three of one value come within ten seconds, then the third fires, and counting begins anew", () => {
    const { matcher } = openMatcher();
    matcher.set([burst]);
    const fires = (user: string, second: number) => matcher.fire(by(user, second)) !== undefined;
    expect([fires("eve", 0), fires("bob", 1), fires("eve", 2), fires("eve", 3)]).toEqual([false, false, false, true]);
    expect([fires("eve", 4), fires("eve", 5), fires("eve", 6)]).toEqual([false, false, true]);
  });

  test("when the three are not within the time, or have no value, then nothing fires", () => {
    const { matcher } = openMatcher();
    matcher.set([burst]);
    for (const [user, second] of [
      ["eve", -20],
      ["eve", -15],
      ["eve", -10],
      ["", 0],
      ["", 0],
      ["", 0],
    ] as const)
      expect(matcher.fire(by(user, second))).toBeUndefined();
  });

  test("when triggers are set anew and this one asks the same, then it goes on counting; when it asks another thing, not", () => {
    const { matcher } = openMatcher();
    matcher.set([burst]);
    matcher.fire(by("eve", 0));
    matcher.fire(by("eve", 0));
    matcher.set([{ ...burst, name: "renamed" }, activeTrigger({ id: 2, filter: [condition("host", "none")] })]);
    expect(matcher.fire(by("eve", 1))).toBeDefined();
    matcher.fire(by("eve", 1));
    matcher.fire(by("eve", 1));
    matcher.set([{ ...burst, filter: [condition("message", "failed")] }]);
    expect(matcher.fire(by("eve", 1))).toBeUndefined();
  });

  test("when one host's clock is a day ahead, then the others' events still count together", () => {
    const { matcher } = openMatcher();
    matcher.set([activeTrigger({ threshold: { count: 3, seconds: 60, field: null } })]);
    expect(matcher.fire(event("a", baseMicros + 86_400e6))).toBeUndefined();
    expect(matcher.fire(event("a", baseMicros))).toBeUndefined();
    expect(matcher.fire(event("a", baseMicros))).toBeDefined();
  });
});

describe("what is told after a commit", () => {
  test("when it is stored, then hits and the first action are told; within the interval only hits; then how often it fired", () => {
    let monotonic = 0;
    const { matcher, reports } = openMatcher(() => monotonic);
    matcher.set([activeTrigger({ acts: true, minIntervalSeconds: 60 })]);
    const store = (times: number) => {
      for (let i = 0; i < times; i++) {
        const row = event("disk failed", baseMicros + i);
        matcher.note(matcher.fire(row)!, row, 41 + i);
      }
      matcher.keep();
    };
    store(3);
    monotonic = 59_999;
    store(2);
    monotonic = 60_000;
    store(1);
    expect(reports.map(({ hits }) => hits[0]!.hits)).toEqual([3, 2, 1]);
    expect(reports.map(({ actions }) => actions.map(({ firedCount, event: { id } }) => [firedCount, id]))).toEqual([
      [[1, "41"]],
      [],
      [[5, "41"]],
    ]);
    expect(reports[0]!.hits[0]!.lastMatched).toBe((baseMicros + 2) / 1e6);
    expect(reports[0]!.actions[0]!.event).toMatchObject({
      host: "web-1",
      message: "disk failed",
      time: baseMicros / 1e6,
    });
  });

  test("when the commit could not be stored, then nothing of it is told, and the next one acts", () => {
    const { matcher, reports } = openMatcher();
    matcher.set([activeTrigger({ acts: true })]);
    const row = event("a");
    matcher.note(matcher.fire(row)!, row, 1);
    matcher.undo();
    matcher.keep();
    expect(reports).toEqual([]);
    matcher.note(matcher.fire(row)!, row, 1);
    matcher.keep();
    expect(reports).toMatchObject([{ hits: [{ hits: 1 }], actions: [{ firedCount: 1 }] }]);
  });

  test("when it acted before the service was started anew, then it waits for the rest of its interval", () => {
    let monotonic = 5_000;
    const { matcher, reports } = openMatcher(() => monotonic);
    matcher.set([activeTrigger({ acts: true, minIntervalSeconds: 60, lastActedMs: nowMs - 20_000 })]);
    const row = event("a");
    for (const at of [5_000, 44_999, 45_000]) {
      monotonic = at;
      matcher.note(matcher.fire(row)!, row, 1);
      matcher.keep();
    }
    expect(reports.map(({ actions }) => actions.length)).toEqual([0, 0, 1]);
  });

  test("when a trigger without pause fires for a flood, then no more than the bound is told, and the rest is counted", () => {
    const { matcher, reports } = openMatcher();
    matcher.set([activeTrigger({ acts: true, minIntervalSeconds: 0 })]);
    const row = event("a");
    for (let i = 0; i < 300; i++) matcher.note(matcher.fire(row)!, row, i);
    matcher.keep();
    expect(reports[0]).toMatchObject({ hits: [{ hits: 300 }], dropped: 44 });
    expect(reports[0]!.actions).toHaveLength(256);
  });
});
