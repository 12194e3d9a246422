import { existsSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { syncFolder, writeFileAtomically } from "../../lib/files.ts";
import { fileBytesMax } from "../limits.ts";
import { RuleFileError } from "../rule-problem.ts";
import { type RuleSource, readRuleSource, ruleEndings, ruleName, testsEnding } from "./rule-files.ts";
import { readSwitches, writeSwitches } from "./rule-switches.ts";
import { shippedRuleTests } from "./shipped-rule-tests.ts";
import { shippedRules } from "./shipped-rules.ts";

/** The user's rule files, for code that changes them. Changes are on disk when a call returns. */
export interface RuleFolder {
  readonly path: string;
  has(name: string): boolean;
  write(name: string, text: string): void;
  /** Removes its tests, too. */
  remove(name: string): void;
  /** Blank: they are removed. */
  writeTests(name: string, text: string): void;
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
    remove: (name) => remove([...files(name), testsPath(path, name)]),
    writeTests(name, text) {
      if (text.trim() === "") remove([testsPath(path, name)]);
      else writeFileAtomically(testsPath(path, name), text);
    },
    setEnabled(name, isEnabled) {
      const disabled = readSwitches(path);
      if (disabled.has(name) !== isEnabled) return;
      if (isEnabled) disabled.delete(name);
      else disabled.add(name);
      writeSwitches(path, disabled);
    },
  };
}

/** Tests of the rules of that name: the user's, else, where the rules are shipped, those that came with them. */
export function findRuleTests(folder: string, name: string): { text: string; origin: "user" | "shipped" } | undefined {
  const path = testsPath(folder, name);
  if (ruleName.test(name) && existsSync(path)) return { text: readTestsFile(path), origin: "user" };
  const text = shippedRuleTests.get(name);
  return text === undefined || readRuleSource(folder, name) !== undefined ? undefined : { text, origin: "shipped" };
}

function readTestsFile(path: string): string {
  const { size } = statSync(path);
  if (size > fileBytesMax)
    throw new RuleFileError(0, "", `Tests have at most ${fileBytesMax} bytes, these have ${size}.`);
  return readFileSync(path, "utf8");
}

function testsPath(folder: string, name: string): string {
  return join(folder, name + testsEnding);
}

/** The file in force of that name: the user's, else the shipped one. */
export function findRuleSource(folder: string, name: string): RuleSource | undefined {
  return readRuleSource(folder, name) ?? shippedRules.find((source) => source.name === name);
}
