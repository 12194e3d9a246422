import { compileRuleFileInTurn } from "../compile/compile-rule.ts";
import { RuleFileError } from "../rule-problem.ts";
import type { RuleFileModel } from "../rule-schema.ts";
import type { RuleFile } from "./read-rule-file.ts";

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
