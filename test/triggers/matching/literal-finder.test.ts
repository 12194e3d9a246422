import fc from "fast-check";
import { expect, test } from "vitest";
import { LiteralFinder } from "../../../src/triggers/matching/literal-finder.ts";

/** None shorter than some length: how far the search steps goes by the shortest. */
const anyLiterals = fc.integer({ min: 1, max: 10 }).chain((least) =>
  fc.uniqueArray(fc.string({ unit: fc.constantFrom("a", "b", "c", "."), minLength: least, maxLength: least + 4 }), {
    minLength: 1,
    maxLength: 12,
  }),
);
const text = fc.string({ unit: fc.constantFrom("a", "b", "c", ".", "A", "B", "x", "é", "日"), maxLength: 30 });

test("when texts are looked for, then exactly those are found that are inside, in any case, each once", () => {
  fc.assert(
    fc.property(
      anyLiterals,
      fc.array(text, { maxLength: 4 }),
      fc.array(fc.tuple(fc.nat(11), text, text), { maxLength: 4 }),
      (literals, anyTexts, around) => {
        // Long ones would hardly ever stand in texts by chance.
        const holding = around.map(([place, before, after]) => before + literals[place % literals.length] + after);
        const texts = [...anyTexts, ...holding, ...holding.map((one) => one.slice(0, -1))];
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
