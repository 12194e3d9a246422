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

  test("when rows are passed over at any time, then the others of the page are the same", () => {
    const passing = fc.array(fc.record({ rows: fc.nat(9), isPassed: fc.boolean() }), { maxLength: 20 });
    fc.assert(
      fc.property(passing, fc.nat(60), fc.integer({ min: 1, max: 20 }), fc.nat(20), (blocks, offset, size, others) => {
        const best = new TopRows(offset + size);
        // Another thread has found the first ones.
        const before = Math.min(others, offset);
        best.passOver(before);
        let id = 0;
        // Each block comes before the next, in no order itself.
        for (const [key, { rows, isPassed }] of blocks.entries()) {
          if (isPassed && best.countUpTo(key) + rows <= best.limit - size) best.passOver(rows);
          else for (let i = 0; i < rows; i++) best.offer(key, i + 1 - rows, 0, id + rows - 1 - i);
          id += rows;
        }
        const all = Array.from({ length: id }, (_, row) => row);
        const page = best.list(offset - best.passed).map(({ row }) => row);
        expect(page).toEqual(all.slice(offset - before, offset - before + size));
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
