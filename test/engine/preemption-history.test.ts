import { describe, expect, test } from "vitest";
import { longQuestionKeptMs, longQuestionsMax, nearlyDoneKeptMs } from "../../src/engine/limits.ts";
import { PreemptionHistory } from "../../src/engine/preemption-history.ts";
import type { QueryTask } from "../../src/query/execution/task.ts";

const base = 1_700_000_000;

function taskOf(params: object, rows = 1_000_000, hosts: string[] = []): QueryTask {
  const segment = { place: "file", rows, minTime: base * 1e6, maxTime: (base + 60) * 1e6 };
  const time_range = { ts_from: base - 100 * rows, ts_to: base + rows, timezone: "UTC" };
  const all = { field: "message", filter: [], limit: 10, time_range, ...params };
  return { type: "TopN", params: all, baseTime: base, hosts, snapshot: { segments: [segment] } } as never;
}

function openLong() {
  let nowMs = 0;
  const long = new PreemptionHistory(() => nowMs);
  return { long, wait: (ms: number) => (nowMs += ms) };
}

describe("questions known to be long", () => {
  test("when one was given up, then it is known for a while, of about as many events, for any range and limit", () => {
    const { long, wait } = openLong();
    expect(long.has(taskOf({}))).toBe(false);
    long.add(taskOf({}), 0.1);
    expect(long.has(taskOf({}))).toBe(true);
    expect(long.has(taskOf({ limit: 100 }, 600_000))).toBe(true);
    expect(long.has(taskOf({}, 400_000))).toBe(false);
    wait(longQuestionKeptMs);
    expect(long.has(taskOf({}))).toBe(false);
  });

  test("when another field, condition or host is asked for, then nothing is known of that", () => {
    const { long } = openLong();
    long.add(taskOf({}), 0.1);
    expect(long.has(taskOf({ field: "host" }))).toBe(false);
    expect(long.has(taskOf({ q: "severity:error" }))).toBe(false);
    expect(long.has(taskOf({}, 1_000_000, ["web*"]))).toBe(false);
  });

  test("when it had come a good way, then it is soon tried again", () => {
    const { long, wait } = openLong();
    long.add(taskOf({}), 0.3);
    expect(long.has(taskOf({}))).toBe(true);
    wait(nearlyDoneKeptMs);
    expect(long.has(taskOf({}))).toBe(false);
  });

  test("when there are more than are kept, then the oldest are forgotten", () => {
    const { long } = openLong();
    for (let i = 0; i <= longQuestionsMax; i++) long.add(taskOf({ q: `word${i}` }), 0);
    expect(long.has(taskOf({ q: "word0" }))).toBe(false);
    expect(long.has(taskOf({ q: "word1" }))).toBe(true);
  });

  test("when a question is very long text, then it is not kept", () => {
    const { long } = openLong();
    const huge = taskOf({ q: "word ".repeat(10_000) });
    long.add(huge, 0);
    expect(long.has(huge)).toBe(false);
  });
});
