import fc from "fast-check";
import { RE2JS } from "re2js";
import { describe, expect, test } from "vitest";
import { BitParallelSearch } from "../../../src/filter/regular/bit-parallel-search.ts";

const literals = ["a", "b", "c", "ab", "bca", "x", " ", "_", "7", "é", "日", "😀", "\\n", "\\x{1F601}"];
const classes = [
  ".",
  "(?s:.)",
  "[a-c]",
  "[^a]",
  "[^\\n]",
  "\\w",
  "\\W",
  "\\d",
  "\\s",
  "\\p{L}",
  "\\PL",
  "\\p{Lu}",
  "\\p{Greek}",
  "[[:alpha:]]",
  "[[:^alpha:]_]",
  "[é-ü]",
  "[\\x{1F600}-\\x{1F64F}]",
  "[\\x{D800}-\\x{DFFF}]",
  "[^\\x00-\\x{10FFFF}]",
];
const assertions = ["^", "$", "\\A", "\\z", "\\b", "\\B", "(?m:^)", "(?m:$)"];
const folded = ["(?i:k)", "(?i:S)", "(?i:ß)", "(?i:[a-k])", "(?i:é)", "(?i:σ)"];
const counts = [
  "",
  "",
  "",
  "*",
  "+",
  "?",
  "*?",
  "+?",
  "??",
  "{2}",
  "{0,3}",
  "{1,4}",
  "{3,}",
  "{0}",
  "{0,12}",
  "{5,40}",
];
const groups = ["(", "(?:", "(?P<n>", "(?i:", "(?s:", "(?m:", "(?U:"];

/** Expressions whose parts are inside each other; not all of them are accepted by re2js. */
const { expression } = fc.letrec<{ atom: string; sequence: string; expression: string }>((tie) => ({
  atom: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom(...literals),
    fc.constantFrom(...classes),
    fc.constantFrom(...assertions),
    fc.constantFrom(...folded),
    fc.tuple(fc.constantFrom(...groups), tie("expression")).map(([group, inside]) => `${group}${inside})`),
    fc.tuple(fc.constantFrom(...groups), tie("expression")).map(([group, inside]) => `${group}${inside})`),
  ),
  sequence: fc
    .array(fc.tuple(tie("atom"), fc.constantFrom(...counts)), { maxLength: 4 })
    .map((parts) => parts.flat().join("")),
  expression: fc.array(tie("sequence"), { minLength: 1, maxLength: 3 }).map((parts) => parts.join("|")),
}));
const flagged = fc
  .tuple(fc.constantFrom("", "", "", "(?i)", "(?m)", "(?s)", "^"), expression)
  .map((parts) => parts.join(""));
const signs = fc.constantFrom(
  ..."aaabbbccx_7 AK\n",
  ..."éÉsSſkßẞσςΣ日",
  "\u212a",
  "😀",
  "😁",
  "\ud83d",
  "\ude00",
  "\ud800",
);
const texts = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.string({ unit: signs, maxLength: 12 }) },
    fc.string({ unit: signs, maxLength: 90 }),
  ),
  { minLength: 6, maxLength: 6 },
);

function compile(pattern: string): RE2JS | undefined {
  try {
    return RE2JS.compile(pattern);
  } catch {
    return undefined;
  }
}

/** The search says of each text what re2js says. Returns how often that is yes and no. */
function compareOn(
  compiled: RE2JS,
  asked: readonly string[],
  counted = { yes: 0, no: 0 },
): { yes: number; no: number } {
  const search = BitParallelSearch.of(compiled)!;
  for (const text of asked) {
    const found = compiled.matcher(text).find();
    counted[found ? "yes" : "no"]++;
    expect({ pattern: compiled.pattern(), text, found: search.test(text) }).toEqual({
      pattern: compiled.pattern(),
      text,
      found,
    });
  }
  return counted;
}

