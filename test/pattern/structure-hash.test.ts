import fc from "fast-check";
import { expect, test } from "vitest";
import { PatternCache } from "../../src/pattern/pattern-cache.ts";
import { patternIdOf } from "../../src/pattern/pattern-id.ts";
import { patternText } from "../../src/pattern/pattern-text.ts";
import { hashStructure } from "../../src/pattern/structure-hash.ts";
import { standInFor } from "../../src/pattern/tokens.ts";
import { WordStandIns } from "../../src/pattern/word-stand-ins.ts";
import { patternTexts } from "./texts.ts";

function hashOf(text: string): number {
  const bytes = Buffer.from(text);
  return hashStructure(bytes, 0, bytes.length);
}

test("when texts have the same structure, then they have the same pattern", () => {
  const known = new Map<number, string>();
  fc.assert(
    fc.property(fc.array(patternTexts, { minLength: 5, maxLength: 20 }), (texts) => {
      for (const text of texts) {
        const pattern = patternText([text]);
        const hash = hashOf(text);
        if (known.has(hash)) expect({ text, pattern }).toEqual({ text, pattern: known.get(hash) });
        known.set(hash, pattern);
      }
    }),
    { numRuns: 1_000 },
  );
});

test("when only data differs, then the structure is the same, and when a known name does, it is not", () => {
  const text = (a: string, b: string) => `user ${a} at ${b}:22 said worker17 is x86_64`;
  expect(hashOf(text("7", "10.0.0.1"))).toBe(hashOf(text("a1b2", "192.168.13.254")));
  expect(hashOf("using ssh1")).not.toBe(hashOf("using ssh2"));
  expect(hashOf("worker17 left")).toBe(hashOf("worker4 left"));
  expect(hashOf("worker17 left")).not.toBe(hashOf("node17 left"));
});

test("when words are met in any order, then each stands for what it stands for alone", () => {
  const letters = fc.array(fc.constantFrom("s", "h", "S", "w", "worker", "eth", "_", "md", "sha"), { maxLength: 4 });
  const digits = fc.array(fc.constantFrom("0", "17", "256", "2", "5"), { minLength: 1, maxLength: 2 });
  const words = fc.tuple(letters, digits, letters).map((parts) => parts.flat().join(""));
  fc.assert(
    fc.property(fc.array(words, { maxLength: 30 }), (some) => {
      const standIns = new WordStandIns();
      for (const word of some) {
        const bytes = Buffer.from(` ${word}9`);
        const number = standIns.numberOf(bytes, 1, bytes.length - 1);
        expect({ word, standsFor: standIns.standIns[number] }).toEqual({ word, standsFor: standInFor(word) });
      }
    }),
    { numRuns: 3_000 },
  );
});

test("when a cache has no room left, then it says the same as before", () => {
  fc.assert(
    fc.property(
      fc.array(patternTexts, { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 1, max: 3 }),
      (texts, max) => {
        const cache = new PatternCache(max);
        for (const text of [...texts, ...texts])
          expect(cache.idOfText(text)).toBe(text === "" ? "" : patternIdOf(patternText([text])));
      },
    ),
    { numRuns: 200 },
  );
});
