import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ExactSums } from "../../../src/query/statistics/exact-sums.ts";

/** Numbers of logs: bytes, durations, money; far apart, so that plain addition loses most of the small ones. */
const numbers = fc.oneof(
  fc.integer(),
  fc.double({ min: -1e6, max: 1e6, noNaN: true }),
  fc.double({ min: -1e18, max: 1e18, noNaN: true }),
);
const terms = fc.array(fc.tuple(numbers, fc.integer({ min: 1, max: 65_535 })), { maxLength: 60 });

describe("a sum that is kept in two numbers", () => {
  test("when numbers come so many times each, in any order, then it is what whole numbers of any size say", () => {
    fc.assert(
      fc.property(terms, (added) => {
        const sums = new ExactSums();
        for (const [value, times] of added) sums.add(0, value, times);
        const exact = added.reduce((sum, [value, times]) => sum + scaled(value) * BigInt(times), 0n);
        const error = scaled(sums.of(0)) - exact;
        // The result is one number: half of its last bit is the least it can be off, plus 2^-100 of all that was added.
        const all = added.reduce((sum, [value, times]) => sum + Math.abs(value) * times, 0);
        const allowed = scaled(Math.abs(sums.of(0)) * 2 ** -52 + all * 2 ** -98);
        expect(error <= allowed && -error <= allowed).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test("when numbers come many at once, for several groups, then the sums are those of one by one", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(2_000), numbers, fc.constantFrom(1, 1, 3)), { maxLength: 60 }), (added) => {
        const [one, many] = [new ExactSums(), new ExactSums()];
        for (const [group, value, times] of added) one.add(group, value, times);
        const groups = Uint32Array.from(added, ([group]) => group);
        const values = Float64Array.from(added, ([, value]) => value);
        // Beyond the end there may be anything.
        const more = Float64Array.of(...values, 7);
        many.addMany(
          groups,
          more,
          Uint32Array.from(added, ([, , times]) => times),
          added.length,
        );
        many.addMany(Uint32Array.of(0), Float64Array.of(Number.NaN), Uint32Array.of(1), 1);
        expect(groups.every((group) => Object.is(one.of(group), many.of(group)))).toBe(true);
      }),
    );
  });

  test("when a small number stands between two that cancel each other, then it is what remains", () => {
    const sums = new ExactSums();
    for (const value of [1e17, 1, -1e17]) sums.add(3, value, 7);
    expect(sums.of(3)).toBe(7);
  });

  test("when a number is too large to be cut in two, then it is added whole, and groups do not meet", () => {
    const sums = new ExactSums();
    sums.add(0, 1e305, 3);
    sums.add(1, 0.5, 2);
    expect([sums.of(0), sums.of(1), sums.of(2)]).toEqual([3e305, 1, 0]);
  });
});

/** As a whole number of 2^-1074, of which every number is a multiple. */
function scaled(value: number): bigint {
  const [, exponent] = new Uint32Array(new Float64Array([value]).buffer);
  const power = Math.max(1, (exponent! >>> 20) & 0x7ff) - 1;
  return BigInt(value / 2 ** (power - 1022) / 2 ** -52) << BigInt(power);
}
