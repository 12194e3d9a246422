import { stringify } from "yaml";
import { invalidField, invalidFields } from "../../lib/errors.ts";
import type { CompiledFile } from "../../parser-rules/compile-rule.ts";
import { checkRuleValue, type RuleFile, readRuleFileInSteps } from "../../parser-rules/read-rule-file.ts";
import { RuleFileError } from "../../parser-rules/rule-problem.ts";
import type { RuleFileModel } from "../../parser-rules/rule-schema.ts";
import { testSliceMs } from "./limits.ts";
import { createRest } from "./rest.ts";

/** What a body says of a rule file: its text, or its fields. */
export interface RuleContent {
  text?: string;
  description?: string;
  first_match_only?: boolean;
  pre_match?: RuleFileModel["pre_match"];
  rewrite_rules?: RuleFileModel["rewrite_rules"];
}

/** The text of the file, read and compiled once to see that it would be taken. Throws AppError `invalid` with line and reason. */
export async function writeRuleContent(name: string, { text, ...fields }: RuleContent): Promise<string> {
  const given = Object.keys(fields).filter((key) => fields[key as keyof typeof fields] !== undefined);
  if (text === undefined) {
    if (fields.rewrite_rules === undefined) throw invalidField("rewrite_rules", "This field is required, or text.");
    await checkFields(name, fields);
    return stringify(fields);
  }
  if (given.length > 0)
    throw invalidField("text", `The text is the whole file; ${given.join(", ")} cannot stand beside it.`);
  await readText(name, text);
  return text;
}

/** The fields of a file that is there. */
export async function readRuleContent(name: string, text: string): Promise<RuleContent> {
  const { name: _name, comment: _comment, ...fields } = (await readText(name, text)).model;
  return fields;
}

/** A compiled rule of what a body says. Throws AppError `invalid`. */
export async function compileRuleContent(name: string, content: RuleContent): Promise<CompiledFile> {
  return (await readText(name, await writeRuleContent(name, content))).compiled;
}

async function readText(name: string, text: string): Promise<RuleFile> {
  try {
    return await readRuleFileInSteps(name, text, createRest(testSliceMs));
  } catch (error) {
    if (error instanceof RuleFileError) throw invalidField("text", error.message);
    throw error;
  }
}

async function checkFields(name: string, fields: RuleContent): Promise<void> {
  try {
    await checkRuleValue(name, fields, createRest(testSliceMs));
  } catch (error) {
    if (!(error instanceof RuleFileError)) throw error;
    const path = error.path.replaceAll(/\[(\d+)\]/g, ".$1");
    throw invalidFields({ [path === "" ? "non_field_errors" : path]: [error.reason] });
  }
}
