import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rowOfSample } from "../../src/ingest/thread/sample-row.ts";
import { readRuleFile } from "../../src/parser-rules/files/read-rule-file.ts";
import { shippedRules } from "../../src/parser-rules/files/shipped-rules.ts";
import { createRuleSet } from "../../src/parser-rules/run/rule-set.ts";
import { readRuleTests, runRuleTests } from "../../src/parser-rules/try/rule-tests.ts";

const folder = join(import.meta.dirname, "../../data/parser-rules");
const readme = readFileSync(join(folder, "README.md"), "utf8");
const names = readdirSync(folder)
  .filter((name) => name.endsWith(".yaml") && !name.endsWith(".tests.yaml"))
  .map((name) => name.slice(0, -".yaml".length))
  .sort();

const rulesOf = (name: string) => readRuleFile(name, readFileSync(join(folder, `${name}.yaml`), "utf8"));
const testsOf = (name: string) => readRuleTests(readFileSync(join(folder, `${name}.tests.yaml`), "utf8")).tests;

describe("the rule library", () => {
  test("when the folder is listed, then each file is carried in the executable and named in the README", () => {
    expect(shippedRules.map(({ name }) => name).sort()).toEqual(names);
    for (const name of names) expect(readme).toContain(`\`${name}\``);
  });

  test("when the sizes are added, then rules and tests stay below 500 KB", () => {
    const sizes = readdirSync(folder).map((name) => statSync(join(folder, name)).size);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(500_000);
  });

  test.each(names)("when the tests of %s run, then all pass", (name) => {
    const failed = runRuleTests(rulesOf(name).compiled, testsOf(name), rowOfSample).filter(
      ({ differences }) => differences.length > 0,
    );
    expect(failed).toEqual([]);
  });

  test.each(names)(
    "when the tests of %s run, then each rule applies to a line, and some lines are left as they are",
    (name) => {
      const { compiled } = rulesOf(name);
      const set = createRuleSet([compiled]);
      const tests = testsOf(name);
      for (const { line, event } of tests) set.apply(rowOfSample(line ?? event!));
      const idle = set
        .counts()
        .get(name)!
        .flatMap(({ hits }, index) => (hits === 0 ? [compiled.rules[index]!.name] : []));
      expect(idle).toEqual([]);
      expect(tests.some(({ expect: expected }) => Object.keys(expected).length === 0)).toBe(true);
    },
  );

  test.each(names)("when lines are like those of the tests of %s and not the same, then no rule fails", (name) => {
    const set = createRuleSet([rulesOf(name).compiled]);
    const rows = testsOf(name).map(({ line, event }) => rowOfSample(line ?? event!));
    const change = fc.record({
      row: fc.constantFrom(...rows),
      seed: fc.nat(1_000),
      piece: fc.constantFrom("9", "", "-1", "x", "{", '"', " ", "\u{1F600}"),
    });
    fc.assert(
      fc.property(change, ({ row, seed, piece }) => {
        const places = [...row.message.matchAll(/\d+|[A-Za-z]+|[[\]{}"=]/g)];
        const place = places[seed % Math.max(places.length, 1)];
        const at = place?.index ?? 0;
        const message = row.message.slice(0, at) + piece + row.message.slice(at + (place?.[0].length ?? 0));
        set.apply({ ...row, message, tags: [...row.tags] });
        expect(
          set
            .counts()
            .get(name)!
            .flatMap(({ lastError }) => lastError ?? []),
        ).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  test.each(names)("when %s sets a tag, then the README tells what it means", (name) => {
    const unknown = tagsSetBy(name).filter((tag) => !readme.includes(`\`${tag}\``));
    expect([...new Set(unknown)]).toEqual([]);
  });

  test("when a user's name looks like an address, then the address of the connection counts", () => {
    const { compiled } = rulesOf("sshd");
    const message =
      "Failed password for invalid user root from 203.0.113.1 port 22 ssh2 from 198.51.100.7 port 4242 ssh2";
    const row = rowOfSample({ program: "sshd", message });
    createRuleSet([compiled]).apply(row);
    expect(row.tags[row.tags.indexOf("src_ip") + 1]).toBe("198.51.100.7");
  });
});

/** Names that its author chose; those of a note begin with an underscore and are not stored. */
function tagsSetBy(name: string): string[] {
  return rulesOf(name)
    .model.rewrite_rules.flatMap(({ tag, kv, json, tokenize }) => [
      ...Object.keys(tag ?? {}),
      ...keptNames(kv?.fields),
      ...keptNames(typeof json === "object" ? json.fields : undefined),
      ...(tokenize?.fields ?? []),
    ])
    .filter((tag) => tag !== "" && !tag.startsWith("_"));
}

function keptNames(fields: string[] | Record<string, string> | undefined): string[] {
  if (fields === undefined) return [];
  return Array.isArray(fields) ? fields : Object.values(fields);
}
