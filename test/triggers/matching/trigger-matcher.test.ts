import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { triggersOf } from "../../../src/eventstore/event/fired-set.ts";
import { patternOf } from "../../../src/pattern/pattern-cache.ts";
import type { FiredReport } from "../../../src/triggers/fired-report.ts";
import type { KnownPatterns } from "../../../src/triggers/known-patterns.ts";
import { TriggerMatcher } from "../../../src/triggers/matching/trigger-matcher.ts";
import { until } from "../../support/patience.ts";
import { storedEvents } from "../../support/questions/random-events.ts";
import { event } from "../../support/store/event-arbitrary.ts";
import { NaiveTriggers } from "./naive-triggers.ts";
import { activeTrigger, anyTriggers, condition } from "./trigger-arbitrary.ts";

const baseMicros = 1_717_199_990_000_000;
const nowMs = baseMicros / 1000 + 10_000;

function openMatcher(monotonicMs = () => 0, clock = () => nowMs) {
  const reports: FiredReport[] = [];
  const matcher = new TriggerMatcher((report) => reports.push(report), clock, monotonicMs);
  // The store has nothing.
  matcher.patterns.learn(patterns());
  return { matcher, reports };
}

function patterns(...messages: string[]): KnownPatterns {
  return { ids: messages.map(patternOf), days: new Int32Array(messages.length).fill(nowMs / 86_400_000) };
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

  test("when it fires in its quiet times, then it does not act, and the first action afterwards says how often", () => {
    let wallMs = nowMs;
    const { matcher, reports } = openMatcher(undefined, () => wallMs);
    const maintenance = [{ title: "disks", from: nowMs / 1000 - 10, to: nowMs / 1000 + 10 }];
    for (const minIntervalSeconds of [60, 0]) {
      wallMs = nowMs;
      reports.length = 0;
      matcher.set([activeTrigger({ id: 5 + minIntervalSeconds, acts: true, minIntervalSeconds, maintenance })]);
      const row = event("a");
      for (const at of [nowMs, nowMs + 9_999, nowMs + 10_000]) {
        wallMs = at;
        for (let i = 0; i < 2; i++) matcher.note(matcher.fire(row)!, row, 1);
        matcher.keep();
      }
      expect(reports.map(({ hits }) => hits[0]!.hits)).toEqual([2, 2, 2]);
      const told = reports.map(({ actions }) => actions.map(({ firedCount }) => firedCount));
      expect(told).toEqual([[], [], minIntervalSeconds === 0 ? [5, 1] : [5]]);
    }
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
    expect(reports[0]).toMatchObject({ hits: [{ hits: 300 }], dropped: 43 });
    expect(reports[0]!.actions).toHaveLength(257);
  });
});

