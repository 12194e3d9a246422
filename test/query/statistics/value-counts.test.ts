import fc from "fast-check";
import { expect, test } from "vitest";
import { noNumber } from "../../../src/query/counting/row-numbers.ts";
import { batchRows, countedPairsMax, waitingNumbersMax } from "../../../src/query/limits.ts";
import { packPairs, percentileOf, ValueCounts } from "../../../src/query/statistics/value-counts.ts";

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

/** Occurrences of a number in a group. */
type Entry = [group: number, value: number, count: number];

/** Numbers that come together, and how. */
interface Batch {
  way: "add" | "addMany" | "addWhole" | "merge";
  group: number;
  size: number;
  most: number;
  scale: number;
  /** Every which one is the number that all others of the batch have too. */
  same: number;
  seed: number;
}

const batches: fc.Arbitrary<Batch> = fc.record({
  way: fc.constantFrom("add", "addMany", "addWhole", "merge"),
  group: fc.nat(2),
  size: fc.constantFrom(1, 3, 20, 90, 700, 4_000),
  most: fc.constantFrom(9, 255, 300, 4_095, 4_096, 9_000, 100_000, 1_048_575, 2_000_000),
  scale: fc.constantFrom(1, 1, 10, 1_000),
  same: fc.constantFrom(2, 5, 10_000),
  seed: fc.nat(),
});

/** Among them the largest one, and with a batch of thousands such as 100,000.999. */
function entriesOf({ group, size, most, scale, same, seed }: Batch): Entry[] {
  let random = seed | 1;
  return Array.from({ length: size }, (_, i) => {
    random = (Math.imul(random, 0x41c64e6d) + 12_345) >>> 0;
    const units = i % same === 1 ? 7 : i === size - 1 ? most * scale + scale - 1 : random % ((most + 1) * scale);
    return [group, units / scale, 1 + (random % 3)];
  });
}

function addBatch(counts: ValueCounts, batch: Batch): void {
  const entries = entriesOf(batch);
  const groups = Uint32Array.from(entries, ([group]) => group);
  const times = Uint32Array.from(entries, ([, , count]) => count);
  if (batch.way === "add") for (const [group, value, count] of entries) counts.add(group, value, count);
  else if (batch.way === "addMany") {
    const values = Float64Array.from([...entries.map(([, value]) => value), Number.NaN]);
    counts.addMany(Uint32Array.of(...groups, 0), values, Uint32Array.of(...times, 1), values.length);
  } else if (batch.way === "addWhole") {
    const units = Int32Array.from([noNumber, ...entries.map(([, value]) => Math.round(value * batch.scale))]);
    counts.addWhole(Uint32Array.of(0, ...groups), units, batch.scale, Uint32Array.of(1, ...times), units.length);
  } else {
    // There the groups have other numbers.
    const other = new ValueCounts();
    for (const [group, value, count] of entries) other.add(2 - group, value, count);
    counts.merge(
      other.pack(),
      (group) => 2 - group,
      () => undefined,
    );
  }
}

const percents = [0, 1, 25, 50, 90, 95, 99, 100];

/** By nearest rank, of all occurrences one by one. */
function naivePercentiles(entries: readonly Entry[], group: number): (number | undefined)[] {
  const all: number[] = [];
  for (const [of, value, count] of entries) for (let i = 0; of === group && i < count; i++) all.push(value);
  const sorted = Float64Array.from(all).sort();
  return percents.map((percent) => sorted[Math.max(1, Math.ceil((percent * sorted.length) / 100)) - 1]);
}

function expectPercentiles(counts: ValueCounts, entries: readonly Entry[], group: number): void {
  const sorted = counts.sorted(group);
  const found = percents.map((percent) => sorted && percentileOf(sorted, percent));
  expect(found).toEqual(naivePercentiles(entries, group));
}

test("when numbers come to groups in any way, few and then thousands, then percentiles are those of all of them sorted", () => {
  fc.assert(
    fc.property(fc.array(batches, { minLength: 1, maxLength: 6 }), fc.boolean(), (all, isAskedBetween) => {
      const counts = new ValueCounts();
      const entries: Entry[] = [];
      for (const batch of all) {
        addBatch(counts, batch);
        for (const entry of entriesOf(batch)) entries.push(entry);
        if (isAskedBetween) expectPercentiles(counts, entries, batch.group);
      }
      for (let group = 0; group < 4; group++) expectPercentiles(counts, entries, group);
      const copy = new ValueCounts();
      copy.merge(
        counts.pack(),
        (group) => group,
        () => undefined,
      );
      for (let group = 0; group < 4; group++) expectPercentiles(copy, entries, group);
    }),
    { numRuns: 100 },
  );
});

test.each(["add", "addWhole", "merge"] as const)(
  "when a group has few numbers, then thousands come by %s, then those with three decimals, then all are counted",
  (way) => {
    const counts = new ValueCounts();
    const entries: Entry[] = [];
    const more = { way, group: 1, same: 10_000, seed: 5 };
    for (const batch of [
      { ...more, size: 5, most: 100_000, scale: 1 },
      { ...more, size: 3_000, most: 100_000, scale: 1 },
      { ...more, size: 40, most: 100, scale: 10 },
      { ...more, size: 3_000, most: 100_000, scale: 1_000 },
      { ...more, size: 2_000, most: 900, scale: 1_000 },
    ]) {
      addBatch(counts, batch);
      entries.push(...entriesOf(batch));
      expectPercentiles(counts, entries, 1);
    }
    expect(percentileOf(counts.sorted(1)!, 100)).toBe(100_000.999);
    const { cumulated } = counts.sorted(1)!;
    expect(cumulated.at(-1)).toBe(entries.reduce((sum, [, , count]) => sum + count, 0));
  },
);

