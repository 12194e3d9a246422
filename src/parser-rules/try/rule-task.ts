import { invalidField } from "../../lib/errors.ts";
import { readRuleFile } from "../files/read-rule-file.ts";
import { readRules } from "../files/read-rules.ts";
import { changeRuleContent, compileRuleContent, type RuleContent, writeRuleContent } from "../files/rule-content.ts";
import type { RuleReading } from "../files/rule-reading.ts";
import { RuleFileError } from "../rule-problem.ts";
import { type RuleTest, type RuleTestOutcome, readRuleTests, runRuleTests } from "./rule-tests.ts";
import { type ReadSentSample, type RuleTrial, type TriedSample, tryRules } from "./try-rules.ts";

/** Work on rules that the main thread hands over; plain data. */
export type RuleTask =
  | { kind: "write"; name: string; content: RuleContent }
  | { kind: "change"; name: string; before: string; content: RuleContent }
  | { kind: "read"; folder: string; knownHashes: readonly string[] }
  | { kind: "check"; name: string | undefined; text: string }
  | { kind: "try"; trial: RuleTrial }
  | { kind: "check-tests"; tests: string }
  | { kind: "run-tests"; name: string; text: string; tests: string };

/** Where the text of a file is at fault; line 0: nowhere in particular. */
export type RuleFault = Pick<RuleFileError, "line" | "path" | "reason">;

type RuleAnswer = string | RuleFault | null | RuleReading[] | TriedSample[] | RuleTestOutcome[];

/**
 * Validates the text of a file or of tests, finds its first fault, reads changed files, or reports the results of
 * samples and of tests. Throws AppError. In a thread of the pool.
 */
export function answerRuleTask(task: RuleTask, readSample: ReadSentSample): RuleAnswer {
  if (task.kind === "write") return writeRuleContent(task.name, task.content);
  if (task.kind === "change") return changeRuleContent(task.name, task.before, task.content);
  if (task.kind === "read") return readRules(task.folder, task.knownHashes);
  if (task.kind === "check") return findFault(task.name, task.text);
  if (task.kind === "try") return tryRules(task.trial, readSample);
  const tests = readTests(task.tests);
  if (task.kind === "check-tests") return task.tests;
  return runRuleTests(compileRuleContent(task.name, { text: task.text }), tests, (sample) => readSample(sample).row);
}

function findFault(name: string | undefined, text: string): RuleFault | null {
  try {
    readRuleFile(name, text);
    return null;
  } catch (error) {
    if (!(error instanceof RuleFileError)) throw error;
    const { line, path, reason } = error;
    return { line, path, reason };
  }
}

function readTests(text: string): RuleTest[] {
  try {
    return readRuleTests(text).tests;
  } catch (error) {
    if (error instanceof RuleFileError) throw invalidField("tests", error.message);
    throw error;
  }
}
