import fc from "fast-check";
import { expect, test } from "vitest";
import { ValueCounts } from "../../../src/query/statistics/value-counts.ts";

test("when numbers lie as close to each other as numbers can, then each is one of its own", () => {
  const decimal = fc.tuple(fc.integer({ min: -50, max: 500 }), fc.constantFrom(1, 10, 100, 1_000));
  const close = fc.tuple(decimal, fc.array(fc.integer({ min: -2, max: 2 }), { maxLength: 6 }));
  const numbers = fc.array(close, { maxLength: 20 });
  fc.assert(
    fc.property(numbers, (all) => {
      const counts = new ValueCounts();
      const known = new Set<number>();
      for (const [[units, scale], steps] of all)
        for (const step of steps) {
          const value = neighbour(units / scale, step);
          counts.add(0, value, 1);
          known.add(value);
        }
      expect([...(counts.sorted(0)?.values ?? [])]).toEqual([...known].sort((a, b) => a - b));
    }),
  );
});

/** So many numbers further on, among all that there are; away from 0 when it is positive. */
function neighbour(value: number, steps: number): number {
  if (value === 0) return 0;
  const bits = new BigInt64Array(Float64Array.of(value).buffer);
  bits[0]! += BigInt(steps);
  return new Float64Array(bits.buffer)[0]!;
}
