import { RuleFileError } from "../rule-problem.ts";
import { readRuleFile } from "./read-rule-file.ts";
import { hashOfRule, listRuleSources, type RuleSource } from "./rule-files.ts";
import type { RuleReading } from "./rule-reading.ts";

/**
 * The user's files except those in `knownHashes`. A file within its bounds may take a second, so use a thread that
 * nobody waits for.
 */
export function readRules(folder: string, knownHashes: readonly string[]): RuleReading[] {
  return listRuleSources(folder).flatMap((source) =>
    "error" in source || knownHashes.includes(hashOfRule(source)) ? [] : [read(source)],
  );
}

function read({ name, fileName, text }: RuleSource): RuleReading {
  try {
    return { fileName, text, result: { modelJson: JSON.stringify(readRuleFile(name, text).model) } };
  } catch (error) {
    if (!(error instanceof RuleFileError)) throw error;
    const { line, path, reason } = error;
    return { fileName, text, result: { line, path, reason } };
  }
}
