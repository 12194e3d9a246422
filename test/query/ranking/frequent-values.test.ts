import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FrequentValues } from "../../../src/query/ranking/frequent-values.ts";

const limit = 5;

/** What a plain count says of the same values. */
function naive(values: readonly string[]) {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return Array.from(counts, ([name, count]) => ({ name, count })).sort(
    (a, b) => b.count - a.count || (a.name < b.name ? -1 : 1),
  );
}

function frequent(values: readonly string[], valuesMax: number, places: number, narrowAt = -1) {
  const found = new FrequentValues(valuesMax, places);
  for (const [i, value] of values.entries()) {
    found.add(value, 1);
    if (i === narrowAt) found.narrow();
  }
  if (!found.needsSecond) return found;
  found.beginSecond();
  for (const value of values) {
    found.add(value, 1);
    expect(found.size).toBeLessThanOrEqual(valuesMax);
  }
  return found;
}

describe("the most frequent of many values", () => {
  const streams = fc.array(fc.oneof(fc.nat({ max: 9 }), fc.nat({ max: 2_000 })).map(String), { maxLength: 600 });

  test("when a few are counted at once, then what is told is what a plain count says, and nothing else is more frequent than is said", () => {
    fc.assert(
      fc.property(
        streams,
        fc.integer({ min: 2, max: 60 }),
        fc.integer({ min: 1, max: 10 }),
        fc.integer({ min: -1, max: 50 }),
        (values, valuesMax, bits, narrowAt) => {
          const wanted = naive(values);
          const { distinct, values: told, othersMax } = frequent(values, valuesMax, 2 ** bits, narrowAt).found(limit);
          expect(told).toEqual(wanted.slice(0, told.length));
          const next = wanted[told.length]?.count ?? 0;
          if (othersMax === null) expect(told.length === limit || told.length === wanted.length).toBe(true);
          else expect(next).toBeLessThanOrEqual(othersMax);
          expect([null, wanted.length]).toContain(distinct);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  test("when all can be counted at once, then nothing is gone through twice", () => {
    const found = frequent(["a", "b", "a"], 2, 8);
    expect([found.needsSecond, found.found(1)]).toEqual([
      false,
      { distinct: 2, values: [{ name: "a", count: 2 }], othersMax: null },
    ]);
  });

  test("when some stand out of a multitude, then they are told, and how often each other one comes at most", () => {
    const values = Array.from({ length: 40_000 }, (_, i) => (i % 4 === 0 ? `often ${i % 12}` : `once ${i}`));
    const { distinct, values: told, othersMax } = frequent(values, 1_000, 4_096).found(limit);
    expect([distinct, told]).toEqual([null, naive(values).slice(0, 3)]);
    expect(othersMax).toBeGreaterThanOrEqual(1);
    expect(othersMax).toBeLessThan(100);
  });
});
