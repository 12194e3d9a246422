import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PassParts } from "../../../src/query/unique/pass-parts.ts";

describe("the parts of passes", () => {
  test("when they are narrowed in any way, then each part is counted once", () => {
    const narrowings = fc.array(fc.integer({ min: 0, max: 5 }));
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 64 }),
        narrowings,
        fc.integer({ min: 1, max: 64 }),
        (passes, times, other) => {
          const parts = new PassParts(64, passes);
          const counted: number[] = [];
          let pass = 0;
          do {
            for (let i = 0; i < (times[pass] ?? 0) && parts.canNarrow; i++) parts.narrow();
            if (pass === 0) parts.narrowTo(other);
            for (let part = parts.from; part < parts.to; part++) counted.push(part);
            pass++;
          } while (parts.next());
          expect(counted).toEqual(Array.from({ length: 64 }, (_, part) => part));
        },
      ),
    );
  });

  test("when few are left, then they are not narrowed any more, and the next pass tries more", () => {
    const parts = new PassParts(64, 2);
    for (let i = 0; i < 4; i++) {
      expect(parts.canNarrow).toBe(true);
      parts.narrow();
    }
    expect([parts.canNarrow, parts.from, parts.to]).toEqual([false, 0, 2]);
    expect([parts.next(), parts.from, parts.to]).toEqual([true, 2, 6]);
  });
});
