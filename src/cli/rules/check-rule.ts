import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { messageOf } from "../../lib/errors.ts";
import { readRuleFile } from "../../parser-rules/files/read-rule-file.ts";
import { ruleNameOf } from "../../parser-rules/files/rule-files.ts";
import { RuleFileError } from "../../parser-rules/rule-problem.ts";
import { CommandError, defineVigieCommand, usageError } from "../command.ts";
import { countOf } from "../output.ts";

export const checkRule = defineVigieCommand({
  meta: {
    name: "check",
    description: "Check a rule file as the service does; names the line of a mistake and the reason",
  },
  args: { file: { type: "positional", required: true, description: "A rule file, YAML or JSON" } },
  usage: "FILE",
  examples: [["vigie rules check my-rules.yaml", "exit code 1 and one line when the file would be refused"]],
  run: async ({ args }) => {
    const { compiled } = openRule(args.file);
    process.stdout.write(`${args.file}: ${countOf(compiled.rules.length, "rule")}, nothing wrong.\n`);
    return 0;
  },
});

/** The rule in a file. Throws CommandError that names the file and, when it can, the line. */
export function openRule(path: string) {
  const name = ruleNameOf(basename(path));
  if (name === undefined)
    throw usageError(`"${path}" cannot be a rule file: expected a name such as my-rules.yaml, .yml or .json.`);
  try {
    return readRuleFile(name, readFileSync(path, "utf8"));
  } catch (error) {
    if (error instanceof RuleFileError) throw ruleError(path, error);
    throw new CommandError(`Cannot read "${path}": ${messageOf(error)}`, 1, { cause: error });
  }
}

/** In the form of compilers, so that editors find the place. */
export function ruleError(path: string, { line, path: place, reason }: RuleFileError): CommandError {
  return new CommandError(`${path}:${Math.max(line, 1)}: ${place === "" ? "" : `${place}: `}${reason}`);
}
