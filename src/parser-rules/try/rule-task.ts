import { readRules } from "../files/read-rules.ts";
import { changeRuleContent, type RuleContent, writeRuleContent } from "../files/rule-content.ts";
import type { RuleReading } from "../files/rule-reading.ts";
import { type ReadSentSample, type RuleTrial, type TriedSample, tryRules } from "./try-rules.ts";

/** Work on rules that the main thread hands over; plain data. */
export type RuleTask =
  | { kind: "write"; name: string; content: RuleContent }
  | { kind: "change"; name: string; before: string; content: RuleContent }
  | { kind: "read"; folder: string; knownHashes: readonly string[] }
  | { kind: "try"; trial: RuleTrial };

/**
 * The text of a file that would be taken, what changed files say, or what became of samples. Throws AppError. In a
 * thread of the pool.
 */
export function answerRuleTask(task: RuleTask, readSample: ReadSentSample): string | RuleReading[] | TriedSample[] {
  if (task.kind === "write") return writeRuleContent(task.name, task.content);
  if (task.kind === "change") return changeRuleContent(task.name, task.before, task.content);
  if (task.kind === "read") return readRules(task.folder, task.knownHashes);
  return tryRules(task.trial, readSample);
}
