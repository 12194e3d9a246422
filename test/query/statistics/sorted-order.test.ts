import fc from "fast-check";
import { expect, test } from "vitest";
import { sortedOrder } from "../../../src/query/statistics/sorted-order.ts";

test("when keys are sorted, then their numbers come in the order of a stable sort", () => {
  const keys = fc.array(fc.oneof(fc.integer({ min: -3, max: 3 }), fc.double({ noNaN: true })), { maxLength: 200 });
  fc.assert(
    fc.property(keys, (all) => {
      const order = all.map((_, i) => i).sort((a, b) => (all[a]! < all[b]! ? -1 : all[a]! > all[b]! ? 1 : 0));
      expect([...sortedOrder(all, () => undefined)]).toEqual(order);
    }),
  );
});

test("when many are sorted, then somebody looks at the clock every few thousand steps", () => {
  let looks = 0;
  const length = 1 << 18;
  sortedOrder(
    Float64Array.from({ length }, (_, i) => (i * 7919) % length),
    () => looks++,
  );
  expect(looks).toBeGreaterThanOrEqual((18 * length) / 0x4000);
});
