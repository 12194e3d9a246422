import fc from "fast-check";
import { RE2JS } from "re2js";
import { expect, test } from "vitest";
import type { TemplatePiece } from "../../../src/eventstore/template.ts";
import { RegularAutomaton } from "../../../src/filter/condition/regular-automaton.ts";
import type { TextTest } from "../../../src/filter/condition/template-verdict.ts";

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
