import { describe, expect, test } from "vitest";
import { fTail } from "../../../src/query/statistics/f-distribution.ts";
import * as surprise from "../../../src/query/statistics/surprise.ts";

const adjust = (ps: readonly number[]) => [...surprise.adjust(ps)];

/** The test of each value. */
function surprises(values: readonly surprise.ComparedCounts[], lengths: { range: number; base: number }) {
  const { volume, expected, statistic, p, adjustedP } = surprise.surprises(
    { length: values.length, of: (i) => values[i]! },
    lengths,
  );
  const of = (i: number) => ({ expected: expected[i]!, statistic: statistic[i]!, p: p[i]!, adjustedP: adjustedP[i]! });
  return { volume, surprises: values.map((_, i) => of(i)) };
}

describe("the F distribution", () => {
  /**
   * With two degrees of freedom the tail is 1 - sqrt(f / (f + 2)); with one it is that of a squared Cauchy variable.
   */
  test("when its tail is known in closed form, then it is that, however small", () => {
    for (const f of [1e-6, 0.1, 1, 4, 100, 1e6]) {
      const exact = 2 / (f + 2) / (1 + Math.sqrt(f / (f + 2)));
      expect(fTail(f, 2) / exact).toBeCloseTo(1, 10);
      expect(fTail(f, 1) / ((2 / Math.PI) * Math.atan2(1, Math.sqrt(f)))).toBeCloseTo(1, 10);
    }
  });

  test("when printed tables have its quantiles, then the tail there is theirs", () => {
    expect(fTail(4.9646, 10)).toBeCloseTo(0.05, 5);
    expect(fTail(4.0847, 40)).toBeCloseTo(0.05, 5);
    expect(fTail(7.3141, 40)).toBeCloseTo(0.01, 5);
    expect(fTail(0, 10)).toBe(1);
  });

  test("when the value grows, then the tail shrinks, and never below nothing", () => {
    let before = 1;
    for (let f = 0.01; f < 1e9; f *= 3) {
      const tail = fTail(f, 51);
      expect(tail).toBeLessThan(before);
      expect(tail).toBeGreaterThan(0);
      before = tail;
    }
  });
});

test("when many comparisons are made, then each is adjusted as Benjamini and Hochberg have it", () => {
  expect(adjust([0.01, 0.04, 0.03, 0.005])).toEqual([0.02, 0.04, 0.04, 0.02]);
  expect(adjust([0.5, 0.9, 1])).toEqual([1, 1, 1]);
  expect(adjust([])).toEqual([]);
});

