import { expect, test } from "vitest";
import { longRestMs, restMs } from "../../src/pool/limits.ts";
import { Rest } from "../../src/pool/rest.ts";

/** Time that passes when it is told to. */
function restWithClock() {
  let nowMs = 0;
  const alarms = new Set<{ dueMs: number; action: () => void }>();
  const told: boolean[] = [];
  const rest = new Rest(
    (isLong) => told.push(isLong),
    (milliseconds, action) => {
      const alarm = { dueMs: nowMs + milliseconds, action };
      alarms.add(alarm);
      return () => alarms.delete(alarm);
    },
  );
  const pass = (milliseconds: number) => {
    const endMs = nowMs + milliseconds;
    for (;;) {
      const [next] = [...alarms].filter(({ dueMs }) => dueMs <= endMs).sort((a, b) => a.dueMs - b.dueMs);
      if (!next) break;
      alarms.delete(next);
      nowMs = next.dueMs;
      next.action();
    }
    nowMs = endMs;
  };
  return { rest, told, pass };
}

test("when the last task has ended, then a rest is told soon, a long one later, and then nothing more", () => {
  const { rest, told, pass } = restWithClock();
  rest.end();
  rest.begin();
  pass(restMs - 1);
  expect(told).toEqual([]);
  pass(1);
  expect(told).toEqual([false]);
  pass(longRestMs - restMs);
  expect(told).toEqual([false, true]);
  pass(60_000);
  expect(told).toEqual([false, true]);
});

test("when a task begins meanwhile, then the rest begins anew behind it", () => {
  const { rest, told, pass } = restWithClock();
  rest.end();
  rest.begin();
  pass(restMs - 1);
  rest.end();
  pass(60_000);
  expect(told).toEqual([]);
  rest.begin();
  pass(restMs);
  rest.end();
  pass(60_000);
  expect(told).toEqual([false]);
});

test("when threads become free that had no task since, then their rest is not told again", () => {
  const { rest, told, pass } = restWithClock();
  rest.begin();
  pass(60_000);
  expect(told).toEqual([]);
  rest.end();
  rest.begin();
  rest.begin();
  pass(60_000);
  rest.begin();
  pass(60_000);
  expect(told).toEqual([false, true]);
});
