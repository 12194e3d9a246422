import { expect, test } from "vitest";
import * as significant from "../../../src/query/ranking/significant.ts";

function pickSignificant(
  tests: readonly { statistic: number; p: number; adjustedP: number }[],
  ...rest: [{ limit: number; significance: number }, (a: number, b: number) => number]
) {
  const columns = {
    statistic: tests.map(({ statistic }) => statistic),
    p: tests.map(({ p }) => p),
    adjustedP: tests.map(({ adjustedP }) => adjustedP),
  };
  return significant.pickSignificant(columns, ...rest);
}

const byPlace = (a: number, b: number) => a - b;

test("when tests have different degrees of freedom, then the least likely comes first, whatever its statistic", () => {
  const tests = [
    { statistic: 40, p: 0.004, adjustedP: 0.004 },
    { statistic: 14, p: 0.0003, adjustedP: 0.0006 },
    { statistic: 12, p: 0.2, adjustedP: 0.2 },
  ];
  expect(pickSignificant(tests, { limit: 10, significance: 0.05 }, byPlace)).toEqual({ count: 2, best: [1, 0] });
  expect(pickSignificant(tests, { limit: 1, significance: 0.05 }, byPlace)).toEqual({ count: 2, best: [1] });
});

test("when two are too unlikely for a number, then their statistics tell them apart, and then the given order", () => {
  const none = { p: 0, adjustedP: 0 };
  const tests = [
    { statistic: 1e5, ...none },
    { statistic: 1e6, ...none },
    { statistic: 1e5, ...none },
  ];
  expect(pickSignificant(tests, { limit: 3, significance: 0.001 }, byPlace).best).toEqual([1, 0, 2]);
});