describe("new patterns", () => {
  const isNew = activeTrigger({ id: 1, isNewPattern: true });
  const firesFor = (matcher: TriggerMatcher, message: string) => matcher.fire(event(message)) !== undefined;

  test("when a pattern comes for the first time, then it fires, and not for another text of it", () => {
    const { matcher } = openMatcher();
    matcher.set([isNew]);
    expect(["disk 1 failed", "disk 2 failed", "disk 3 came back"].map((text) => firesFor(matcher, text))).toEqual([
      true,
      false,
      true,
    ]);
  });

  test("when the store has a pattern, then it is not new; before that is known nothing is, nor is it lost", () => {
    const matcher = new TriggerMatcher(
      () => undefined,
      () => nowMs,
    );
    matcher.set([isNew]);
    expect([firesFor(matcher, "disk 1 failed"), firesFor(matcher, "fan 1 failed")]).toEqual([false, false]);
    matcher.patterns.learn(patterns("disk 7 failed"));
    expect([firesFor(matcher, "disk 1 failed"), firesFor(matcher, "fan 1 failed")]).toEqual([false, true]);
  });

  test("when the first event of a pattern does not meet the filter, then no later one is new", () => {
    const { matcher } = openMatcher();
    matcher.set([{ ...isNew, filter: [condition("host", "db")] }]);
    expect(matcher.fire(event("a b"))).toBeUndefined();
    expect(matcher.fire(event("a b", undefined, { host: "db" }))).toBeUndefined();
    expect(matcher.fire(event("a c", undefined, { host: "db" }))).toBeDefined();
  });

  test.each(["undo", "rewind"] as const)("when its commit is not stored (%s), then it is new again", (end) => {
    const { matcher } = openMatcher();
    matcher.set([isNew]);
    for (const expected of [true, true]) {
      matcher.fireFor("other");
      expect(firesFor(matcher, "disk 1 failed")).toBe(expected);
      matcher[end]();
    }
    expect(firesFor(matcher, "disk 1 failed")).toBe(true);
    matcher.keep();
    matcher[end]();
    expect(firesFor(matcher, "disk 1 failed")).toBe(false);
  });

  test("when it is still learning, then it does not fire, and what came then is not new later", () => {
    let wallMs = nowMs;
    const { matcher } = openMatcher(undefined, () => wallMs);
    matcher.set([{ ...isNew, learnsUntilMs: nowMs + 60_000 }]);
    expect(firesFor(matcher, "disk 1 failed")).toBe(false);
    wallMs += 60_000;
    expect([firesFor(matcher, "disk 1 failed"), firesFor(matcher, "fan 1 failed")]).toEqual([false, true]);
  });

  test("when nobody waited for a while, then what came meanwhile is learned anew", () => {
    const { matcher } = openMatcher();
    matcher.set([isNew]);
    expect(firesFor(matcher, "disk 1 failed")).toBe(true);
    matcher.set([]);
    matcher.set([isNew]);
    expect(firesFor(matcher, "fan 1 failed")).toBe(false);
    matcher.patterns.learn(patterns("disk 1 failed", "fan 1 failed"));
    expect(firesFor(matcher, "fan 2 failed")).toBe(false);
  });

  describe("that come while a trigger may not act", () => {
    const acting = { ...isNew, acts: true, minIntervalSeconds: 60 };
    const open = () => {
      const clocks = { monotonic: 0, wall: nowMs };
      const opened = openMatcher(
        () => clocks.monotonic,
        () => clocks.wall,
      );
      const store = (...messages: string[]) => {
        for (const [i, message] of messages.entries()) {
          const row = event(message);
          const fired = opened.matcher.fire(row);
          if (fired) opened.matcher.note(fired, row, 41 + i);
        }
        opened.matcher.keep();
      };
      const told = () =>
        opened.reports
          .splice(0)
          .flatMap(({ actions }) => actions)
          .map(({ firedCount, event: { id, message }, others }) => [
            firedCount,
            `${id} ${message}`,
            others?.map((other) => other.message),
          ]);
      const later = () => opened.reports.flatMap((report) => report.later ?? []);
      return { ...opened, clocks, store, told, later };
    };

    test("when several come at once, then one message lists them; those of the interval are told at its end, once", () => {
      const { matcher, clocks, store, told } = open();
      matcher.set([acting]);
      store("disk failed", "fan failed", "door opened", "fan failed");
      expect(told()).toEqual([[3, "41 disk failed", ["fan failed", "door opened"]]]);
      clocks.monotonic = 30_000;
      store("roof leaks", "pump stopped");
      clocks.monotonic = 59_999;
      matcher.tellHeld();
      expect(told()).toEqual([]);
      clocks.monotonic = 60_000;
      matcher.tellHeld();
      matcher.tellHeld();
      expect(told()).toEqual([[2, "41 roof leaks", ["pump stopped"]]]);
      clocks.monotonic = 119_999;
      store("gate closed");
      clocks.monotonic = 120_000;
      store("lift stuck", "lift moved");
      expect(told()).toEqual([[3, "41 lift stuck", ["gate closed", "lift moved"]]]);
      matcher.tellHeld();
      expect(told()).toEqual([]);
    });

    test("when other triggers fire again and again meanwhile, then they are told all the same", async () => {
      const { matcher, reports, clocks, store } = open();
      matcher.set([acting, activeTrigger({ id: 9 })]);
      store("disk failed");
      clocks.monotonic = 59_500;
      store("fan failed");
      clocks.monotonic = 60_500;
      await until(() => {
        store("disk failed");
        return reports.flatMap(({ actions }) => actions).some((action) => action.event.message === "fan failed");
      }, "the held pattern is told");
      matcher.close();
    });

    test.each([60, 0])(
      "when they come in quiet times, pause %d s, then they are told afterwards",
      (minIntervalSeconds) => {
        const { matcher, clocks, store, told } = open();
        const maintenance = [{ title: "", from: nowMs / 1000 - 10, to: nowMs / 1000 + 10 }];
        matcher.set([{ ...acting, minIntervalSeconds, maintenance }]);
        store("disk failed", "fan failed");
        matcher.tellHeld();
        expect(told()).toEqual([]);
        clocks.wall += 10_000;
        // Also when the triggers were read anew.
        matcher.set([{ ...acting, minIntervalSeconds, maintenance }]);
        matcher.tellHeld();
        expect(told()).toEqual([[2, "41 disk failed", ["fan failed"]]]);
      },
    );

    test.each([60, 0])(
      "when a trigger without pause floods the commit, pause %d s, then they are told all the same",
      (minIntervalSeconds) => {
        const { matcher, reports, store } = open();
        matcher.patterns.learn(patterns("took 1 ms"));
        matcher.set([{ ...acting, minIntervalSeconds }, activeTrigger({ id: 9, acts: true, minIntervalSeconds: 0 })]);
        store(...Array.from({ length: 600 }, (_, i) => `took ${i} ms`), "disk failed", "fan failed");
        matcher.tellHeld();
        const told = reports
          .flatMap(({ actions }) => actions)
          .filter(({ triggerId }) => triggerId === acting.id)
          .flatMap(({ event: { message }, others = [] }) => [message, ...others.map((other) => other.message)]);
        expect(told.toSorted()).toEqual(["disk failed", "fan failed"]);
        expect(reports[0]!.dropped).toBe(602 - 257);
      },
    );

    test.each([
      ["its owner may see other hosts", { hosts: ["web*"] }],
      ["it asks for other events", { filter: [condition("program", "cron")] }],
    ])("when %s before they are told, then they are not", (_, changes) => {
      const { matcher, clocks, store, told } = open();
      matcher.set([acting]);
      store("disk failed");
      store("fan failed");
      matcher.set([{ ...acting, name: "a name says nothing about events" }]);
      matcher.set([{ ...acting, ...changes }]);
      clocks.monotonic = 60_000;
      matcher.tellHeld();
      expect(told()).toEqual([[1, "41 disk failed", undefined]]);
    });

    test("when nothing more comes since the service stops, then they are told, in quiet times for later", () => {
      const { matcher, store, told, later } = open();
      const maintenance = [{ title: "", from: nowMs / 1000 - 10, to: nowMs / 1000 + 10 }];
      matcher.set([acting, { ...acting, id: 9, maintenance }]);
      store("disk failed");
      store("fan failed", "door opened");
      told();
      matcher.close();
      matcher.tellLast();
      expect(later()).toMatchObject([
        { triggerId: 9, firedCount: 3, asked: JSON.stringify([acting.filter, acting.hosts]) },
      ]);
      expect(told()).toEqual([[2, "41 fan failed", ["door opened"]]]);
    });

    test("when hundreds of triggers hold some as the service stops, then those of all are told for later", () => {
      const { matcher, later } = open();
      const maintenance = [{ title: "", from: nowMs / 1000 - 10, to: nowMs / 1000 + 10 }];
      const programs = Array.from({ length: 12 }, (_, i) => `program${"x".repeat(i)}`);
      const triggers = programs.flatMap((program, i) =>
        Array.from({ length: 50 }, (_, j) => ({
          ...{ ...acting, id: i * 50 + j + 1, maintenance },
          filter: [condition("program", program)],
        })),
      );
      matcher.set(triggers);
      for (const [i, program] of programs.entries()) {
        const row = { ...event(`${program} began`), program };
        matcher.note(matcher.fire(row)!, row, 41 + i);
      }
      matcher.keep();
      matcher.close();
      matcher.tellLast();
      expect(new Set(later().map(({ triggerId }) => triggerId)).size).toBe(triggers.length);
    });

    test("when very many come, then ten are listed and all are counted; what was not stored is not told", () => {
      const { matcher, clocks, store, told } = open();
      matcher.set([acting]);
      const letters = [..."abcdefghijklmnopqrst"];
      store(...letters.map((letter) => `${letter.repeat(5)} ended`));
      const [[count, , others]] = told() as [[number, string, string[]]];
      expect([count, others]).toEqual([20, letters.slice(1, 11).map((letter) => `${letter.repeat(5)} ended`)]);
      const row = event("never stored");
      matcher.note(matcher.fire(row)!, row, 1);
      matcher.undo();
      clocks.monotonic = 60_000;
      matcher.tellHeld();
      expect(told()).toEqual([]);
    });
  });

  test("when a pattern is asked for by its id, then its events fire and no others", () => {
    const { matcher } = openMatcher();
    matcher.set([activeTrigger({ filter: [condition("pattern", patternOf("disk 1 failed"))] })]);
    expect([firesFor(matcher, "disk 9 failed"), firesFor(matcher, "fan 9 failed")]).toEqual([true, false]);
    expect(matcher.byteIndex.always).toBe(false);
  });
});
