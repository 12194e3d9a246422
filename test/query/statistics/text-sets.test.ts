import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { TextSets } from "../../../src/query/statistics/text-sets.ts";

const pairs = fc.array(
  fc.tuple(fc.nat(9), fc.oneof(fc.nat(70), fc.nat(2_000_000), fc.constantFrom(0, 31, 32, 63, 255, 256, 1_999_999))),
  { maxLength: 120 },
);

function setsOf(added: readonly [number, number][]): TextSets {
  const sets = new TextSets();
  for (const [group, text] of added) sets.add(group, text);
  return sets;
}

function countsOf(sets: TextSets): number[] {
  return Array.from({ length: 11 }, (_, group) => sets.count(group));
}

function naiveCounts(added: readonly [number, number][]): number[] {
  return Array.from(
    { length: 11 },
    (_, group) => new Set(added.filter(([own]) => own === group).map(([, text]) => text)).size,
  );
}

describe("different texts by group", () => {
  test("when texts are added in any order and again, then each group has as many as a set would", () => {
    fc.assert(
      fc.property(pairs, (added) => {
        expect(countsOf(setsOf(added))).toEqual(naiveCounts(added));
      }),
    );
  });

  test("when others' texts are merged under other numbers, then they fall together with those that are there", () => {
    fc.assert(
      fc.property(pairs, pairs, (left, right) => {
        const sets = setsOf(left);
        sets.merge(
          setsOf(right).pack(),
          (group) => 9 - group,
          (text) => 2_000_000 - text,
          () => undefined,
        );
        const renamed = right.map(([group, text]): [number, number] => [9 - group, 2_000_000 - text]);
        expect(countsOf(sets)).toEqual(naiveCounts([...left, ...renamed]));
      }),
    );
  });

  test("when there is no room for the bits of all groups, then the texts of the others are counted as pairs, also of a group that grows later", () => {
    const added: [number, number][] = Array.from({ length: 300 }, (_, group) => [group, 1_999_999]);
    for (let group = 0; group < 300; group++) added.push([group, 7], [group, 1_999_999], [group, 900_000]);
    const sets = setsOf(added);
    expect(Array.from({ length: 301 }, (_, group) => sets.count(group))).toEqual([...Array(300).fill(3), 0]);
    const merged = setsOf([[299, 7]]);
    merged.merge(
      sets.pack(),
      (group) => group,
      (text) => text,
      () => undefined,
    );
    expect(Array.from({ length: 301 }, (_, group) => merged.count(group))).toEqual([...Array(300).fill(3), 0]);
  });
});
