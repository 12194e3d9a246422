import { beforeEach, describe, expect, test } from "vitest";
import type { Principal } from "../../src/http/access/principal.ts";
import { AppError, notFound } from "../../src/lib/errors.ts";
import { Feeds } from "../../src/live/feeds.ts";
import type { FingerprintedAnswer } from "../../src/live/fingerprinted-answer.ts";
import { pauseFactor, questionsMax, turnSliceMs, updateMsMin } from "../../src/live/limits.ts";
import { questionSource, type Source } from "../../src/live/source.ts";
import { parseQuery } from "../../src/query/parse/parse-query.ts";
import { ManualEngine } from "../api/query/manual-engine.ts";
import { settle } from "../api/query/manual-time.ts";
import { until } from "../support/patience.ts";

let engine: ManualEngine;
let feeds: Feeds;
beforeEach(() => {
  engine = new ManualEngine();
  feeds = new Feeds(engine.time);
});

const userOf = (userId: number, hosts: string[] = []): Principal => ({
  ...{ userId, username: `user ${userId}`, isSuperuser: false, permissions: ["search_events"], hosts },
  ...{ via: "session", credentialId: userId },
});

function sourceFor(principal: Principal, params: object = {}, type = "EventRate"): Source {
  const now = Math.floor(engine.time.wallMs() / 1000);
  const question = parseQuery({ type, params }, { timezone: "UTC", now });
  return questionSource(question, principal, updateMsMin, engine);
}

/** Somebody who keeps what he is shown. */
function watch(source: Source) {
  const shown: FingerprintedAnswer[] = [];
  const failures: unknown[] = [];
  const stop = feeds.watch(source, { show: (finding) => shown.push(finding), fail: (error) => failures.push(error) });
  const results = () => shown.map(({ record }) => JSON.parse(record.text()).results);
  return { results, failures, stop };
}

const finishLast = async (results: object) => (await engine.lastTask()).finish(results);
const rate = (sum: number) => ({ totals: { sum } });

describe("what is shared", () => {
  test("when one caller watches a question twice, then it is evaluated once and both are shown", async () => {
    const both = [watch(sourceFor(userOf(1))), watch(sourceFor(userOf(1)))];
    await finishLast(rate(1));
    for (const { results } of both) expect(results()).toEqual([rate(1)]);
    expect(engine.tasks).toHaveLength(1);
  });

  test("when a user watches, then his own questions do not wait behind that, whose turns are others", async () => {
    watch(sourceFor(userOf(7)));
    await settle();
    expect(engine.tasks.map(({ extras }) => extras.owner)).toEqual(["watchers of 7"]);
  });

  test.each([
    ["another user", () => sourceFor(userOf(2))],
    ["the same user under other limits", () => sourceFor(userOf(1, ["web*"]))],
    ["another question", () => sourceFor(userOf(1), { q: "host:a" })],
  ])("when %s watches, then that is evaluated apart, under its own limits", async (_, other) => {
    watch(sourceFor(userOf(1)));
    watch(other());
    await settle();
    expect(engine.tasks).toHaveLength(2);
    expect(engine.tasks[0]!.task.hosts).toEqual([]);
  });

  test("when somebody joins later, then he is shown how things stand, and the first is shown nothing twice", async () => {
    const first = watch(sourceFor(userOf(1)));
    await finishLast(rate(1));
    const second = watch(sourceFor(userOf(1)));
    await engine.time.pass(updateMsMin);
    await finishLast(rate(1));
    expect([first.results(), second.results()]).toEqual([[rate(1)], [rate(1)]]);
  });
});

describe("when many watch one question", () => {
  test("when each takes its time, then others have their turn in between, and who has left is shown nothing", async () => {
    let shown = 0;
    let shownBefore: number | undefined;
    const slow = {
      show() {
        if (++shown === 1) setImmediate(() => (shownBefore = shown));
        for (const end = performance.now() + turnSliceMs; performance.now() < end; );
      },
      fail: () => undefined,
    };
    const stops = [1, 2, 3, 4].map(() => feeds.watch(sourceFor(userOf(1)), { ...slow }));
    await finishLast(rate(1));
    await until(() => shownBefore !== undefined, "others have had a turn");
    expect(shownBefore).toBe(1);
    stops[3]!();
    await until(() => shown === 3, "the others are shown");
    await settle();
    expect(shown).toBe(3);
  });
});

