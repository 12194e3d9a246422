import fc from "fast-check";
import { expect, test } from "vitest";
import { countKept, filterOrder, mergeOrder } from "../../../src/eventstore/merge/merge-order.ts";

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

test("when only some rows are kept, then these are left in their order, and sources without any are not asked", () => {
  const anySource = fc.tuple(fc.array(fc.nat(20), { maxLength: 30 }), fc.constantFrom(0, 2, 3, undefined));
  fc.assert(
    fc.property(fc.array(anySource, { minLength: 1, maxLength: 5 }), (all) => {
      const order = mergeOrder(all.map(([times]) => ({ times: timesOf(times) })));
      const keep = all.map(([, every]) => (every === undefined ? undefined : (row: number) => row % (every + 1) === 0));
      const kept = Array.from({ length: order.rows }, (_, i) => i).filter(
        (i) => keep[order.source[i]!]?.(order.row[i]!) === true,
      );
      const { at, order: some } = filterOrder(order, keep);
      expect([...at]).toEqual(kept);
      expect([some.rows, countKept(order, keep)]).toEqual([kept.length, kept.length]);
      expect([...some.source]).toEqual(kept.map((i) => order.source[i]!));
      expect([...some.row]).toEqual(kept.map((i) => order.row[i]!));
      for (const [source, { row, to }] of some.moves.entries())
        for (const [i, place] of to.entries()) expect([some.source[place], some.row[place]]).toEqual([source, row[i]]);
    }),
  );
});

function timesOf(unsorted: readonly number[]) {
  const first = Float64Array.from(unsorted).sort();
  const counter = new Uint16Array(first.length).fill(1);
  return { first, last: first, counter, single: true, sorted: true, of: (row: number) => [first[row]!] };
}
