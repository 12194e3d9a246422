import fc from "fast-check";
import { RE2JS } from "re2js";
import { expect, test } from "vitest";
import type { HoleKind, TemplatePiece } from "../../../src/eventstore/template.ts";
import { RegularAutomaton } from "../../../src/filter/condition/regular-automaton.ts";
import type { HoleTest, TemplateVerdict, TextTest } from "../../../src/filter/condition/template-verdict.ts";
import { testRegularExpression } from "../../../src/filter/condition/value-test.ts";

const expressions = [
  "port [0-9]*777",
  "user1[0-9]* from",
  "x+[a-c]?y",
  "[0-9]:4[2-5]",
  "é.",
  "^a.*[0-9]$",
  "(ab|ba)+c",
  "[a-z]7 f",
  "^a [^0-9]*y f",
  "port 4+7",
  "77 y",
];
const pieces: readonly TemplatePiece[] = [
  "a ",
  { kind: "word", index: 0 },
  " from port ",
  { kind: "number", index: 0 },
  " y",
];
const fillings = fc.oneof(
  fc.string({ unit: fc.constantFrom("a", "b", "c", "x", "y", "port", "user1", "7", "4", "_"), maxLength: 8 }),
  fc.string({ unit: fc.constantFrom("é", "日", "😀", "a", "7"), maxLength: 5 }),
  fc.nat(9_999_999).map(String),
);

/** All that the verdict on the template asks of its holes. */
function testsOf(expression: string): TextTest[] {
  const verdict = new RegularAutomaton(RE2JS.compile(expression)).verdict(pieces);
  return typeof verdict === "boolean" ? [] : verdict.needs.flat(2).map((hole) => hole.test);
}

test("when a hole is asked by bytes, then the answer is that of its text, whatever stands around them", () => {
  const asked = expressions.flatMap(testsOf);
  expect(asked.length).toBeGreaterThan(6);
  const held = new Set<boolean>();
  fc.assert(
    fc.property(fc.nat(asked.length - 1), fillings, (which, text) => {
      const [before, bytes, behind] = ["\u00ffport 7", text, "777 é"].map((part) => Buffer.from(part));
      const all = Buffer.concat([before!, bytes!, behind!]);
      const from = before!.length;
      const byText = asked[which]!.text(text);
      held.add(byText);
      expect(asked[which]!.bytes!(all, from, from + bytes!.length)).toBe(byText);
    }),
    { numRuns: 3_000 },
  );
  expect(held).toEqual(new Set([true, false]));
});

/** Signs of ASCII words, which fill holes. */
const sign = fc.constantFrom(..."sskkhhxabSKH_1779");
const anyWord = fc.string({ unit: sign, minLength: 1, maxLength: 7 });
const fillingOf: Record<HoleKind, fc.Arbitrary<string>> = {
  number: fc.oneof(fc.nat(99), fc.nat(10 ** 15 - 1)).map(String),
  word: fc
    .tuple(anyWord, fc.constantFrom("1", "7", "79"), fc.constantFrom("a", "h", "ssh", "_"))
    .map((all) => all.join("")),
  any: fc.oneof(anyWord, fc.constantFrom("ssh", "ssh1", "s", "k", "sk", "kss7")),
};
const constantText = fc
  .array(fc.constantFrom(" ", " ", ":", "-", "ssh", "s", "k", "sk", "7", "x", "é", "ſ", "\u212a"), {
    minLength: 1,
    maxLength: 4,
  })
  .map((parts) => parts.join(""));
const kinds = fc.constantFrom<HoleKind>("number", "word", "any");

/** Holes with a text before each of them and behind the last. */
function templateOf(between: readonly string[], holes: readonly HoleKind[]): TemplatePiece[] {
  const found = { number: 0, word: 0, any: 0 };
  const all = holes.flatMap((kind, i) => [between[i] ?? "", { kind, index: found[kind]++ }]);
  return [...all, between[holes.length] ?? ""].filter((piece) => piece !== "");
}

/** A template, and some texts of it by what fills their holes. */
const filledTemplates = fc.array(kinds, { minLength: 1, maxLength: 5 }).chain((holes) =>
  fc
    .record({
      between: fc.array(constantText, { minLength: holes.length, maxLength: holes.length + 1 }),
      filled: fc.array(fc.tuple(...holes.map((kind) => fillingOf[kind])), { minLength: 5, maxLength: 5 }),
    })
    .map(({ between, filled }) => ({ template: templateOf(between, holes), filled })),
);
const patternParts = [
  "s",
  "k",
  "h",
  "ss",
  "sk",
  "ssh",
  "7",
  " ",
  ":",
  "[0-9]",
  "\\d+",
  "\\w+",
  ".*",
  "x?",
  "[a-k]",
  "\\W",
];
const patterns = fc.oneof(
  fc.constantFrom("ssh[0-9]", "sk", "^ssh", "ssh$", "k.*k", "s[0-9]+ s", "(?:k|s)7", "^[^7]*$", ".", "7 .*7", "x{900}"),
  fc
    .tuple(
      fc.constantFrom("", "", "", "^"),
      fc.array(fc.constantFrom(...patternParts), { minLength: 1, maxLength: 5 }),
      fc.constantFrom("", "", "", "$"),
    )
    .map((parts) => parts.flat().join("")),
);

