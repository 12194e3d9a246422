import { expect, test } from "vitest";
import { compileCondition } from "../../../src/filter/condition/compile-condition.ts";

const words = (value: string) => compileCondition({ field: "a", op: "qp", value, ignore_case: true }).test;

test("when more words are asked for than are looked for one by one, then each counts", () => {
  const many = Array.from({ length: 40 }, (_, i) => `w${i}`);
  const asked = words(many.join(" "));
  expect(asked.text(many.toReversed().join("-"))).toBe(true);
  for (const missing of many) expect(asked.text(many.filter((word) => word !== missing).join(" "))).toBe(false);
});

test("when words are asked for, then their steps are bounded however many they are; phrases take some each", () => {
  const stepsOf = (word: string, count: number) => words(Array(count).fill(word).join(" ")).steps!;
  expect(stepsOf("word", 2000)).toBe(stepsOf("word", 300));
  expect(stepsOf("word", 3)).toBeLessThan(stepsOf("word", 300));
  expect(stepsOf('"two words"', 300)).toBe(100 * stepsOf('"two words"', 3));
});

test("when a long text is asked, then the clock is looked at for each value, for a short one it is not", () => {
  let looks = 0;
  const tick = () => void looks++;
  const { test: asked } = compileCondition({ field: "a", op: "eq", value: ["*x?y*", "*z?y*"], ignore_case: true });
  expect([asked.text("a".repeat(60_000), tick), looks]).toEqual([false, 2]);
  expect([asked.text("axby", tick), looks]).toEqual([true, 2]);
});
