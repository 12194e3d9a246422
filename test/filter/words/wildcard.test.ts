import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compilePattern, stepsOfPattern, stepsOfWord } from "../../../src/filter/words/compile-pattern.ts";
import { foldCase } from "../../../src/filter/words/fold-case.ts";
import { ShiftAnd } from "../../../src/filter/words/shift-and.ts";
import { anyOne, anyRun, formatPattern, type PatternToken, parsePattern } from "../../../src/filter/words/wildcard.ts";

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

  const repetitive = (maxLength: number) => fc.string({ unit: fc.constantFrom("a", "a", "a", "b", "😀"), maxLength });
  const tokensOf = (letters: string) =>
    [...letters].map((letter): PatternToken => (letter === "x" ? anyOne : letter === "y" ? anyRun : letter));
  const repetitiveTokens = fc
    .string({ unit: fc.constantFrom("a", "a", "a", "b", "😀", "x", "x", "y"), maxLength: 90 })
    .map(tokensOf);

  test("when patterns and texts repeat few characters, then they match as each place tried by itself would", () => {
    fc.assert(
      fc.property(repetitiveTokens, repetitive(400), (tokens, text) => {
        expect(compilePattern(tokens, false)(text)).toBe(matchesPlainly(tokens, text));
      }),
      { numRuns: 3000 },
    );
  });

  test("when a pattern was made from a text, then it matches it, also between others and in another case", () => {
    const made = fc.tuple(repetitive(200), fc.infiniteStream(fc.integer({ min: 0, max: 9 })), repetitive(200));
    fc.assert(
      fc.property(made, ([text, choices, around]) => {
        const tokens = [...text].flatMap((letter): PatternToken[] => {
          const choice = choices.next().value!;
          return choice < 3 ? [anyOne] : choice === 3 ? [letter, anyRun] : [letter.toUpperCase()];
        });
        expect(compilePattern(tokens, true)(foldCase(text))).toBe(true);
        expect(compilePattern([anyRun, ...tokens, anyRun], true)(around + text + around)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  test("when a piece is searched by bits, then its first match is found, from any place on", () => {
    const places = fc.string({ unit: fc.constantFrom("a", "a", "b", "😀", "x"), minLength: 1, maxLength: 70 });
    fc.assert(
      fc.property(places, repetitive(300), fc.nat(20), (letters, text, skipped) => {
        const from = [...text].slice(0, skipped).join("").length;
        const parts = tokensOf(letters) as (string | typeof anyOne)[];
        const source = parts.map((part) => (part === anyOne ? "." : part)).join("");
        const pattern = new RegExp(source, "gsu");
        pattern.lastIndex = from;
        const found = pattern.exec(text);
        expect(new ShiftAnd(parts).find(text, from)).toBe(found ? found.index + found[0].length : -1);
      }),
      { numRuns: 2000 },
    );
  });

  test("when a long piece could begin everywhere, then it is still answered", () => {
    const text = "a".repeat(65_536);
    const matches = compilePattern(parsePattern(`*${"a?".repeat(495)}b*`), false);
    expect(matches(text)).toBe(false);
    expect(matches(`${text}😀${text}b`)).toBe(true);
  });

  test("when its begin or end decides, then it takes no steps for each character; long pieces with ? take most", () => {
    const stepsOf = (value: string) => stepsOfPattern(parsePattern(value));
    expect([stepsOf("web-*"), stepsOf("*.example.com"), stepsOf("10.0.*.5"), stepsOf("user-??")]).toEqual([0, 0, 0, 0]);
    expect(stepsOf("*error*")).toBeLessThan(2);
    expect(stepsOf(`*${"a?".repeat(450)}a*`)).toBeGreaterThan(50);
    expect(stepsOfWord(parsePattern("a*a*a*"))).toBeGreaterThan(2 * stepsOfWord(parsePattern("connect*")));
  });
});

/** By the positions behind which the tokens read so far may end. */
function matchesPlainly(tokens: readonly PatternToken[], text: string): boolean {
  const characters = [...text];
  let reached = new Set([0]);
  for (const token of tokens) {
    const next = new Set<number>();
    for (const at of reached) {
      if (token === anyRun) for (let end = at; end <= characters.length; end++) next.add(end);
      else if (at < characters.length && (token === anyOne || token === characters[at])) next.add(at + 1);
    }
    reached = next;
  }
  return reached.has(characters.length);
}
