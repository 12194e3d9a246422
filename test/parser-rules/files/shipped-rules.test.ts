import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readRuleFile } from "../../../src/parser-rules/files/read-rule-file.ts";
import { ruleNameOf } from "../../../src/parser-rules/files/rule-files.ts";
import { readTestedRuleFile } from "../../../src/parser-rules/files/rule-reading.ts";
import { shippedRules } from "../../../src/parser-rules/files/shipped-rules.ts";

const folder = join(import.meta.dirname, "../../../data/parser-rules");

test("when the library is looked at, then the executable carries every file of it, as it is", () => {
  const files = readdirSync(folder).filter((name) => ruleNameOf(name) !== undefined);
  expect(shippedRules.map(({ fileName }) => fileName).sort()).toEqual(files.sort());
  for (const { fileName, text } of shippedRules) expect(text).toBe(readFileSync(join(folder, fileName), "utf8"));
});

test.each(shippedRules.map(({ name, text }) => [name, text]))(
  "when %s is read, then nothing is wrong with it",
  (name, text) => {
    const { model, compiled } = readRuleFile(name, text);
    expect(compiled.rules.length).toBeGreaterThan(0);
    // The service reads it without looking at lines.
    expect(readTestedRuleFile(name, text).model).toEqual(model);
  },
);
