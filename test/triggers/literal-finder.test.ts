import fc from "fast-check";
import { expect, test } from "vitest";
import { LiteralFinder } from "../../src/triggers/literal-finder.ts";

const letters = fc.string({ unit: fc.constantFrom("a", "b", "c", "."), minLength: 1, maxLength: 5 });
const text = fc.string({ unit: fc.constantFrom("a", "b", "c", ".", "A", "B", "x", "é", "日"), maxLength: 30 });

test("when texts are looked for, then exactly those are found that are inside, in any case, each once", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(letters, { minLength: 1, maxLength: 12 }),
      fc.array(text, { maxLength: 4 }),
      (literals, texts) => {
        const finder = new LiteralFinder(new Map(literals.map((literal, place) => [literal, [place]])));
        for (const one of texts) {
          const found: number[] = [];
          finder.find(one, (places) => found.push(...places));
          const inside = literals.flatMap((literal, place) => (one.toLowerCase().includes(literal) ? [place] : []));
          expect(found.sort((a, b) => a - b)).toEqual(inside);
          const bytes = new TextEncoder().encode(`a${one}a`);
          expect(finder.occursIn(bytes, 1, bytes.length - 1)).toBe(inside.length > 0);
        }
      },
    ),
    { numRuns: 1000 },
  );
});