test("when 700 groups have few numbers each, then each has the percentiles of its own, after a merge too", () => {
  const [first, second] = [new ValueCounts(), new ValueCounts()];
  const entries: Entry[] = Array.from({ length: 700 * 9 }, (_, i) => {
    const units = Math.imul(i, 0x9e3779b1) >>> 0;
    return [i % 700, i % 4 === 0 ? units % 200 : (units % 100_001_000) / 1_000, 1 + (i % 2)];
  });
  for (const [i, [group, value, count]] of entries.entries())
    if (i % 3 === 0) first.add(group, value, count);
    else second.add(699 - group, value, count);
  first.merge(
    second.pack(),
    (group) => 699 - group,
    () => undefined,
  );
  for (let group = 0; group <= 700; group++)
    expectPercentiles(
      first,
      entries.filter(([of]) => of === group),
      group,
    );
});

/** Of a million and more rows in batches, by group: how often each number came. */
function countMany(counts: ValueCounts, { groups, most, scale }: { groups: number; most: number; scale: number }) {
  const known = Array.from({ length: groups }, () => new Map<number, number>());
  let random = 1;
  const next = (below: number) => {
    random = (Math.imul(random, 0x41c64e6d) + 12_345) >>> 0;
    return (random >>> 8) % below;
  };
  for (let batch = 0; batch < 140; batch++) {
    const of = Uint32Array.from({ length: batchRows }, () => next(groups));
    const units = Int32Array.from({ length: batchRows }, () => next(most));
    const times = new Uint32Array(batchRows).fill(batch % 3 === 0 ? 2 : 1);
    counts.addWhole(of, units, scale, times, batchRows);
    for (let i = 0; i < batchRows; i++) {
      const numbers = known[of[i]!]!;
      numbers.set(units[i]! / scale, (numbers.get(units[i]! / scale) ?? 0) + times[i]!);
    }
  }
  return known;
}

test.each([
  { what: "few groups of few numbers", groups: 3, most: 40, scale: 1 },
  { what: "a thousand groups of thousands", groups: 1_000, most: 9_000, scale: 1_000 },
  { what: "groups and numbers of more than 32 bits", groups: 5_000, most: 2 ** 24, scale: 10 },
])("when more rows come than wait at once, in $what, then each number has its count", (given) => {
  const counts = new ValueCounts();
  const known = countMany(counts, given);
  for (let group = 0; group < given.groups; group += Math.ceil(given.groups / 50)) {
    const { values, cumulated } = counts.sorted(group)!;
    const expected = [...known[group]!].sort(([a], [b]) => a - b);
    expect([...values]).toEqual(expected.map(([value]) => value));
    expect(Array.from(cumulated, (total, i) => total - (cumulated[i - 1] ?? 0))).toEqual(expected.map(([, n]) => n));
  }
});

test("when two groups there are one here, then it has the numbers of both", () => {
  const [there, here] = [new ValueCounts(), new ValueCounts()];
  for (const [group, value] of [
    [0, 5],
    [0, 7.5],
    [1, 5],
    [2, 1],
  ] as const)
    there.add(group, value, 2);
  here.add(4, 5, 1);
  here.merge(
    there.pack(),
    (group) => (group === 2 ? 3 : 4),
    () => undefined,
  );
  expect(here.sorted(4)).toEqual({ group: 4, values: Float64Array.of(5, 7.5), cumulated: Float64Array.of(5, 7) });
  expect(here.sorted(3)?.values).toEqual(Float64Array.of(1));
});

test("when occurrences are more than a word holds, then they are counted all the same", () => {
  const counts = new ValueCounts();
  for (let i = 0; i < 3; i++) counts.add(0, 8, 2 ** 31 - 1);
  expect(counts.sorted(0)?.cumulated.at(-1)).toBe(3 * (2 ** 31 - 1));
});

test("when there are more different numbers than may be kept, then it says so", () => {
  const counts = new ValueCounts();
  const [groups, times] = [new Uint32Array(batchRows), new Uint32Array(batchRows).fill(1)];
  const add = () => {
    for (let first = 0; first < countedPairsMax + 2 * waitingNumbersMax; first += batchRows)
      counts.addWhole(
        groups,
        Int32Array.from(groups, (_, i) => first + i),
        1,
        times,
        batchRows,
      );
  };
  expect(add).toThrow(`${countedPairsMax} different values by group`);
});

test("when parts of many groups without numbers are merged, then none of them is kept", () => {
  const counts = new ValueCounts();
  const groups = 50_000;
  const none = { scale: 1, lengths: new Uint32Array(groups), units: new Uint32Array(0), counts: new Uint32Array(0) };
  const packed = packPairs(none);
  const before = process.memoryUsage().rss;
  for (let part = 0; part < 2_000; part++)
    counts.merge(
      packed,
      (group) => group,
      () => undefined,
    );
  expect(process.memoryUsage().rss - before).toBeLessThan(200e6);
  expect(counts.sorted(7)).toBeUndefined();
});

test("when a count is 0, then the counts of the others stay theirs", () => {
  const counts = new ValueCounts();
  counts.addWhole(Uint32Array.of(0, 0), Int32Array.of(7, 3), 1, Uint32Array.of(0, 1), 2);
  const { values, cumulated } = counts.sorted(0)!;
  expect([[...values], [...cumulated]]).toEqual([
    [3, 7],
    [1, 1],
  ]);
});
