import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { StoredNumbers } from "../../../src/eventstore/columns/number-column.ts";
import type { NumberColumn } from "../../../src/eventstore/segment.ts";
import { rowsCompared } from "../../../src/filter/select/compare-numbers.ts";

const kinds = [Uint8Array, Uint16Array, Uint32Array, Int32Array] as const;

/** Numbers of any kind; some rows may lack one, and then hold 0. */
const columns = fc
  .record({
    kind: fc.constantFrom(...kinds),
    scale: fc.constantFrom(1 as const, 10 as const, 100 as const),
    units: fc.array(fc.oneof(fc.integer({ min: 0, max: 5 }), fc.nat(255)), { minLength: 1, maxLength: 100 }),
    below: fc.nat(200),
    copies: fc.constantFrom(1, 1, 300),
    lacking: fc.constantFrom(0, 3),
  })
  .map(({ kind, scale, units, below, copies, lacking }) => {
    const isSigned = kind === Int32Array;
    const all = Array.from(
      { length: units.length * copies },
      (_, row) => units[row % units.length]! - (isSigned ? below : 0),
    );
    const present = lacking === 0 ? undefined : Uint8Array.from(all, (_, row) => (row % lacking === 1 ? 0 : 1));
    const there = all.filter((_, row) => present?.[row] !== 0);
    const values = kind.from(all.map((unit, row) => (present?.[row] === 0 ? 0 : unit)));
    const [min, max] = [Math.min(...there) / scale, Math.max(...there) / scale];
    return { encoding: "number", values, scale, present, min, max, text: () => "" } as NumberColumn;
  });

const tests = fc
  .record({
    bound: fc.oneof(fc.integer({ min: -210, max: 260 }), fc.double({ min: -30, max: 30, noNaN: true })),
    sign: fc.nat(3),
  })
  .map(({ bound, sign }) => {
    const holds = [
      (a: number) => a < bound,
      (a: number) => a <= bound,
      (a: number) => a > bound,
      (a: number) => a >= bound,
    ];
    return holds[sign]!;
  });

const someTests = fc.array(tests, { minLength: 1, maxLength: 3 });

describe("numbers compared with bounds", () => {
  test("when rows of a range are asked, then those are found that a reading one by one finds", () => {
    fc.assert(
      fc.property(columns, someTests, fc.boolean(), fc.nat(99), (column, some, absent, cut) => {
        const rows = column.values.length;
        const range = { start: Math.floor((rows * cut) / 250), end: rows - Math.floor((rows * cut) / 300) };
        const found = rowsCompared(column, { tests: some, absent }, rows, range, () => undefined)!;
        const holds = (value: number) => some.every((test) => test(value));
        const wanted = (row: number) =>
          column.present?.[row] === 0 ? absent : holds(column.values[row]! / column.scale);
        for (let row = range.start; row < range.end; row++) expect([row, found.has(row)]).toEqual([row, wanted(row)]);
      }),
      { numRuns: 500 },
    );
  });

  test("when numbers are not whole ones, then bounds are found among all that there are", () => {
    fc.assert(
      fc.property(someNumbers, anyNumber, anyNumber, fc.nat(3), (all, bound, other, lacking) => {
        const present = lacking < 2 ? undefined : Uint8Array.from(all, (_, row) => +(row % lacking !== 1));
        const isThere = (row: number) => present?.[row] !== 0;
        const values = Float64Array.from(all, (value, row) => (isThere(row) ? value : 0));
        const there = all.filter((_, row) => isThere(row));
        const bounds = { min: Math.min(...there), max: Math.max(...there) };
        const column = new StoredNumbers(() => ({ values, scale: 1 }), present && (() => present), bounds);
        const [below, from] = [(value: number) => value < bound, (value: number) => value >= other];
        for (const tests of [[below], [from], [below, from]])
          for (const absent of [false, true]) {
            const range = { start: 0, end: all.length };
            const comparison = { tests, absent };
            const found = rowsCompared(column, comparison, all.length, range, () => undefined);
            const holds = (value: number) => tests.every((test) => test(value));
            const wanted = all.map((value, row) => (isThere(row) ? holds(value) : absent));
            expect(all.map((_, row) => found!.has(row))).toEqual(wanted);
          }
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    ["too large", Uint32Array.of(2 ** 32 - 1), undefined],
    ["as far from each other as can be", Int32Array.of(-(2 ** 31), 2 ** 31 - 1), [false, true]],
  ])("when numbers are %s to be compared, then they are compared, or asked one by one", (_, values, wanted) => {
    const [min, max] = [values[0]!, values[values.length - 1]!];
    const column: NumberColumn = { encoding: "number", values, scale: 1, present: undefined, min, max, text: () => "" };
    const comparison = { tests: [(value: number) => value > 0], absent: false };
    const found = rowsCompared(column, comparison, values.length, { start: 0, end: values.length }, () => undefined);
    expect(found && Array.from(values, (_, row) => found.has(row))).toEqual(wanted);
  });
});

/** The smallest and the largest, neighbours of each other, and numbers as they come. */
const anyNumber = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(0, 5e-324, 1e-323, 1.5e-323, -5e-324, 1, 1 + 2 ** -52, 1 + 2 ** -51, 1.7e308, -1.7e308),
);
const someNumbers = fc.array(anyNumber, { minLength: 1, maxLength: 80 });