describe("the search for a regular expression", () => {
  test("when expressions of any shape are searched in any texts, then the answers are those of re2js", () => {
    const counted = { yes: 0, no: 0 };
    fc.assert(
      fc.property(flagged, texts, (pattern, asked) => {
        const compiled = compile(pattern);
        if (compiled && compiled.programSize() < 20_000) compareOn(compiled, ["", ...asked], counted);
      }),
      { numRuns: 6_000 },
    );
    expect(counted.yes).toBeGreaterThan(5_000);
    expect(counted.no).toBeGreaterThan(5_000);
  });

  test("when counts are so high that places take many words, then the answers are those of re2js", () => {
    const count = fc.integer({ min: 1, max: 90 });
    const wide = fc
      .tuple(
        fc.constantFrom(
          "(?:a?){N}b",
          "a.{N}b",
          "(?:ab|cd){N}",
          "(?:ab|cd|bca|d+)*a[a-d]{N}c",
          "(a|b)*a(a|b){N}c",
          "[ab]{M,N}c.*d{M}",
          "(?:a{0,N}b?){M}c",
          "a{0,N}b{0,N}c{0,N}d",
          "(?:a?b?|c*){N}d",
          "(?:(?:a|bc?){0,M}d?){N}$",
          "^(?:a*b?){N}c",
          "(?:\\ba{1,M}\\b.){N}",
          "(?m)(?:^a?b?$\\n?){N}",
          "(?:(?:a?){M}|b){0,N}(?:c|da?){M}d",
          "(?:b?a){N}|(?:c?d?){M}a",
        ),
        count,
        count,
      )
      .map(([shape, n, m]) => {
        const less = Math.min(n, m, 10);
        return shape.replaceAll("N", String(Math.max(n, less))).replaceAll("M", String(less));
      });
    const long = fc.array(
      fc.oneof(
        fc.string({ unit: fc.constantFrom("a", "b", "c", "d"), maxLength: 200 }),
        fc.string({ unit: fc.constantFrom("a", "a", "a", "a", "b", "ab", "\n", "a "), maxLength: 120 }),
        fc.string({ unit: fc.constantFrom("ab", "cd", "ab", "cd", "bc", "d"), maxLength: 100 }),
      ),
      { minLength: 4, maxLength: 4 },
    );
    const counted = { yes: 0, no: 0 };
    fc.assert(
      fc.property(wide, long, (pattern, asked) => {
        compareOn(RE2JS.compile(pattern), asked, counted);
      }),
      { numRuns: 2_000 },
    );
    expect(counted.yes).toBeGreaterThan(500);
    expect(counted.no).toBeGreaterThan(500);
  });

  test("when a match needs characters at a distance, then one that stands beside it is none", () => {
    const compiled = RE2JS.compile("a.{500}%dc");
    const search = BitParallelSearch.of(compiled)!;
    const between = (count: number) => `bb a${"b".repeat(count)}%dc`;
    expect([499, 500, 501].map((count) => search.test(between(count)))).toEqual([false, true, false]);
  });

  test("when many sets of characters are in it, then those whose rows are made again are read as before", () => {
    const letters = Array.from({ length: 250 }, (_, i) => String.fromCodePoint(0x4e00 + i)).join("");
    const search = BitParallelSearch.of(RE2JS.compile(`(?:${letters}){1000}|(?:${letters}){2}!`))!;
    const twice = letters.repeat(2);
    expect([twice, `${twice}!`, `${twice}x!`].map((text) => search.test(text))).toEqual([false, true, false]);
  });

  test("when it has more places than a table holds, then there is no search", () => {
    expect(BitParallelSearch.of(RE2JS.compile(`(?:${"ab".repeat(150)}){1000}`))).toBeUndefined();
  });

  test("when it has parts that are not known, then there is no search", () => {
    expect(BitParallelSearch.of(RE2JS.compile("(?<=a)b", RE2JS.LOOKBEHINDS))).toBeUndefined();
  });
});