describe("what is surprising", () => {
  const even = (count: number, per: number) => ({
    rangeParts: Array.from({ length: 12 }, () => count / 12),
    baseParts: Array.from({ length: 12 }, () => per),
  });
  const lengths = { range: 60, base: 60 };
  const least = (values: Parameters<typeof surprises>[0]) =>
    surprises(values, lengths).surprises.map(({ adjustedP }) => adjustedP);

  test("when one of many values doubled, came or went, then it alone is surprising", () => {
    const usual = Array.from({ length: 20 }, (_, i) => even(120 + (i % 3), 10));
    for (const changed of [even(240, 10), even(60, 0), even(0, 10)]) {
      const found = least([...usual, changed]);
      expect(found.at(-1)).toBeLessThan(1e-4);
      expect(Math.min(...found.slice(0, -1))).toBeGreaterThan(0.5);
    }
  });

  test("when all values doubled, then none is surprising, and the volume says so", () => {
    const { volume, surprises: found } = surprises(
      Array.from({ length: 20 }, () => even(240, 10)),
      lengths,
    );
    expect(volume).toBeCloseTo(2);
    for (const { adjustedP, expected } of found) expect([adjustedP, expected]).toEqual([1, 240]);
  });

  test("when a value comes in bursts, then one more burst is no surprise, and as much of a steady one is", () => {
    const usual = Array.from({ length: 20 }, () => even(120, 10));
    const burst = { ...even(240, 0), baseParts: [120, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] };
    expect(least([...usual, burst]).at(-1)).toBeGreaterThan(0.001);
    expect(least([...usual, even(240, 10)]).at(-1)).toBeLessThan(1e-4);
  });

  test("when a new value comes all at once among steady ones, then it is a surprise", () => {
    const usual = Array.from({ length: 20 }, (_, i) => even(120 + (i % 3), 10));
    const once = { rangeParts: [0, 0, 60, 0, 0, 0, 0, 0, 0, 0, 0, 0], baseParts: even(0, 0).baseParts };
    const burst = { rangeParts: even(120, 0).rangeParts, baseParts: [0, 0, 0, 120, 0, 0, 0, 0, 0, 0, 0, 0] };
    for (const others of [usual, [...usual, burst, burst], []])
      expect(least([...others, once]).at(-1)).toBeLessThan(1e-4);
  });

  test("when most values come in bursts, then a steady one that came, went or grew stands out, and no new burst does", () => {
    const all = (count: number) => new Array<number>(24).fill(count);
    const burst = (at: number, count: number) => all(0).map((_, part) => (part === at ? count : 0));
    const bursts = Array.from({ length: 40 }, (_, i) => ({ rangeParts: all(0), baseParts: burst(3, 30 + i) }));
    const steady = { rangeParts: all(10), baseParts: all(10) };
    const lateOne = all(20).map((count, part) => (part < 12 ? 0 : count));
    const standOut = [
      { rangeParts: all(10), baseParts: all(0) },
      { rangeParts: lateOne, baseParts: all(0) },
      { rangeParts: all(0), baseParts: all(10) },
      { rangeParts: all(25), baseParts: all(10) },
    ];
    for (const changed of standOut) expect(least([...bursts, steady, changed]).at(-1)).toBeLessThan(0.01);
    for (const usual of [steady, { rangeParts: burst(4, 80), baseParts: all(0) }])
      expect(least([...bursts, steady, usual]).at(-1)).toBeGreaterThan(0.1);
  });

  test("when few values come in bursts and nothing changed, then hardly ever is one surprising; a doubled one is", () => {
    let state = 7;
    const random = () => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return (state + 0.5) / 2 ** 32;
    };
    const normal = () => Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random());
    const parts = (mean: number) => Array.from({ length: 24 }, () => Math.round(mean * Math.exp(normal() - 0.5)));
    const streams = 200;
    for (const count of [3, 5, 7]) {
      let alarms = 0;
      for (let i = 0; i < streams; i++) {
        const bursty = Array.from({ length: count }, () => ({ rangeParts: parts(20), baseParts: parts(20) }));
        if (Math.min(...least(bursty)) < 0.01) alarms++;
      }
      expect(alarms / streams).toBeLessThan(0.1);
    }
    expect(least([even(240, 10), even(120, 10), even(120, 10), even(120, 10)])[0]).toBeLessThan(1e-3);
  });

  test("when a steady value changed by less than a tenth, then that is no change, however many there are", () => {
    for (const count of [10_920_000, 11_880_000, 12_000_000, 13_100_000])
      expect(surprises([even(count, 1e6)], lengths).surprises[0]).toMatchObject({ p: 1, statistic: 0 });
    for (const count of [10_500_000, 13_700_000]) expect(least([even(count, 1e6)])[0]).toBeLessThan(1e-4);
  });

  test("when it changed by a little more than a tenth, then the surprise is what goes beyond the tenth", () => {
    const [below, beyond] = [10.9, 11.3].map((per) => least([even(per * 120, 100)])[0]!);
    expect(beyond).toBeGreaterThan(0.2);
    expect(below).toBe(1);
    // The same excess over a tenth of a tenfold base says ten times as much.
    const few = surprises([even(1_500, 100)], lengths).surprises[0]!.statistic;
    const many = surprises([even(15_000, 1_000)], lengths).surprises[0]!.statistic;
    expect(many / few).toBeCloseTo(10, 6);
  });

  test("when there is nothing, or one value alone, then that is answered", () => {
    expect(surprises([], lengths).surprises).toEqual([]);
    expect(surprises([even(12, 1)], lengths).surprises[0]).toMatchObject({ expected: 12, statistic: 0, p: 1 });
  });

  test("when there are very many values, then it may be ended at any time, and soon", () => {
    const length = 20_000;
    const baseParts = new Array<number>(24).fill(0);
    for (let look = 0; ; look += 97) {
      let [looks, read] = [0, 0];
      const values = {
        length,
        of: (i: number) => {
          // The looks at the clock are never far from each other.
          expect(++read).toBeLessThanOrEqual(300);
          return { rangeParts: baseParts.with(i % 24, 1 + (i % 50)), baseParts: baseParts.with(0, i % 30) };
        },
      };
      const tick = () => {
        read = 0;
        if (looks++ === look) throw new Error("enough");
      };
      try {
        expect(surprise.surprises(values, lengths, tick).p).toHaveLength(length);
        expect(looks).toBeGreaterThan((7 * length) / 256);
        return;
      } catch (error) {
        expect((error as Error).message).toBe("enough");
      }
    }
  });
});
