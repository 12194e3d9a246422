import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { amountOfText, readQuantity } from "../../../src/filter/condition/quantity.ts";

describe("a number with a unit", () => {
  test.each([
    ["1.5s", "time", 1.5],
    ["250ms", "time", 0.25],
    ["1.1ms", "time", 0.0011],
    ["1100us", "time", 0.0011],
    ["7µs", "time", 0.000007],
    ["3 min", "time", 180],
    ["1h2m3s", "time", 3_723],
    ["2d", "time", 172_800],
    ["-2s", "time", -2],
    ["10MB", "size", 10_000_000],
    ["10 mb", "size", 10_000_000],
    ["1.5KiB", "size", 1_536],
    ["12B", "size", 12],
  ])("when it is %s, then it is a %s of %d", (text, kind, amount) => {
    expect(readQuantity(text)).toEqual({ kind: kind as "time" | "size", amount });
  });

  test.each(["", "5", "s", "1e3s", "5 parsecs", "10M", "1 s 2", "0x1s", "ib", "5ib", "--5s", `${"1".repeat(60)}s`])(
    "when it is %j, then it is none",
    (text) => {
      expect(readQuantity(text)).toBeUndefined();
    },
  );

  test("when a number stands alone, then it counts as seconds or bytes, and another kind of unit as nothing", () => {
    expect([amountOfText("5", "time"), amountOfText("5", "size")]).toEqual([5, 5]);
    expect([amountOfText("5s", "size"), amountOfText("5MB", "time"), amountOfText("five", "time")]).toEqual([
      Number.NaN,
      Number.NaN,
      Number.NaN,
    ]);
  });

  test("when a text is anything, then reading it neither throws nor takes long", () => {
    const pieces = fc.constantFrom("1", "0", ".", " ", "m", "s", "h", "K", "i", "B", "-", "+", "µs", "e");
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
        const quantity = readQuantity(parts.join(""));
        expect(quantity === undefined || Number.isFinite(quantity.amount)).toBe(true);
      }),
    );
  });
});
