import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PassBuckets } from "../../../src/query/unique/pass-buckets.ts";

describe("the buckets of passes", () => {
  test("when they are narrowed in any way, then each bucket is counted once", () => {
    const narrowings = fc.array(fc.integer({ min: 0, max: 5 }));
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 64 }),
        narrowings,
        fc.integer({ min: 1, max: 64 }),
        (passes, times, other) => {
          const buckets = new PassBuckets(64, passes);
          const counted: number[] = [];
          let pass = 0;
          do {
            for (let i = 0; i < (times[pass] ?? 0) && buckets.canNarrow; i++) buckets.narrow();
            if (pass === 0) buckets.narrowTo(other);
            for (let bucket = buckets.from; bucket < buckets.to; bucket++) counted.push(bucket);
            pass++;
          } while (buckets.next());
          expect(counted).toEqual(Array.from({ length: 64 }, (_, bucket) => bucket));
        },
      ),
    );
  });

  test("when few are left, then they are not narrowed any more, and the next pass tries more", () => {
    const buckets = new PassBuckets(64, 2);
    for (let i = 0; i < 4; i++) {
      expect(buckets.canNarrow).toBe(true);
      buckets.narrow();
    }
    expect([buckets.canNarrow, buckets.from, buckets.to]).toEqual([false, 0, 2]);
    expect([buckets.next(), buckets.from, buckets.to]).toEqual([true, 2, 6]);
  });
});
