import fc from "fast-check";
import { RE2JS } from "re2js";
import { describe, expect, test } from "vitest";
import { compileMatcher } from "../../../src/parser-rules/compile/matcher.ts";
import type { RequiredText } from "../../../src/parser-rules/patterns/message-gate.ts";
import { provePattern } from "../../../src/parser-rules/patterns/proven-pattern.ts";

const set = fc.constantFrom(
  "a",
  "b",
  "\\d",
  "\\w",
  "\\s",
  "\\S",
  ".",
  "[^a]",
  "[a-c_]",
  "[[:digit:]x]",
  "\\.",
  "é",
  "[^\\d\\s]",
  "-",
  " ",
);
const quantifier = fc.constantFrom("", "", "", "*", "+", "?", "{2}", "{1,3}", "*?", "+?", "??", "{2,}");
const atom = fc.letrec<{ pattern: string; item: string }>((tie) => ({
  pattern: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.array(tie("item"), { minLength: 1, maxLength: 4 }).map((items) => items.join("")),
    fc.tuple(tie("pattern"), tie("pattern")).map(([a, b]) => `(?:${a}|${b})`),
  ),
  item: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.tuple(set, quantifier).map((parts) => parts.join("")),
    fc.constantFrom("\\b", "\\B", "^", "$"),
    fc
      .tuple(fc.constantFrom("(", "(?:", "(?P<n>"), tie("pattern"), quantifier)
      .map(([open, inner, count]) => `${open}${inner})${count}`),
  ),
})).pattern;
const pattern = fc
  .tuple(fc.constantFrom("", "^"), atom, fc.constantFrom("", "$"))
  .map((parts) => parts.join(""))
  .filter((text) => (text.match(/\(\?P<n>/g)?.length ?? 0) <= 1);
const text = fc.string({
  unit: fc.constantFrom("a", "b", "c", "1", "2", " ", ".", "-", "é", "😀", "\n", "_", "x", "K"),
  maxLength: 14,
});

describe("a pattern", () => {
  test("when it runs natively or is only understood, then it finds what re2js finds, group by group", () => {
    let proven = 0;
    let unproven = 0;
    fc.assert(
      fc.property(pattern, fc.array(text, { minLength: 1, maxLength: 6 }), (source, texts) => {
        if (provePattern(source) === undefined) unproven++;
        else proven++;
        const matcher = compileMatcher(source);
        const linear = RE2JS.compile(source);
        for (const each of texts) {
          expect([source, each, plain(matcher.exec(each))]).toEqual([source, each, plain(linear.exec(each))]);
          expect([source, each, matcher.test(each)]).toEqual([source, each, linear.test(each)]);
          const { required } = matcher;
          if (required !== undefined && linear.test(each))
            expect([source, each, required.some((one) => stands(one, each))]).toEqual([source, each, true]);
        }
      }),
      { numRuns: 2500 },
    );
    expect([proven > 600, unproven > 600]).toEqual([true, true]);
  });

  test("when a text is the worst for it within its bound, then it still comes to an end", () => {
    const worst = ["a", "1", " ", "ab", "a b", "aé"].map(
      (part) => (length: number) => `${part.repeat(length).slice(0, length - 1)}\n`,
    );
    fc.assert(
      fc.property(pattern, fc.constantFrom(...worst), (source, textOf) => {
        const proof = provePattern(source);
        if (proof === undefined) return;
        const native = new RegExp(proof.source, "u");
        native.test(textOf(Math.min(proof.maxLength, 65_536)));
      }),
      { numRuns: 600 },
    );
  });

  const refused = [
    "^(a+)+$",
    "(?:\\w+\\s*)*x",
    "^(?:a|ab|b)*c",
    "(?:a*)*b",
    "^(?:a?){20}a{20}",
    "a.*b.*c.*d",
    "(?i)x",
    "\\pL+",
    "(?:(a)|b)*",
    "(?:a{40}){40}",
  ];
  test.each(refused)("when %s is to be proved, then the proof gives up", (source) => {
    expect(provePattern(source)).toBeUndefined();
  });

  test.each([
    ["^Failed (\\S+) for (?:invalid user )?(\\S*) from (\\S+) port (\\d+)", 65_536],
    ['^(?P<ip>[^ ]+) [^"]*"(?P<request>[^"\\\\]*(?:\\\\.[^"\\\\]*)*)" (\\d+) .*$', 65_536],
    ["^(.*) from (\\S+)", 300],
    ["Accepted (\\S+)", 300],
  ])("when %s is to be proved, then it is, for texts of %i characters", (source, length) => {
    expect(provePattern(source)!.maxLength).toBeGreaterThanOrEqual(length);
  });
});

describe("a matcher", () => {
  test("when a text is longer than the proof covers, then re2js answers, and the same", () => {
    const matcher = compileMatcher("a(\\w*)b");
    const long = `${"a".repeat(2_000)}c ${"x".repeat(60_000)} a1b`;
    expect(matcher.nativeLength).toBeLessThan(long.length);
    expect(matcher.exec(long)?.[1]).toBe("1");
    expect(matcher.test(long)).toBe(true);
  });

  test("when a text is long for a pattern with high counts, then the answers are those of re2js", () => {
    const source = "(a.{200}|(b)[a-c]{150})%(d.)$";
    const matcher = compileMatcher(source);
    const linear = RE2JS.compile(source);
    const filler = "abcab".repeat(200);
    for (const end of [
      "",
      "%d1",
      "%d1 ",
      `a${"b".repeat(200)}%d2`,
      `\n${"a".repeat(151)}%d3`,
      `\nb${"a".repeat(150)}%d3`,
    ]) {
      const text = `${filler}\n${end}`;
      expect(text.length * linear.programSize()).toBeGreaterThan(2 ** 18);
      expect(matcher.test(text)).toBe(linear.matcher(text).find());
      expect(plain(matcher.exec(text))).toEqual(plain(linear.exec(text)));
      expect(matcher.replaceAll(text, (groups) => `<${groups[3]}>`)).toBe(
        text.replace(linear.exec(text)?.[0] ?? "no match", `<${linear.exec(text)?.[3]}>`),
      );
    }
  });

  test("when a catastrophic pattern meets its text, then it is answered, and right", () => {
    const matcher = compileMatcher("^(a+)+$|b$");
    expect(matcher.test(`${"a".repeat(4_000)}b`)).toBe(true);
  });

  test("when names or counts are such as RE2 refuses, then the pattern is refused, and not its first long text", () => {
    const twice = "^user (?:(?P<user>\\w+)|uid=(?<user>\\d+)) .*z";
    expect(() => compileMatcher(twice)).toThrow("duplicate capture group name");
    expect(() => compileMatcher(`(?:${"()".repeat(2_000)}){1000}`)).toThrow("too large");
    expect(() => compileMatcher("(?:a{40}){40}")).toThrow("invalid repeat count");
    expect(() => compileMatcher("a{1000}".repeat(2_000))).toThrow("too large");
    expect(compileMatcher("^(?:a{25}){40}").test("a".repeat(1_000))).toBe(true);
  });

  test("when groups have names, then they are found by number, in each engine", () => {
    for (const source of ["^(?P<a>x)(y)(?<b>z)[(](\\()", "^(?P<a>x)(y)(?<b>z)[(](\\()|(?i)q"])
      expect([...compileMatcher(source).groupNames]).toEqual([
        ["a", 1],
        ["b", 3],
      ]);
  });
});

function stands({ text, ignoreCase, isPrefix }: RequiredText, within: string): boolean {
  const [part, whole] = ignoreCase ? [text.toLowerCase(), within.toLowerCase()] : [text, within];
  return isPrefix ? whole.startsWith(part) : whole.includes(part);
}

function plain(found: readonly (string | undefined)[] | null | undefined): unknown {
  return found === null || found === undefined ? null : Array.from(found, (group) => group ?? null);
}
