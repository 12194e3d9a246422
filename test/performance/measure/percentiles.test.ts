import fc from "fast-check";
import { expect, test } from "vitest";
import { percentile } from "../../../src/performance/measure/percentiles.ts";

test.each([
  [0.5, 5],
  [0.95, 10],
  [0.99, 10],
  [0, 1],
  [1, 10],
])("when the share %d of one to ten is asked for, then it is %d", (share, expected) => {
  expect(percentile([10, 9, 8, 7, 6, 5, 4, 3, 2, 1], share)).toBe(expected);
});

test("when values are at random, then the share is at or below it, and not below the next smaller one", () => {
  const numbers = fc.array(fc.integer(), { minLength: 1 });
  fc.assert(
    fc.property(numbers, fc.double({ min: 0.01, max: 1, noNaN: true }), (values, share) => {
      const found = percentile(values, share);
      expect(values.filter((value) => value <= found).length).toBeGreaterThanOrEqual(share * values.length);
      expect(values.filter((value) => value < found).length).toBeLessThan(share * values.length);
    }),
  );
});

test("when there are no values, then that is a mistake of ours", () => {
  expect(() => percentile([], 0.5)).toThrow();
});
