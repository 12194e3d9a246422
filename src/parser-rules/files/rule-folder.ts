import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { syncFolder, writeFileAtomically } from "../../lib/files.ts";
import { type RuleSource, readRuleSource, ruleEndings } from "./rule-files.ts";
import { readSwitches, writeSwitches } from "./rule-switches.ts";
import { shippedRules } from "./shipped-rules.ts";

/** The user's rule files, for whoever changes them. Changes are on disk when a call returns. */
export interface RuleFolder {
  readonly path: string;
  has(name: string): boolean;
  write(name: string, text: string): void;
  remove(name: string): void;
  setEnabled(name: string, isEnabled: boolean): void;
}

/** The folder must be there. Names are those that `ruleName` allows. */
export function createRuleFolder(path: string): RuleFolder {
  const files = (name: string) => ruleEndings.map((ending) => join(path, name + ending));
  const remove = (paths: readonly string[]) => {
    for (const file of paths) rmSync(file, { force: true });
    syncFolder(path);
  };
  return {
    path,
    has: (name) => files(name).some((file) => existsSync(file)),
    write(name, text) {
      const [file, ...others] = files(name);
      writeFileAtomically(file!, text);
      if (others.some((other) => existsSync(other))) remove(others);
    },
    remove: (name) => remove(files(name)),
    setEnabled(name, isEnabled) {
      const disabled = readSwitches(path);
      if (disabled.has(name) !== isEnabled) return;
      if (isEnabled) disabled.delete(name);
      else disabled.add(name);
      writeSwitches(path, disabled);
    },
  };
}

/** The file in force of that name: the user's, else the shipped one. */
export function findRuleSource(folder: string, name: string): RuleSource | undefined {
  return readRuleSource(folder, name) ?? shippedRules.find((source) => source.name === name);
}
