import fc from "fast-check";
import { expect, test } from "vitest";
import { ThresholdCounter } from "../../../src/triggers/matching/threshold-counter.ts";

test("when times come in any order, then it counts as one that looks at all of them each time", () => {
  const steps = fc.array(fc.tuple(fc.constantFrom("a", "b"), fc.integer({ min: 0, max: 40 })), { maxLength: 80 });
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 5 }), fc.integer({ min: 1, max: 15 }), steps, (count, window, all) => {
      const counter = new ThresholdCounter(count, window);
      const kept = new Map<string, number[]>();
      for (const [value, time] of all) {
        const times = [...(kept.get(value) ?? []), time];
        const within = times.filter((one) => one > Math.max(...times) - window);
        const isReached = within.length >= count;
        kept.set(value, isReached ? [] : within);
        expect(counter.add(value, time)).toBe(isReached);
      }
    }),
  );
});

test("when what came last is taken back, then it counts on as if that had never come", () => {
  const steps = fc.array(fc.tuple(fc.constantFrom("a", "b"), fc.integer({ min: 0, max: 40 })), { maxLength: 40 });
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 5 }),
      fc.integer({ min: 1, max: 15 }),
      steps,
      steps,
      steps,
      (count, window, before, abandoned, after) => {
        const counter = new ThresholdCounter(count, window);
        const other = new ThresholdCounter(count, window);
        const undo: (() => void)[] = [];
        for (const [value, time] of before) expect(counter.add(value, time)).toBe(other.add(value, time));
        for (const [value, time] of abandoned) counter.add(value, time, undo);
        for (const takeBack of undo.reverse()) takeBack();
        for (const [value, time] of after) expect(counter.add(value, time)).toBe(other.add(value, time));
      },
    ),
  );
});

test("when there are more values than it may keep, then the one longest not seen begins anew", () => {
  const counter = new ThresholdCounter(2, 100, 2);
  for (const value of ["a", "b", "c"]) counter.add(value, 1);
  expect([counter.add("b", 2), counter.add("a", 2)]).toEqual([true, false]);
});

test("when there are more times than it may keep, then values are forgotten, the longest not seen first", () => {
  const counter = new ThresholdCounter(4, 100, 10, 4);
  for (const value of ["a", "a", "b", "b", "b"]) counter.add(value, 1);
  expect([counter.add("b", 1), counter.add("a", 1)]).toEqual([true, false]);
});
