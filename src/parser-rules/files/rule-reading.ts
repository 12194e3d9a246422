import { type CompiledFile, compileRuleFile, compileRuleFileInTurn } from "../compile/compile-rule.ts";
import { completeRuleFile } from "../complete-rule-file.ts";
import { RuleFileError } from "../rule-problem.ts";
import type { RuleFileModel, WrittenRuleFile } from "../rule-schema.ts";

/** A rule file as it was read. */
export interface RuleFile {
  model: RuleFileModel;
  compiled: CompiledFile;
}

/** A user's rule file, read in a thread that nobody waits for; plain data, since it crosses threads. */
export interface RuleReading {
  fileName: string;
  text: string;
  /** As JSON: a text crosses threads in a fraction of the time that objects take. */
  result: { modelJson: string } | { line: number; path: string; reason: string };
}

/** Compiles a reading, rule by rule. Throws RuleFileError. */
export function* openReading(name: string, { result }: RuleReading): Generator<undefined, RuleFile> {
  if ("reason" in result) throw new RuleFileError(result.line, result.path, result.reason);
  const model = JSON.parse(result.modelJson) as RuleFileModel;
  return { model, compiled: yield* compileRuleFileInTurn(name, model) };
}

/** Reads a file that tests have read with `readRuleFile`: it has no mistake whose line somebody must be told. */
export function readTestedRuleFile(name: string, text: string): RuleFile {
  const model = completeRuleFile(Bun.YAML.parse(text) as WrittenRuleFile);
  return { model, compiled: compileRuleFile(name, model) };
}
