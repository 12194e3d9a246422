import fc from "fast-check";
import { RE2JS } from "re2js";
import { expect, test } from "vitest";
import { parsePatternTree } from "../../../src/parser-rules/patterns/pattern-tree.ts";
import { requiredTexts } from "../../../src/parser-rules/patterns/required-texts.ts";

const texts = (pattern: string) => requiredTexts(pattern, false, parsePatternTree(pattern))?.map(({ text }) => text);

test.each([
  ["^Failed (\\S+) from", ["Failed "]],
  ["^(?:Accepted|Failed) x", ["Accepted", "Failed"]],
  ["a(?:b|c)?def", ["def"]],
  ["(?:ab|[cd])", undefined],
  ["(?:ab)+c*", ["ab"]],
  ["(?:ab)*", undefined],
  ["error|warn(?:ing)?", ["error", "warn"]],
  ["\\d+", undefined],
])("when the pattern is %s, then the texts are %j", (pattern, wanted) => {
  expect(texts(pattern)).toEqual(wanted);
});

const anyPattern = fc.letrec<{ pattern: string }>((tie) => ({
  pattern: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom("a", "b", "ab", ".", "[ab]", "\\d", "^", "$", "a\\.b", "é"),
    fc.tuple(tie("pattern"), tie("pattern")).map((parts) => parts.join("")),
    fc.tuple(tie("pattern"), tie("pattern")).map((parts) => `(?:${parts.join("|")})`),
    fc.tuple(tie("pattern"), fc.constantFrom("*", "+", "?", "{2}", "{0,1}")).map(([part, sign]) => `(${part})${sign}`),
  ),
})).pattern;

test("when a pattern is found in a text, then one of its texts stands there", () => {
  let known = 0;
  fc.assert(
    fc.property(
      anyPattern,
      fc.string({ unit: fc.constantFrom("a", "b", ".", "1", "é"), maxLength: 8 }),
      (pattern, text) => {
        const required = requiredTexts(pattern, false, parsePatternTree(pattern));
        if (required === undefined) return;
        known++;
        if (RE2JS.compile(pattern).test(text)) expect(required.some((one) => text.includes(one.text))).toBe(true);
      },
    ),
    { numRuns: 3_000 },
  );
  expect(known).toBeGreaterThan(500);
});