describe("when something is evaluated", () => {
  test("when events are stored many times, then it is evaluated once per interval, and shown when it changed", async () => {
    const { results } = watch(sourceFor(userOf(1)));
    await finishLast(rate(1));
    for (let i = 0; i < 100; i++) feeds.stored();
    await settle();
    expect(engine.tasks).toHaveLength(1);
    await engine.time.pass(updateMsMin);
    expect(engine.tasks).toHaveLength(2);
    await finishLast(rate(1));
    expect(results()).toHaveLength(1);
    feeds.stored();
    await engine.time.pass(updateMsMin);
    await finishLast(rate(2));
    expect(results()).toEqual([rate(1), rate(2)]);
  });

  test("when events are stored while it is evaluated, then it is evaluated again", async () => {
    const { results } = watch(sourceFor(userOf(1)));
    await settle();
    feeds.stored();
    await finishLast(rate(1));
    await engine.time.pass(updateMsMin);
    await finishLast(rate(2));
    expect(results()).toEqual([rate(1), rate(2)]);
  });

  test("when nothing is stored, then it is evaluated at the end of its step and not before", async () => {
    // 1,700,000,000.4 is 20 s and a bit after a whole minute.
    const { results } = watch(sourceFor(userOf(1), { time_range: { ts_from: -600, step: 60 } }));
    await finishLast(rate(1));
    await engine.time.pass(39_000);
    expect(engine.tasks).toHaveLength(1);
    await engine.time.pass(1_000);
    expect(engine.tasks).toHaveLength(2);
    await finishLast(rate(0));
    expect(results()).toEqual([rate(1), rate(0)]);
  });

  test("when a range stands still, then neither events nor time start anything", async () => {
    watch(sourceFor(userOf(1), { time_range: { ts_from: 1000, ts_to: 2000 } }));
    await finishLast(rate(1));
    feeds.stored();
    await engine.time.pass(100_000_000);
    expect(engine.tasks).toHaveLength(1);
  });

  test("when only the bounds of the range differ, then nothing is shown", async () => {
    const { results } = watch(sourceFor(userOf(1), {}, "LastN"));
    const found = (second: number) => ({ totals: { ts_from: second, ts_to: second + 3600.5, values: [] } });
    await finishLast(found(1));
    feeds.stored();
    await engine.time.pass(updateMsMin);
    await finishLast(found(2));
    expect(engine.tasks).toHaveLength(2);
    expect(results()).toEqual([found(1)]);
  });

  test("when it took long, then it rests for several times as long", async () => {
    watch(sourceFor(userOf(1)));
    await settle();
    await engine.time.pass(5000);
    await finishLast(rate(1));
    feeds.stored();
    await engine.time.pass(5000 * (pauseFactor - 1) - 1);
    expect(engine.tasks).toHaveLength(1);
    await engine.time.pass(5000);
    expect(engine.tasks).toHaveLength(2);
  });

  test("when one user watches much, then two are in work at a time, and another need not wait for him", async () => {
    for (let i = 0; i < 5; i++) watch(sourceFor(userOf(1), { q: `host:a${i}` }));
    watch(sourceFor(userOf(2, ["b"])));
    await settle();
    expect(engine.tasks.map(({ task }) => task.hosts)).toEqual([[], [], ["b"]]);
    await engine.tasks[0]!.finish(rate(1));
    await settle();
    expect(engine.tasks.map(({ task }) => task.hosts)).toEqual([[], [], ["b"], []]);
  });
});

describe("the end", () => {
  test("when nobody watches any more, then work is stopped, leases are back and no alarm is set", async () => {
    const watchers = [watch(sourceFor(userOf(1))), watch(sourceFor(userOf(1)))];
    const other = watch(sourceFor(userOf(2)));
    const task = await engine.lastTask();
    await task.finish(rate(1));
    for (const { stop } of [...watchers, other]) stop();
    await settle();
    expect(engine.tasks[0]!.toldToStop).toBe(true);
    await engine.tasks[0]!.finish({}, { stopped: true });
    expect([feeds.size, engine.leases.size, engine.time.waiting]).toEqual([0, 0, 0]);
    feeds.stored();
    await engine.time.pass(10_000);
    expect(engine.tasks).toHaveLength(2);
  });

  test("when a search was answered, then its lease is back at once", async () => {
    watch(sourceFor(userOf(1), {}, "Search"));
    await finishLast({ totals: {} });
    expect(engine.leases.size).toBe(0);
  });

  test("when there is nothing to see any more, then everybody is told once and the question is forgotten", async () => {
    const gone: Source = { ...sourceFor(userOf(1)), evaluate: () => Promise.reject(notFound()) };
    const { failures, stop } = watch(gone);
    await settle();
    expect(failures).toHaveLength(1);
    stop();
    expect(feeds.size).toBe(0);
  });

  test("when there is no room just now, then it is tried again after the interval", async () => {
    let tries = 0;
    const full = () => Promise.reject(new AppError("too_many", `try ${++tries}`));
    const { failures } = watch({ ...sourceFor(userOf(1)), evaluate: full });
    await engine.time.pass(updateMsMin);
    await settle();
    expect([tries, failures]).toEqual([2, []]);
  });

  test("when as many questions are watched as may be, then another is refused", () => {
    const source = sourceFor(userOf(1));
    for (let i = 0; i < questionsMax; i++) watch({ ...source, key: `${i}` });
    expect(() => watch({ ...source, key: "one more" })).toThrow(`Limit reached: ${questionsMax}`);
    expect(() => watch({ ...source, key: "0" })).not.toThrow();
  });
});
