import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PairTable } from "../../../src/query/counting/pair-table.ts";
import { countedPairsMax } from "../../../src/query/limits.ts";
import { patienceMs } from "../../support/patience.ts";

describe("a table of pairs", () => {
  test("when any pairs come, then their counts are those of a map", () => {
    const number = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.double({ noNaN: true }), fc.constantFrom(0, -0));
    const pairs = fc.array(fc.tuple(fc.integer({ min: 0, max: 5 }), number, fc.integer({ min: 1, max: 9 })), {
      maxLength: 400,
    });
    fc.assert(
      fc.property(pairs, fc.integer({ min: 0, max: 400 }), (all, askedAfter) => {
        const table = new PairTable("pairs");
        const known = new Map<number, Map<number, number>>();
        for (const [i, [group, value, count]] of all.entries()) {
          table.add(group, value, count);
          const own = known.get(group) ?? new Map<number, number>();
          known.set(group, own.set(value, (own.get(value) ?? 0) + count));
          if (i === askedAfter) table.of(group);
        }
        for (let group = 0; group < 7; group++) {
          const { numbers, counts } = table.of(group);
          expect(new Map(Array.from(numbers, (value, i) => [value, counts[i]!]))).toEqual(
            known.get(group) ?? new Map(),
          );
          expect(table.countOf(group, 1)).toBe(known.get(group)?.get(1) ?? 0);
        }
        const [groups, numbers, counts] = table.pack();
        const again = new PairTable("pairs");
        for (let i = 0; i < groups.length; i++) again.add(groups[i]!, numbers[i]!, counts[i]!);
        expect(again.pack()).toEqual([groups, numbers, counts]);
      }),
    );
  });

  test(
    "when there are too many, then that is said",
    () => {
      const table = new PairTable("values of trees");
      for (let i = 0; i < countedPairsMax; i++) table.add(i & 7, i, 1);
      table.add(0, 8, 1);
      expect(table.size).toBe(countedPairsMax);
      const tooMany = {
        code: "too_large",
        message: expect.stringContaining(`${countedPairsMax} different values of trees`),
      };
      expect(() => table.add(0, -1, 1)).toThrow(expect.objectContaining(tooMany));
    },
    patienceMs,
  );
});
