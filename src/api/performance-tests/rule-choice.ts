import { weightOf } from "../../engine/light-or-heavy.ts";
import type { Intake } from "../../ingest/intake.ts";
import { invalidField } from "../../lib/errors.ts";
import type { RuleContent } from "../../parser-rules/files/rule-content.ts";
import { fileBytesMax } from "../../parser-rules/limits.ts";
import type { RuleTask } from "../../parser-rules/try/rule-task.ts";
import { inlineRulesName, type RuleChoice } from "../../performance/samples/chosen-rules.ts";
import type { WorkerPool } from "../../pool/worker-pool.ts";
import type { ParserRulesPerfTestRequest } from "./schema.ts";

/**
 * The rules named by a request. Throws AppError `invalid` by field: an unknown or refused one, or one that does not
 * compile.
 */
export async function readRuleChoice(
  { rules, rewrite_rules }: ParserRulesPerfTestRequest,
  rulesFolder: string,
  { intake, pool }: { intake: Pick<Intake, "ruleStates">; pool: Pick<WorkerPool, "run"> },
): Promise<RuleChoice> {
  if (rules.length > 0) await requireKnown(rules, intake);
  if (rewrite_rules.length === 0) return { rulesFolder, names: rules, inline: undefined };
  await requireCompiling(rewrite_rules, pool);
  return { rulesFolder, names: [], inline: rewrite_rules };
}

async function requireKnown(names: readonly string[], intake: Pick<Intake, "ruleStates">): Promise<void> {
  const states = await intake.ruleStates();
  for (const [index, name] of names.entries()) {
    const state = states.find((rule) => rule.name === name);
    if (state === undefined) throw invalidField(`rules.${index}`, `There is no parser rule "${name}".`);
    if (state.error === undefined) continue;
    const { line, path, reason } = state.error;
    const place = [line > 0 ? `line ${line}` : "", path].filter((part) => part !== "").join(", ");
    throw invalidField(`rules.${index}`, `The parser rule "${name}" is not in force: ${place}: ${reason}`);
  }
}

/** A thread reads them as one file, since that may take half a second; errors name the path. */
async function requireCompiling(
  rules: readonly Record<string, unknown>[],
  pool: Pick<WorkerPool, "run">,
): Promise<void> {
  const bytes = Buffer.byteLength(JSON.stringify(rules));
  if (bytes > fileBytesMax - 1024)
    throw invalidField("rewrite_rules", `They are read as one rule file, which has at most ${fileBytesMax} bytes.`);
  const content = { rewrite_rules: rules as unknown as RuleContent["rewrite_rules"] };
  const task: RuleTask = { kind: "write", name: inlineRulesName, content };
  await pool.run("parser-rules", task, weightOf({ kind: "rules", task }));
}
