import { RuleFileError } from "../rule-problem.ts";
import { readRuleFile } from "./read-rule-file.ts";
import { hashOfRule, listRuleSources, type RuleSource } from "./rule-files.ts";
import type { RuleReading } from "./rule-reading.ts";

/**
 * The user's files with none of the `knownHashes`. A file within its bounds may take a second: not where others wait.
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
