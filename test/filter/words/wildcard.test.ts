import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyOne, anyRun, compilePattern, formatPattern, parsePattern } from "../../../src/filter/words/wildcard.ts";

describe("a pattern with wildcards", () => {
  const pieces = fc.array(
    fc.constantFrom<string | typeof anyOne | typeof anyRun>("a", "b", "\\", "*", "?", "é", "😀", anyOne, anyRun),
    { maxLength: 8 },
  );

  test("when it is written down and read again, then it is the same", () => {
    fc.assert(
      fc.property(pieces, (tokens) => {
        expect(parsePattern(formatPattern(tokens))).toEqual(tokens);
      }),
      { numRuns: 2000 },
    );
  });

  test("when a text is written as a pattern, then that matches this text and no other", () => {
    const texts = fc.array(fc.constantFrom("\\", "*", "?", "a"), { maxLength: 5 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(texts, texts, (text, other) => {
        expect(compilePattern(parsePattern(formatPattern(text)), false)(other)).toBe(text === other);
      }),
      { numRuns: 2000 },
    );
  });

  test("when random patterns meet random texts, then they match as a regular expression would", () => {
    const text = fc.array(fc.constantFrom("a", "b", "é", "😀", "*"), { maxLength: 8 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(pieces, text, (tokens, subject) => {
        const source = tokens.map((token) =>
          token === anyRun ? ".*" : token === anyOne ? "." : `\\u{${token.codePointAt(0)!.toString(16)}}`,
        );
        expect(compilePattern(tokens, false)(subject)).toBe(new RegExp(`^${source.join("")}$`, "su").test(subject));
      }),
      { numRuns: 3000 },
    );
  });

  test("when a pattern could be tried in very many ways, then it is still answered", () => {
    expect(compilePattern(parsePattern(`${"*a".repeat(400)}*b`), false)("a".repeat(65_536))).toBe(false);
  });
});
