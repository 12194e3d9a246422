import fc from "fast-check";
import { RE2JS } from "re2js";
import { describe, expect, test } from "vitest";
import { scanForMatches } from "../../../src/filter/condition/block-scan.ts";
import { ignoresCase, requiredLiteral, requiredLiterals } from "../../../src/filter/condition/required-literal.ts";

describe("what a regular expression requires", () => {
  const cases: [pattern: string, ignoreCase: boolean, literal: string][] = [
    ["connection refused", false, "connection refused"],
    ["connection refused", true, "connection refu"],
    ["^GET /api\\.v1/.*\\d+ 500$", false, "GET /api.v1/"],
    ["ab?cd", false, "cd"],
    ["ab*cd", false, "cd"],
    ["abc+d", false, "abc"],
    ["ab{0,2}cd", false, "cd"],
    ["a(b|c)def", false, "def"],
    ["ab(?:cdef)?g", false, "ab"],
    ["[]x)]abc[^]a]d", false, "abc"],
    ["[[:alpha:]]abc", false, "abc"],
    ["héllo", false, "llo"],
    ["abc|def", false, ""],
    ["(?i)abc", false, ""],
    ["abc(?i:d)", false, ""],
    ["\\x41bc", false, ""],
    ["\\pLbc", false, ""],
    ["\\Qa|b\\E", false, ""],
    [".*", false, ""],
  ];
  for (const [pattern, ignoreCase, literal] of cases)
    test(`when it is ${pattern}${ignoreCase ? " in any case" : ""}, then it is "${literal}"`, () => {
      expect(requiredLiteral(pattern, ignoreCase)).toBe(literal);
    });

  const alternatives: [pattern: string, literals: string[]][] = [
    ["denied|refused", ["denied", "refused"]],
    ["user (is )?(root|admin) from", ["user "]],
    ["(?P<who>someone|somebody) a", ["someone", "somebody"]],
    ["a(bcd|efg)+h", ["bcd", "efg"]],
    ["a(bcd|efg)*h", ["a"]],
    ["a(bcd|)h", ["a"]],
    ["(?i)abc", ["abc"]],
    ["(?i)abc|de", ["abc", "de"]],
    ["a(?i:bcd)", []],
    ["abc|[0-9]", []],
    ["abc|", []],
    ["(ab(cd|ef)|gh)ij", ["ij"]],
    ["", []],
  ];
  for (const [pattern, literals] of alternatives)
    test(`when it is "${pattern}", then one of ${JSON.stringify(literals)} is required`, () => {
      expect(requiredLiterals(pattern)).toEqual(literals);
    });

  test("when a random pattern is found in a random text, then the text has what the pattern requires", () => {
    const part = fc.constantFrom(
      "a",
      "b",
      "k",
      "s",
      "A",
      "é",
      ".",
      "^",
      "$",
      "|",
      "(",
      ")",
      "(?:",
      "(?i)",
      "(?i:",
      "[",
      "]",
      "[^",
      "[[:alpha:]]",
      "*",
      "+",
      "?",
      "*?",
      "{1,2}",
      "{0}",
      "{",
      "}",
      "\\",
      "\\b",
      "\\w",
      "\\.",
      "\\Q",
      "\\E",
      "\\x41",
      "\\pL",
      ":",
      "=",
    );
    const pattern = fc.array(part, { minLength: 1, maxLength: 8 }).map((parts) => parts.join(""));
    const text = fc
      .array(
        fc.constantFrom(
          "a",
          "b",
          "k",
          "s",
          "A",
          "B",
          "K",
          "ſ",
          "K",
          "é",
          ".",
          ":",
          "=",
          "{",
          "}",
          "[",
          "]",
          "\\",
          "|",
          "1",
        ),
        { maxLength: 10 },
      )
      .map((parts) => parts.join(""));
    let found = 0;
    let scanned = 0;
    fc.assert(
      fc.property(
        pattern,
        fc.array(text, { minLength: 8, maxLength: 8 }),
        fc.boolean(),
        (source, texts, ignoreCase) => {
          const compiled = tryCompile(source, ignoreCase);
          if (compiled === undefined) return;
          const literal = requiredLiteral(source, ignoreCase);
          const scan = scanForMatches(requiredLiterals(source), ignoreCase || ignoresCase(source));
          for (const subject of texts) {
            if (!compiled.test(subject)) continue;
            if (scan) expect(Buffer.from(subject).toString("latin1").search(scan.pattern)).toBeGreaterThanOrEqual(0);
            if (scan) scanned += 1;
            if (literal === "") continue;
            found += 1;
            expect(ignoreCase ? asciiLower(subject) : subject).toContain(ignoreCase ? asciiLower(literal) : literal);
          }
        },
      ),
      { numRuns: 8000 },
    );
    expect(found).toBeGreaterThan(100);
    expect(scanned).toBeGreaterThan(200);
  });
});

function tryCompile(source: string, ignoreCase: boolean): RE2JS | undefined {
  try {
    return RE2JS.compile(source, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
  } catch {
    return undefined;
  }
}

function asciiLower(text: string): string {
  return text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}
