import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { familiesOf, familyIdOf, isFamilyId } from "../../src/pattern/families.ts";
import { patternAndFamiliesOf } from "../../src/pattern/family-cache.ts";
import { patternIdOf } from "../../src/pattern/pattern-id.ts";
import { holeTexts, patternText } from "../../src/pattern/pattern-text.ts";
import { patternTexts } from "./texts.ts";

const textsOf = (pattern: string) => familiesOf(pattern).map(({ text }) => text);

describe("families of a pattern", () => {
  test.each([
    [
      "Unpacking libssl-dev (<*>) ...",
      ["<*> libssl-dev (<*>) ...", "Unpacking <*> (<*>) ...", "Unpacking libssl-dev (<*>) ..."],
    ],
    ["Unpacking <*>-dev (<*>)", ["<*> <*>-dev (<*>)", "Unpacking <*> (<*>)", "Unpacking <*>-dev (<*>)"]],
    ["state=running", ["state=<*>"]],
    ["done.", []],
    ["nginx: stopped", ["<*>: stopped", "nginx: <*>"]],
    ["remove libstdc++ now", ["<*> libstdc++ now", "remove <*> now", "remove libstdc++ <*>"]],
    ["<*> <*>", []],
    ["--- ***", []],
    ["", []],
  ])("when a pattern is %j, then they are %j", (pattern, families) => {
    expect(textsOf(pattern)).toEqual(families);
  });

  test("when any pattern is looked at, then each family has a hole where it has a word, and is no more than that", () => {
    fc.assert(
      fc.property(patternTexts, (text) => {
        const pattern = patternText([text]);
        const families = familiesOf(pattern);
        expect(families.length).toBeLessThanOrEqual(24);
        for (const { text: family, from, to } of families) {
          expect(`${pattern.slice(0, from)}<*>${pattern.slice(to)}`).toBe(family);
          expect(pattern.slice(from, to)).toMatch(/^\S+$/);
        }
        expect(new Set(families.map((family) => family.text)).size).toBe(families.length);
      }),
      { numRuns: 1_000 },
    );
  });

  test("when a pattern is a dump, then it has none, in no time", () => {
    expect(familiesOf("word ".repeat(1_000))).toEqual([]);
    expect(familiesOf(`${"a".repeat(1_000)} b`)).toEqual([]);
    expect(familiesOf("-".repeat(999)).length).toBe(0);
  });

  test("when the same family is met on another machine, then its id is this", () => {
    expect(familyIdOf("Unpacking <*> (<*>) ...")).toMatch(/^f1[0-9a-f]{16}$/);
    expect(familyIdOf("Unpacking <*> (<*>) ...")).toBe("f1ea79324d540a3a38");
    expect([isFamilyId("f1ea79324d540a3a38"), isFamilyId(patternIdOf("x")), isFamilyId("f1*"), isFamilyId("")]).toEqual(
      [true, false, false, false],
    );
  });

  test("when a message is asked, then its pattern and the families come first and once", () => {
    expect(patternAndFamiliesOf("")).toBe("");
    const [own, ...families] = patternAndFamiliesOf("Unpacking bash (5.2) ...").split(",");
    expect(own).toBe(patternIdOf("Unpacking bash (<*>) ..."));
    expect(families).toContain(familyIdOf("Unpacking <*> (<*>) ..."));
  });
});

describe("what stands in the holes of a family", () => {
  test.each([
    ["Unpacking libssl-dev:amd64 (1.2) ...", "Unpacking <*> (<*>) ...", ["libssl-dev:amd64", "1.2"]],
    ["Unpacking lib7-dev (1.2) ...", "Unpacking <*> (<*>) ...", ["lib7-dev", "1.2"]],
    ["Unpacking bash (1.2) ...", "<*> bash (<*>) ...", ["Unpacking", "1.2"]],
    ["worker17 of pool is idle", "<*> of pool is idle", ["worker17"]],
  ])("when a message is %j, then of %j these are told", (message, family, values) => {
    const whole = familiesOf(patternText([message])).find(({ text }) => text === family);
    expect(holeTexts(message, whole)).toEqual(values);
  });
});
