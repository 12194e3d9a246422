import * as z from "zod";
import type { EventRow } from "../../eventstore/event/event.ts";
import { readFacility, readSeverity } from "../../eventstore/event/syslog-priority.ts";
import type { CompiledFile } from "../compile/compile-rule.ts";
import { checkShape, parseYaml, type YamlSource } from "../files/read-rule-file.ts";
import { testsMax } from "../limits.ts";
import { createRuleSet } from "../run/rule-set.ts";

const expected = z.strictObject({
  host: z.string().optional(),
  program: z.string().optional(),
  message: z.string().optional(),
  severity: z.union([z.string(), z.number()]).optional(),
  facility: z.union([z.string(), z.number()]).optional(),
  cisco_mnemonic: z.string().optional(),
  time: z.iso.datetime({ offset: true }).optional(),
  user_tags: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
});

const testSchema = z.strictObject({
  name: z.string().optional(),
  event: z.record(z.string(), z.unknown()).optional(),
  line: z.string().min(1).optional(),
  expect: z.union([z.literal("dropped"), expected]),
});

const testsSchema = z.strictObject({ tests: z.array(testSchema).max(testsMax) });

export type RuleTest = z.output<typeof testSchema>;

/** Reads `NAME.tests.yaml`. Throws RuleFileError with the line of the fault. */
export function readRuleTests(text: string): { tests: RuleTest[]; source: YamlSource } {
  const source = parseYaml(text);
  return { tests: checkShape(testsSchema, source).tests, source };
}

/** Differences from the expectation; empty: the test passed. */
export interface RuleTestOutcome {
  name: string;
  differences: string[];
}

/** How a sample becomes an event; throws an Error when it is none. */
export type ReadSample = (sample: string | Record<string, unknown>) => EventRow;

/** Runs the rules of one file, and no others, on the event of each test. */
export function runRuleTests(
  file: CompiledFile,
  tests: readonly RuleTest[],
  readSample: ReadSample,
): RuleTestOutcome[] {
  return tests.map((test, index) => ({
    name: test.name ?? `test ${index + 1}`,
    differences: runRuleTest(file, test, readSample),
  }));
}

function runRuleTest(file: CompiledFile, { event, line, expect }: RuleTest, readSample: ReadSample): string[] {
  if ((event === undefined) === (line === undefined)) return ["It needs either an event or a line."];
  let row: EventRow;
  try {
    row = readSample(line ?? event!);
  } catch (error) {
    return [(error as Error).message];
  }
  const before = { ...row, times: [...row.times], tags: [...row.tags] };
  const rules = createRuleSet([file]);
  const outcome = rules.apply(row);
  const failures = [...rules.counts().values()].flat().flatMap(({ lastError }) => lastError ?? []);
  if (expect === "dropped") return outcome === "dropped" ? [] : ["Expected it to be dropped, and it was not."];
  if (outcome === "dropped") return ["It was dropped."];
  return [...failures.map((error) => `A rule failed: ${error}`), ...differencesOf(row, before, expect)];
}

type Expected = Exclude<RuleTest["expect"], "dropped">;

function differencesOf(row: EventRow, before: EventRow, expect: Expected): string[] {
  const fields: [string, unknown, unknown][] = [
    ["host", expect.host ?? before.host, row.host],
    ["program", expect.program ?? before.program, row.program],
    ["message", expect.message ?? before.message, row.message],
    ["severity", codeOf(expect.severity, readSeverity) ?? before.severity, row.severity],
    ["facility", codeOf(expect.facility, readFacility) ?? before.facility, row.facility],
    [
      "time",
      isoOf(expect.time === undefined ? before.times[0]! : Date.parse(expect.time) * 1000),
      isoOf(row.times[0]!),
    ],
    ["cisco_mnemonic", expect.cisco_mnemonic ?? before.ciscoMnemonic, row.ciscoMnemonic],
  ];
  const wrong = fields.flatMap(([name, wanted, got]) => (wanted === got ? [] : [differs(name, wanted, got)]));
  return [...wrong, ...tagDifferences(expect.user_tags ?? tagsOf(before.tags), tagsOf(row.tags))];
}

/** To the millisecond. */
function isoOf(time: number): string {
  return new Date(Math.floor(time / 1000)).toISOString();
}

/** A word that is no severity differs from every severity. */
function codeOf(value: string | number | undefined, read: (value: unknown) => number | undefined): unknown {
  return value === undefined ? undefined : (read(value) ?? value);
}

function tagDifferences(wanted: Record<string, unknown>, got: Record<string, string>): string[] {
  const names = [...new Set([...Object.keys(wanted), ...Object.keys(got)])].sort();
  return names.flatMap((name) => {
    const text = Object.hasOwn(wanted, name) ? String(wanted[name]) : undefined;
    const actual = Object.hasOwn(got, name) ? got[name] : undefined;
    return text === actual ? [] : [differs(`tag ${name}`, text, actual)];
  });
}

function differs(name: string, wanted: unknown, got: unknown): string {
  const shown = (value: unknown) => (value === undefined ? "none" : JSON.stringify(value));
  return `${name}: expected ${shown(wanted)}, got ${shown(got)}.`;
}

function tagsOf(pairs: readonly string[]): Record<string, string> {
  const tags: Record<string, string> = Object.create(null);
  for (let i = 0; i < pairs.length; i += 2) tags[pairs[i]!] = pairs[i + 1]!;
  return tags;
}
