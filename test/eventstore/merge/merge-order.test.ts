import fc from "fast-check";
import { expect, test } from "vitest";
import { constantValues, StoredDictionary } from "../../../src/eventstore/columns/dictionary-column.ts";
import { countHaving, mergeOrder, StoredRowsOrder } from "../../../src/eventstore/merge/merge-order.ts";

test("when there are more sources than 16 bits can count, then each row is of the source that it comes from", () => {
  const counter = Uint16Array.of(1);
  const sources = Array.from({ length: 70_000 }, (_, source) => {
    // Falling, so that the order is not that of the sources.
    const first = Float64Array.of(70_000 - source);
    return { times: { first, last: first, counter, single: true, sorted: true, of: () => [first[0]!] } };
  });
  const { source, moves, rows } = mergeOrder(sources);
  expect(rows).toBe(70_000);
  expect([...source.subarray(0, 3), ...source.subarray(-2)]).toEqual([69_999, 69_998, 69_997, 1, 0]);
  expect([moves[0]!.to, moves[69_999]!.to]).toEqual([Uint32Array.of(69_999), Uint32Array.of(0)]);
});

test("when only some rows have a value, then these are left in their order, as their columns store them", () => {
  /** Times of rows, whether they stand in another order, which rows are merged, which have a value, how it is stored. */
  const anySource = fc.record({
    times: fc.array(fc.nat(20), { maxLength: 30 }),
    isSorted: fc.boolean(),
    merged: fc.constantFrom(1, 3),
    every: fc.constantFrom(1, 3, 4, undefined),
    isListed: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(anySource, { minLength: 1, maxLength: 5 }), (all) => {
      const order = mergeOrder(
        all.map(({ times, isSorted, merged }) => ({
          times: timesOf(times, isSorted),
          ...(merged > 1 && { rows: Uint32Array.from(times.keys().filter((row) => row % merged === 0)) }),
        })),
      );
      const isThere = (source: number, row: number) => row % (all[source]!.every ?? Number.NaN) === 0;
      const columns = all.map(({ times, every, isListed }, source) => {
        if (every === undefined) return undefined;
        const ids = Uint8Array.from(times, (_, row) => (isThere(source, row) ? 1 : 0));
        const at = Uint32Array.from(times.keys().filter((row) => isThere(source, row)));
        const load = () => (isListed ? new Uint8Array(at.length).fill(1) : ids);
        return { column: new StoredDictionary(load, constantValues("a")), ...(isListed && { at }) };
      });
      const kept = Array.from({ length: order.rows }, (_, i) => i).filter((i) =>
        isThere(order.source[i]!, order.row[i]!),
      );
      const ofColumns = new StoredRowsOrder(order);
      // What one column leaves behind must not show in the next.
      for (let round = 0; round < 2; round++) {
        const { at, order: some } = ofColumns.of(columns);
        expect([...at]).toEqual(kept);
        expect(some.rows).toBe(kept.length);
        expect([...some.source]).toEqual(kept.map((i) => order.source[i]!));
        const rowOf = (i: number) => columns[some.source[i]!]!.at?.[some.row[i]!] ?? some.row[i]!;
        expect(kept.map((_, i) => rowOf(i))).toEqual(kept.map((i) => order.row[i]!));
        for (const [source, { row, to }] of some.moves.entries())
          for (const [i, place] of to.entries())
            expect([some.source[place], some.row[place]]).toEqual([source, row[i]]);
      }
      const isDense = columns.every((stored) => stored?.at === undefined);
      if (isDense) {
        const count = countHaving(
          order,
          columns.map((stored) => stored?.column),
        );
        expect(count).toBe(kept.length);
      }
    }),
  );
});

function timesOf(given: readonly number[], sorted = true) {
  const first = Float64Array.from(given);
  if (sorted) first.sort();
  const counter = new Uint16Array(first.length).fill(1);
  return { first, last: first, counter, single: true, sorted, of: (row: number) => [first[row]!] };
}
