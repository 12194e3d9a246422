import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cutToBytes, cutToCharacters, replaceWithin } from "../../src/lib/text-bounds.ts";

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

describe("replaceWithin", () => {
  const fill = (text: string, most: number, value: string) => replaceWithin(text, /\{(\w)\}/g, most, () => value);

  test("when it fits, then it is as replace makes it", () => {
    const text = fc.string({ unit: fc.constantFrom("{", "}", "a", "b", " ") });
    fc.assert(
      fc.property(text, fc.string(), (template, value) => {
        expect(fill(template, 10_000, value)).toBe(template.replace(/\{(\w)\}/g, () => value));
      }),
    );
  });

  test("when a long value is asked for again and again, then it ends at the bound, and no later value is made", () => {
    let made = 0;
    const replaced = replaceWithin("<{a}{a}{a}{a}>", /\{a\}/g, 10, () => {
      made++;
      return "123456";
    });
    expect([replaced, made]).toEqual(["<123456123", 2]);
    expect(fill("{a}", 4, "12345678")).toBe("1234");
    expect(fill("ab{a}cdef", 5, "1")).toBe("ab1cd");
    expect(fill("{a}", 3, "ab😀")).toBe("ab");
  });
});
