import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { TopRows } from "../../../src/query/page/top-rows.ts";

const offered = fc.array(fc.record({ key: fc.nat(40), settles: fc.boolean() }), { maxLength: 200 });

describe("the best rows", () => {
  test("when rows come in any order, then the best are kept, and the worst key is never below the worst that is kept", () => {
    fc.assert(
      fc.property(offered, fc.nat(30), (rows, limit) => {
        const best = new TopRows(limit);
        const seen: { key: number; id: number }[] = [];
        for (const [id, { key, settles }] of rows.entries()) {
          best.offer(key, id, 0, id);
          seen.push({ key, id });
          seen.sort((a, b) => a.key - b.key || b.id - a.id);
          if (settles) best.trim();
          const worst = seen[limit - 1]?.key ?? Number.POSITIVE_INFINITY;
          if (limit > 0) expect(best.worstKey).toBeGreaterThanOrEqual(worst);
          if (settles && limit > 0 && seen.length >= limit) expect(best.worstKey).toBe(worst);
        }
        expect(best.list(0).map(({ row }) => row)).toEqual(seen.slice(0, limit).map(({ id }) => id));
      }),
    );
  });

  test("when some thousands came out of order, then they are not sorted before they are as many as are sorted at a time", () => {
    const best = new TopRows(3_000);
    for (let id = 0; id < 3_500; id++) best.offer(-id, id, 0, id);
    best.trim();
    expect(best.worstKey).toBe(Number.POSITIVE_INFINITY);
    expect(best.list(2_999)).toEqual([{ segment: 0, row: 500 }]);
  });
});
