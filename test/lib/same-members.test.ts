import fc from "fast-check";
import { expect, test } from "vitest";
import { sameMembers } from "../../src/lib/same-members.ts";

test.each([
  [[], [], true],
  [["a", "b"], ["b", "a"], true],
  [["a", "a"], ["a"], true],
  [["a", "a"], ["a", "b"], false],
  [["a", "b"], ["a", "a"], false],
  [[], ["a"], false],
])("when %j is held against %j, then the answer is %j", (one, other, expected) => {
  expect(sameMembers(one, other)).toBe(expected);
});

test("when lists of any items are compared, then the answer is that of sets, from either side", () => {
  const lists = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 5 });
  fc.assert(
    fc.property(lists, lists, (one, other) => {
      const expected = new Set(one).symmetricDifference(new Set(other)).size === 0;
      expect([sameMembers(one, other), sameMembers(other, one)]).toEqual([expected, expected]);
    }),
  );
});
