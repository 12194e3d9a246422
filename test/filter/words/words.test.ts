import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { scanForPhrase } from "../../../src/filter/condition/block-scan.ts";
import { testWordQuery } from "../../../src/filter/condition/value-test.ts";
import { LanguageError } from "../../../src/filter/words/language-error.ts";
import { wildcardCharactersMax } from "../../../src/filter/words/limits.ts";
import { parseWordQuery } from "../../../src/filter/words/word-query.ts";
import { findPhrase, phraseOf } from "../../../src/filter/words/words.ts";

describe("findPhrase", () => {
  test("when random words are looked for among random words, then they are found where they first stand", () => {
    const words = (maxLength: number) => fc.array(fc.constantFrom("a", "b", "c"), { minLength: 1, maxLength });
    fc.assert(
      fc.property(words(6), words(40), fc.nat(5), fc.boolean(), (wanted, text, from, hasWildcard) => {
        const phrase = phraseOf([...wanted.join(" ")], false);
        const asked = hasWildcard ? [...phrase.slice(0, -1), { ...phrase.at(-1)!, literal: undefined }] : phrase;
        const at = Array.from(text, (_, i) => i).find(
          (i) => i >= from && wanted.every((word, k) => text[i + k] === word),
        );
        expect(findPhrase(asked, text, from)).toBe(at === undefined ? -1 : at + wanted.length);
      }),
      { numRuns: 5000 },
    );
  });

  test("when a text and a phrase repeat one word, then both are looked at once, not once for each place", () => {
    const words = Array.from({ length: 2_000_000 }, () => "a");
    const phrase = phraseOf([..."a ".repeat(500_000), "b"], false);
    expect(findPhrase(phrase, words, 0)).toBe(-1);
    expect(findPhrase(phrase, [...words, "b"], 0)).toBe(words.length + 1);
  });
});

describe("scanForPhrase", () => {
  const long = "a ".repeat(4_000);

  test("when a phrase is long, then its beginning is looked for, so that no text is looked through for each of its words", () => {
    const scan = scanForPhrase(phraseOf([...`${long}b`], false), true)!;
    expect(scan.hit).toBe("maybe");
    expect(new Set(scan.words)).toEqual(new Set(["a", "b"]));
    const text = "A, ".repeat(4_000_000);
    expect([...text.matchAll(new RegExp(`${scan.pattern.source}!`, "gi"))]).toEqual([]);
    expect(scan.pattern.exec(text)?.index).toBe(0);
  });

  test("when a phrase is short, then what is found is the phrase itself", () => {
    const scan = scanForPhrase(phraseOf([..."a b"], false), true)!;
    expect([scan.hit, scan.pattern.exec("x A - b")?.index]).toEqual(["word", 2]);
  });

  test("when a phrase of any length is asked of a text, then it is found where it stands and nowhere else", () => {
    for (const words of [2, 15, 16, 17, 300]) {
      const holds = testWordQuery(parseWordQuery(`"${"a ".repeat(words)}b"`), true);
      for (const [text, expected] of [
        [`${"a ".repeat(words + 5)} b`, true],
        [`${"a ".repeat(words - 1)} b`, false],
        [`${"a ".repeat(words)} c`, false],
      ] as const) {
        expect(holds.text(text)).toBe(expected);
        holds.scan!.pattern.lastIndex = 0;
        if (expected) expect(holds.scan!.pattern.test(text)).toBe(true);
      }
    }
  });
});

describe("a word with wildcards", () => {
  test("when it is as long as its bound, then it is read; when longer, then it is refused at its column", () => {
    const word = (length: number) => `${"a/".repeat(length / 2 - 1)}a*`;
    expect(parseWordQuery(word(wildcardCharactersMax)).kind).toBe("leaf");
    expect(() => parseWordQuery(`x ${word(wildcardCharactersMax + 2)}`)).toThrow(LanguageError);
    expect(() => parseWordQuery(`x ${word(wildcardCharactersMax + 2)}`)).toThrow("Column 3: expected at most 1000");
  });
});
