import { expect, test } from "vitest";
import { mergeOrder } from "../../../src/eventstore/merge/merge-order.ts";

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
