import type { EventRow } from "../../eventstore/event.ts";
import { rowOfSample } from "../../ingest/sample-row.ts";
import { AppError, invalidField, messageOf, notFound } from "../../lib/errors.ts";
import type { CompiledFile } from "../../parser-rules/compile-rule.ts";
import { loadRules } from "../../parser-rules/rule-files.ts";
import { findRuleSource } from "../../parser-rules/rule-folder.ts";
import { readSwitches } from "../../parser-rules/rule-switches.ts";
import { shippedRules } from "../../parser-rules/shipped-rules.ts";
import { type RuleStep, traceRules } from "../../parser-rules/trace-rules.ts";
import { maxSampleCharacters, testBudgetMs, testSliceMs } from "./limits.ts";
import { createRest } from "./rest.ts";
import { compileRuleContent } from "./rule-content.ts";
import type { RuleTestAnswer, RuleTestRequest, SampleEvent } from "./schema.ts";

export type RuleTestService = ReturnType<typeof createRuleTestService>;
type SampleResult = RuleTestAnswer["results"][number];

/** Tries rules on samples in small slices of the main thread; nothing is stored and no rule counts anything. */
export function createRuleTestService({ folder }: { folder: string }) {
  return {
    async run({ name, samples, ...content }: RuleTestRequest): Promise<RuleTestAnswer> {
      const characters = samples.reduce((sum, sample) => sum + JSON.stringify(sample).length, 0);
      if (characters > maxSampleCharacters)
        throw invalidField(
          "samples",
          `Expected at most ${maxSampleCharacters} characters together, got ${characters}.`,
        );
      const files = await filesOf(folder, name, content);
      const end = performance.now() + testBudgetMs;
      const pace: Pace = { rest: createRest(testSliceMs), isOver: () => performance.now() >= end };
      const results: SampleResult[] = [];
      for (const sample of samples) results.push(pace.isOver() ? notTried : await trySample(files, sample, pace));
      return { results };
    },
  };
}

async function filesOf(folder: string, name: string | undefined, content: Omit<RuleTestRequest, "name" | "samples">) {
  if (Object.values(content).some((value) => value !== undefined))
    return [await compileRuleContent(name ?? "tried", content)];
  if (name === undefined) {
    const disabled = readSwitches(folder);
    return loadRules(folder, shippedRules).flatMap((rule) =>
      rule.file && !disabled.has(rule.name) ? [rule.file.compiled] : [],
    );
  }
  const source = findRuleSource(folder, name);
  if (source === undefined) throw notFound(`There is no parser rule "${name}".`);
  return [await compileRuleContent(name, { text: source.text })];
}

interface Pace {
  rest(): Promise<void>;
  isOver(): boolean;
}

const notTried: SampleResult = {
  ...{ outcome: "not_tried", before: null, after: null, steps: [] },
  error: `The samples before it took more than ${testBudgetMs / 1000} s.`,
};

async function trySample(files: CompiledFile[], sample: RuleTestRequest["samples"][number], pace: Pace) {
  let row: EventRow;
  try {
    row = rowOfSample(sample);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return {
      outcome: "bad_sample",
      error: messageOf(error),
      before: null,
      after: null,
      steps: [],
    } satisfies SampleResult;
  }
  const before = eventOf(row);
  const steps: RuleStep[] = [];
  for (const step of traceRules(files, row)) {
    steps.push(step);
    if (pace.isOver()) return notTried;
    await pace.rest();
  }
  const isDropped = steps.at(-1)?.outcome === "dropped";
  return {
    outcome: isDropped ? "dropped" : "kept",
    error: null,
    before,
    after: isDropped ? null : eventOf(row),
    steps: steps.map(stepView),
  } satisfies SampleResult;
}

function stepView({ file, rule, kind, outcome, condition, error, changes }: RuleStep): SampleResult["steps"][number] {
  return { file, rule, type: kind, outcome, condition: condition || null, error: error || null, changes };
}

function eventOf({ host, program, message, severity, facility, ciscoMnemonic, tags }: EventRow): SampleEvent {
  const user_tags: Record<string, string> = Object.create(null);
  for (let i = 0; i < tags.length; i += 2) user_tags[tags[i]!] = tags[i + 1]!;
  return { host, program, message, severity, facility, cisco_mnemonic: ciscoMnemonic, user_tags };
}