/** What the automaton says of a template, with the scan that belongs to the expression. */
function verdictOn(template: readonly TemplatePiece[], pattern: string, ignoreCase: boolean): TemplateVerdict {
  return testRegularExpression(pattern, ignoreCase).template!(template);
}

/** Whether the needs are met by what fills the holes, which are asked by text and by bytes. */
function meets(verdict: Exclude<TemplateVerdict, boolean>, fillingIn: (hole: HoleTest["hole"]) => string): boolean {
  return verdict.needs.every((ways) =>
    ways.some((way) => way.every(({ hole, test: asked }) => holdsTwice(asked, fillingIn(hole)))),
  );
}

function holdsTwice(asked: TextTest, text: string): boolean {
  const bytes = Buffer.from(`7${text}7`);
  const holds = asked.text(text);
  expect(asked.bytes!(bytes, 1, bytes.length - 1)).toBe(holds);
  if (holds && asked.scan) expectHit(asked.scan.pattern, text);
  return holds;
}

function expectHit(pattern: RegExp, text: string): void {
  pattern.lastIndex = 0;
  const hit = pattern.test(Buffer.from(text).toString("latin1"));
  expect({ pattern: pattern.source, text, hit }).toEqual({ pattern: pattern.source, text, hit: true });
}

test("when a template has several holes, then its verdict with any fillings is that of the text put together", () => {
  const seen = { yes: 0, no: 0, met: 0, unmet: 0, inexact: 0, scanned: 0 };
  fc.assert(
    fc.property(filledTemplates, patterns, fc.boolean(), ({ template, filled }, pattern, ignoreCase) => {
      const compiled = RE2JS.compile(pattern, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
      const verdict = verdictOn(template, pattern, ignoreCase);
      const holes = template.filter((piece) => typeof piece !== "string");
      for (const words of filled) {
        const fillingIn = (hole: TemplatePiece) => words[holes.indexOf(hole as (typeof holes)[number])]!;
        const text = template.map((piece) => (typeof piece === "string" ? piece : fillingIn(piece))).join("");
        const found = { pattern, text, holds: compiled.test(text) };
        if (typeof verdict === "boolean") {
          seen[verdict ? "yes" : "no"]++;
          expect(found).toEqual({ pattern, text, holds: verdict });
          continue;
        }
        const isMet = meets(verdict, fillingIn);
        seen[isMet ? "met" : "unmet"]++;
        if (!verdict.isExact) seen.inexact++;
        if (!isMet || verdict.isExact) expect(found).toEqual({ pattern, text, holds: isMet });
        seen.scanned += verdict.needs.flat(2).filter((hole) => hole.test.scan).length;
      }
    }),
    { numRuns: 4_000 },
  );
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(50);
});

test("when a match has a literal and a digit, then each of twelve holes is one way at most, and their texts decide", () => {
  const literals = fc.string({ unit: fc.constantFrom("s", "h", "k", "x"), minLength: 2, maxLength: 6 });
  const between = fc.array(fc.constantFrom(" ", ", ", " ss ", " port: ", " é ", ' "hk" ', " = x "), {
    minLength: 13,
    maxLength: 13,
  });
  const twelve = fc.array(kinds, { minLength: 12, maxLength: 12 });
  const follows = fc.constantFrom("[0-9]", "\\d", "\\d+", "[0-9]x", "7");
  let ways = 0;
  fc.assert(
    fc.property(literals, follows, between, twelve, fc.boolean(), (literal, digit, texts, holes, ignoreCase) => {
      const verdict = verdictOn(templateOf(texts, holes), `${literal}${digit}`, ignoreCase);
      const asked = holes.filter((kind) => kind !== "number").length;
      if (typeof verdict === "boolean") {
        expect({ verdict, asked }).toEqual({ verdict: false, asked: 0 });
        return;
      }
      expect([verdict.isExact, verdict.needs.length]).toEqual([true, 1]);
      ways += verdict.needs[0]!.length;
      expect(verdict.needs[0]).toHaveLength(asked);
      for (const { test: hole } of verdict.needs.flat(2)) expect(hole.scan).toBeDefined();
    }),
  );
  expect(ways).toBeGreaterThan(100);
});

test("when a hole is asked for the whole match, then what it holds for is found by its scan, other forms of k and s included", () => {
  const signs = fc.constantFrom("s", "S", "ſ", "k", "K", "\u212a", "h", "H", "7", "1", "x", "é", "ſſh7", "\u212as");
  const literals = fc.array(fc.constantFrom("s", "k", "h", "S", "K", "sk", "."), { minLength: 1, maxLength: 4 });
  const held = { in: 0, beyond: 0, exactCase: 0 };
  fc.assert(
    fc.property(
      fc.tuple(literals, fc.constantFrom("", "[0-9]", "$", "\\w")).map((parts) => parts.flat().join("")),
      fc.array(fc.string({ unit: signs, minLength: 1, maxLength: 6 }), { minLength: 20, maxLength: 20 }),
      fc.boolean(),
      (pattern, texts, ignoreCase) => {
        const verdict = verdictOn(pieces, pattern, ignoreCase);
        if (typeof verdict === "boolean") return;
        for (const { test: hole } of verdict.needs.flat(2))
          for (const text of texts) {
            if (!hole.scan || !hole.text(text)) continue;
            expectHit(hole.scan.pattern, text);
            expect(hole.scan.words).toEqual([]);
            held[!ignoreCase ? "exactCase" : /[ſ\u212a]/.test(text) ? "beyond" : "in"]++;
          }
      },
    ),
    { numRuns: 2_000 },
  );
  for (const count of Object.values(held)) expect(count).toBeGreaterThan(50);
});

test("when a match begins with a sign before the hole, then no scan looks for all of it in the hole", () => {
  for (const before of ["\0", "é", "-", "z"]) {
    const verdict = verdictOn([`a ${before}`, { kind: "any", index: 0 }, " b"], `${before}sshd1`, false);
    if (typeof verdict === "boolean") throw new Error(`expected a question to the hole, got ${verdict}`);
    const [hole] = verdict.needs.flat(2);
    expect(hole!.test.text("sshd1")).toBe(true);
    if (hole!.test.scan) expectHit(hole!.test.scan.pattern, "sshd1");
  }
});

/** Expressions that no automaton of some thousand states holds, each with texts about as long as their matches. */
const hard = fc.constantFrom(
  "a.{60}c",
  "(a|b)*a(a|b){40}c",
  "[ab]{20,90}c.*a{5}",
  "(?:a?b?){50}c",
  "\\ba.{40}\\b",
  "a.{50}$",
);
const hardTexts = fc.array(
  fc.string({ unit: fc.constantFrom("a", "a", "b", "b", "b", "c", " ", "é", "ab"), minLength: 30, maxLength: 400 }),
  { minLength: 8, maxLength: 8 },
);

test("when an automaton cannot hold an expression, then texts and bytes are told of what re2js is", () => {
  const held = { yes: 0, no: 0 };
  fc.assert(
    fc.property(hard, fc.boolean(), fc.array(hardTexts, { minLength: 4, maxLength: 4 }), (pattern, ignoreCase, all) => {
      const compiled = RE2JS.compile(pattern, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
      const asked = testRegularExpression(pattern, ignoreCase);
      for (const text of all.flat()) {
        const holds = compiled.matcher(text).find();
        held[holds ? "yes" : "no"]++;
        const bytes = Buffer.from(`a${text}c`);
        const found = { pattern, text, byText: asked.text(text), byBytes: asked.bytes!(bytes, 1, bytes.length - 1) };
        expect(found).toEqual({ pattern, text, byText: holds, byBytes: holds });
      }
    }),
    { numRuns: 60 },
  );
  for (const count of Object.values(held)) expect(count).toBeGreaterThan(50);
});

test("when text after text leads to new states, then few are made, and templates may still make some", () => {
  const compiled = RE2JS.compile("a.{500}c");
  const automaton = new RegularAutomaton(compiled);
  const made = countSteps(compiled, () => {
    for (let seed = 1; seed <= 20; seed++) expect(automaton.holdsText(noise(seed, 5_000))).toBe(false);
    expect(automaton.holdsText(`${noise(3, 5_000)}a${noise(4, 500)}c`)).toBe(true);
  });
  expect(made).toBeGreaterThan(500);
  expect(made).toBeLessThan(2_500);
  const template = [noise(21, 100), { kind: "number", index: 0 }] as const;
  expect(countSteps(compiled, () => automaton.verdict(template))).toBeGreaterThan(50);
});

/** The same letters a and b for a seed. */
function noise(seed: number, length: number): string {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state > 0x7fff_ffff ? "a" : "b";
  };
  return Array.from({ length }, next).join("");
}

/** How often an automaton of re2js is led from a state. */
function countSteps({ re2Input }: RE2JS, run: () => void): number {
  const prototype = Object.getPrototypeOf(re2Input.dfa);
  const { step } = prototype;
  let count = 0;
  prototype.step = function (...args: unknown[]) {
    count++;
    return step.apply(this, args);
  };
  try {
    run();
  } finally {
    prototype.step = step;
  }
  return count;
}
