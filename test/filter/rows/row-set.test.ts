import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { RowSet } from "../../../src/filter/rows/row-set.ts";
import { Selection } from "../../../src/filter/rows/selection.ts";

/** Few, many, all or no rows, around the bounds of words. */
const flagArrays = fc
  .record({ rows: fc.integer({ min: 1, max: 300 }), share: fc.constantFrom(0, 0.01, 0.2, 0.9, 1), seed: fc.nat() })
  .map(({ rows, share, seed }) =>
    Uint8Array.from({ length: rows }, (_, row) =>
      (Math.imul(row + seed, 2654435761) >>> 0) / 2 ** 32 < share ? 1 : 0,
    ),
  );
const bound = fc.integer({ min: 0, max: 310 });

function rowsOf(flags: Uint8Array, from = 0, to = flags.length): number[] {
  return [...flags.keys()].filter((row) => flags[row] === 1 && row >= from && row < to);
}

describe("a set of rows", () => {
  test("when two random sets are joined or one is taken off the other, then each row is where the flags say", () => {
    fc.assert(
      fc.property(flagArrays, fc.nat(), fc.constantFrom(0, 0.01, 0.5, 1), (flags, seed, share) => {
        const others = flags.map((_, row) => ((Math.imul(row + seed, 2246822519) >>> 0) / 2 ** 32 < share ? 1 : 0));
        const [a, b] = [RowSet.ofFlags(flags), RowSet.ofFlags(others)];
        const rowsIn = (set: RowSet) => [...flags.keys()].filter((row) => set.has(row));
        expect(rowsIn(a.or(b))).toEqual(rowsOf(flags.map((flag, row) => flag | others[row]!)));
        expect(rowsIn(a.without(b))).toEqual(rowsOf(flags.map((flag, row) => flag & (1 - others[row]!))));
        expect([a.or(b).count, a.without(b).count]).toEqual([rowsIn(a.or(b)).length, rowsIn(a.without(b)).length]);
        expect(rowsIn(a)).toEqual(rowsOf(flags));
        expect(rowsIn(b)).toEqual(rowsOf(others));
      }),
    );
  });

  test("when random flags are packed, then it says of rows and ranges what the flags say", () => {
    fc.assert(
      fc.property(flagArrays, bound, bound, (flags, a, b) => {
        const set = RowSet.ofFlags(flags);
        const [from, to] = [Math.min(a, b, flags.length), Math.min(Math.max(a, b), flags.length)];
        const wanted = rowsOf(flags);
        expect(set.count).toBe(wanted.length);
        expect([...flags.keys()].filter((row) => set.has(row))).toEqual(wanted);
        expect(set.countIn(from, to)).toBe(rowsOf(flags, from, to).length);
        expect(set.next(from)).toBe(wanted.find((row) => row >= from) ?? flags.length);
        expect(set.flags(from, to)).toEqual(flags.slice(from, to));
        const into = new Uint32Array(flags.length);
        expect([...into.subarray(0, set.list(from, to, into))]).toEqual(rowsOf(flags, from, to));
      }),
      { numRuns: 1000 },
    );
  });

  test("when two are intersected, then it has the rows of both", () => {
    fc.assert(
      fc.property(flagArrays, flagArrays, (a, b) => {
        const rows = Math.min(a.length, b.length);
        const both = a.slice(0, rows).map((flag, row) => flag & b[row]!);
        const set = RowSet.ofFlags(a.slice(0, rows)).and(RowSet.ofFlags(b.slice(0, rows)));
        expect(set.flags(0, rows)).toEqual(both);
        expect(set.count).toBe(rowsOf(both).length);
      }),
    );
  });

  test("when a selection is narrowed by sets and flags and cut to slices, then it has the rows of all", () => {
    fc.assert(
      fc.property(flagArrays, flagArrays, bound, bound, fc.boolean(), (a, b, from, to, withFlags) => {
        const rows = Math.min(a.length, b.length);
        const selection = new Selection(Math.min(from, rows), Math.min(Math.max(from, to), rows));
        const wanted = rowsOf(
          a.slice(0, rows).map((flag, row) => flag & b[row]!),
          from,
          to,
        );
        if (withFlags) {
          const flags = selection.writable(rows);
          for (let row = 0; row < rows; row++) flags[row]! &= a[row]!;
        } else selection.keepOnly(RowSet.ofFlags(a.slice(0, rows)));
        selection.keepOnly(RowSet.ofFlags(b.slice(0, rows)));
        const [cut, end] = [Math.floor(rows / 3), Math.ceil(rows / 1.5)];
        const slice = selection.slice(cut, end);
        const inSlice = wanted.filter((row) => row >= cut && row < end);
        expect([...Array(end - cut).keys()].filter((row) => slice.has(row))).toEqual(inSlice.map((row) => row - cut));
        expect(slice.count).toBe(inSlice.length);
        expect(slice.hasAny(0, end - cut)).toBe(inSlice.length > 0);
        const into = new Uint32Array(rows);
        expect([...into.subarray(0, slice.list(1, end - cut, into))]).toEqual(
          inSlice.map((row) => row - cut).filter((row) => row > 0),
        );
        const asked = Uint32Array.from({ length: end - cut }, (_, row) => row).filter((row) => row % 3 !== 1);
        expect(Array.from(into.subarray(0, slice.places(asked, into)), (place) => asked[place])).toEqual(
          inSlice.map((row) => row - cut).filter((row) => row % 3 !== 1),
        );
        const { flags } = slice;
        for (let row = slice.start; row < slice.end; row++)
          expect(flags === undefined || flags[row] === 1).toBe(slice.has(row));
        expect(selection.toSet(rows).count).toBe(wanted.length);
        expect([...Array(rows).keys()].filter((row) => selection.has(row))).toEqual(wanted);
      }),
      { numRuns: 500 },
    );
  });
});
