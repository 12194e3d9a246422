import { AppError } from "../../lib/errors.ts";
import type { CompiledFile } from "../../parser-rules/compile/compile-rule.ts";
import { readRuleFields } from "../../parser-rules/files/read-rule-file.ts";
import { loadRules } from "../../parser-rules/files/rule-files.ts";
import type { RuleFile } from "../../parser-rules/files/rule-reading.ts";
import { readSwitches } from "../../parser-rules/files/rule-switches.ts";
import { shippedRules } from "../../parser-rules/files/shipped-rules.ts";
import type { RuleModels } from "../rule-reason.ts";

/** The chosen rules; plain data, since it crosses threads. */
export interface RuleChoice {
  /** Folder of the user's rules. */
  rulesFolder: string;
  /** Rule files; empty: all that are enabled. */
  names: readonly string[];
  /** Instead of all these. */
  inline: readonly Record<string, unknown>[] | undefined;
}

export interface ChosenRules {
  files: CompiledFile[];
  models: RuleModels;
}

/**
 * Reads and compiles them as intake does. Refuses a rule that was requested by name and no longer exists. Any thread.
 */
export function chooseRules({ rulesFolder, names, inline }: RuleChoice): ChosenRules {
  if (inline !== undefined)
    return chosen([[inlineRulesName, readRuleFields(inlineRulesName, { rewrite_rules: inline })]]);
  const disabled = readSwitches(rulesFolder);
  const all = loadRules(rulesFolder, shippedRules);
  const gone = names.find((name) => !all.some((rule) => rule.name === name && rule.file));
  if (gone !== undefined) throw new AppError("invalid", `The parser rule "${gone}" is not there any more.`);
  const isWanted = (name: string) => (names.length === 0 ? !disabled.has(name) : names.includes(name));
  return chosen(all.flatMap(({ name, file }) => (file && isWanted(name) ? [[name, file] as const] : [])));
}

/** Name in results of rules that came in a request. */
export const inlineRulesName = "rewrite_rules";

function chosen(rules: readonly (readonly [string, RuleFile])[]): ChosenRules {
  return {
    files: rules.map(([, { compiled }]) => compiled),
    models: new Map(rules.map(([name, { model }]) => [name, model])),
  };
}
