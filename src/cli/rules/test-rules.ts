import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { rowOfSample } from "../../ingest/thread/sample-row.ts";
import { messageOf } from "../../lib/errors.ts";
import { ruleEndings, ruleNameOf, testsEnding } from "../../parser-rules/files/rule-files.ts";
import { RuleFileError } from "../../parser-rules/rule-problem.ts";
import { readRuleTests, runRuleTests } from "../../parser-rules/try/rule-tests.ts";
import { CommandError, defineVigieCommand } from "../command.ts";
import { countOf, createPaint } from "../output.ts";
import { openRule, ruleError } from "./check-rule.ts";

export const testRules = defineVigieCommand({
  meta: { name: "test", description: "Run the tests of rule files: NAME.tests.yaml next to NAME.yaml" },
  args: {
    place: { type: "positional", required: false, description: "A rule file, its tests, or a folder of both (.)" },
  },
  usage: "[FOLDER|FILE]",
  notes: ["Exit code 1 when a test fails, a file is refused, or there is no test at all."],
  examples: [
    ["vigie rules test /var/lib/vigie/parser-rules", "all rules of a folder"],
    ["vigie rules test my-rules.yaml", "one"],
  ],
  run: async ({ args }) => {
    const place = args.place ?? ".";
    const files = findTested(place);
    const totals = { passed: 0, failed: 0 };
    for (const file of files) testFile(file, totals);
    if (totals.passed + totals.failed === 0) throw new CommandError(`There is no test in "${place}".`);
    const ruleFiles = countOf(files.length, "rule file");
    process.stdout.write(`${totals.passed} passed, ${totals.failed} failed, in ${ruleFiles}.\n`);
    return totals.failed === 0 ? 0 : 1;
  },
});

interface TestedRule {
  rule: string;
  /** Undefined: the rule has no tests; it is only read. */
  tests: string | undefined;
}

function findTested(place: string): TestedRule[] {
  let isFolder: boolean;
  try {
    isFolder = statSync(place).isDirectory();
  } catch (error) {
    throw new CommandError(`Cannot read "${place}": ${messageOf(error)}`, 1, { cause: error });
  }
  if (!isFolder) return [testedRule(place)];
  return readdirSync(place)
    .filter((name) => ruleNameOf(name) !== undefined)
    .sort()
    .map((name) => testedRule(join(place, name)));
}

function testedRule(path: string): TestedRule {
  const folder = dirname(path);
  const file = basename(path);
  if (file.endsWith(testsEnding)) {
    const name = file.slice(0, -testsEnding.length);
    const rule = ruleEndings.map((ending) => join(folder, name + ending)).find((candidate) => existsSync(candidate));
    if (rule === undefined) throw new CommandError(`There is no rule "${name}" next to "${path}".`);
    return { rule, tests: path };
  }
  const name = ruleNameOf(file) ?? file;
  const tests = join(folder, name + testsEnding);
  return { rule: path, tests: existsSync(tests) ? tests : undefined };
}

function testFile({ rule, tests }: TestedRule, totals: { passed: number; failed: number }): void {
  const { compiled } = openRule(rule);
  if (tests === undefined) return;
  const paint = createPaint(process.stdout);
  for (const { name, differences } of runRuleTests(compiled, readTests(tests), rowOfSample)) {
    if (differences.length === 0) totals.passed++;
    else {
      totals.failed++;
      const reasons = differences.map((difference) => `    ${difference}\n`).join("");
      process.stdout.write(`${paint("red", "failed")}  ${rule}: ${name}\n${reasons}`);
    }
  }
}

function readTests(path: string) {
  try {
    return readRuleTests(readFileSync(path, "utf8")).tests;
  } catch (error) {
    if (error instanceof RuleFileError) throw ruleError(path, error);
    throw new CommandError(`Cannot read "${path}": ${messageOf(error)}`, 1, { cause: error });
  }
}
