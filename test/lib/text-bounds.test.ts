import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cutToBytes, cutToCharacters } from "../../src/lib/text-bounds.ts";

describe("cutToBytes", () => {
  test("when a text is cut, then it is the longest beginning that fits and ends between two code points", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 40 }), fc.integer({ min: 1, max: 60 }), (text, bound) => {
        const cut = cutToBytes(text, bound);
        expect(text.startsWith(cut)).toBe(true);
        expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(bound);
        const next = String.fromCodePoint(text.codePointAt(cut.length) ?? 0);
        if (cut !== text) expect(Buffer.byteLength(cut + next)).toBeGreaterThan(bound);
        expect(cut.isWellFormed()).toBe(true);
      }),
    );
  });
});

describe("cutToCharacters", () => {
  test("when a pair of surrogates stands on the bound, then it is not split", () => {
    expect(cutToCharacters("ab😀", 3)).toBe("ab");
    expect(cutToCharacters("ab😀", 4)).toBe("ab😀");
    expect(cutToCharacters("abcd", 3)).toBe("abc");
  });
});
