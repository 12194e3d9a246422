import { stringify } from "yaml";
import { invalidField, invalidFields } from "../../lib/errors.ts";
import type { CompiledFile } from "../compile/compile-rule.ts";
import { RuleFileError } from "../rule-problem.ts";
import type { RuleFileModel } from "../rule-schema.ts";
import { readRuleFields, readRuleFile } from "./read-rule-file.ts";
import type { RuleFile } from "./rule-reading.ts";

/** A rule file as a caller sends it: its text, or its fields. */
export interface RuleContent {
  text?: string;
  description?: string;
  first_match_only?: boolean;
  pre_match?: RuleFileModel["pre_match"];
  rewrite_rules?: RuleFileModel["rewrite_rules"];
}

/**
 * The text of the file, read and compiled once to make sure that it is valid. Throws AppError `invalid` with line and
 * reason. `name`: as `readRuleFile` takes it. Not for the main thread: a file within its bounds may take half a second.
 */
export function writeRuleContent(name: string | undefined, { text, ...fields }: RuleContent): string {
  const given = Object.keys(fields).filter((key) => fields[key as keyof typeof fields] !== undefined);
  if (text === undefined) {
    if (fields.rewrite_rules === undefined) throw invalidField("rewrite_rules", "This field is required, or text.");
    checkFields(name, fields);
    return stringify(fields);
  }
  if (given.length > 0)
    throw invalidField("text", `The text is the whole file; ${given.join(", ")} cannot be given with it.`);
  readText(name, text);
  return text;
}

/**
 * An existing file after a change: text replaces the whole file, fields replace these fields. Throws like
 * `writeRuleContent`.
 */
export function changeRuleContent(name: string, before: string, change: RuleContent): string {
  if (change.text !== undefined) return writeRuleContent(name, change);
  const { name: _name, comment: _comment, ...fields } = readText(name, before).model;
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  return writeRuleContent(name, { ...fields, ...given } as RuleContent);
}

/** Compiles a file of a caller's content. Throws like `writeRuleContent`. */
export function compileRuleContent(name: string | undefined, content: RuleContent): CompiledFile {
  return readText(name, writeRuleContent(name, content)).compiled;
}

function readText(name: string | undefined, text: string): RuleFile {
  try {
    return readRuleFile(name, text);
  } catch (error) {
    if (error instanceof RuleFileError) throw invalidField("text", error.message);
    throw error;
  }
}

function checkFields(name: string | undefined, fields: RuleContent): void {
  try {
    readRuleFields(name, fields);
  } catch (error) {
    if (!(error instanceof RuleFileError)) throw error;
    const path = error.path.replaceAll(/\[(\d+)\]/g, ".$1");
    throw invalidFields({ [path === "" ? "non_field_errors" : path]: [error.reason] });
  }
}
