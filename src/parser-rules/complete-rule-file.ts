import { ruleDefaults } from "./rule-defaults.ts";
import type { RewriteRuleModel, RuleFileModel, WrittenRuleFile } from "./rule-schema.ts";

/**
 * What `ruleFileSchema` makes of a file that it has accepted before. Schemas cost a tenth of a second to load, which
 * each start would wait for.
 */
export function completeRuleFile({ pre_match, rewrite_rules, ...written }: WrittenRuleFile): RuleFileModel {
  return {
    ...ruleDefaults.file,
    ...written,
    ...(pre_match && { pre_match: completeConditions(pre_match) }),
    rewrite_rules: rewrite_rules.map(completeRule),
  };
}

type WrittenRule = WrittenRuleFile["rewrite_rules"][number];
type WrittenConditions = NonNullable<WrittenRuleFile["pre_match"]>;

function completeRule({ match, replace, tokenize, kv, grok, json, ...written }: WrittenRule): RewriteRuleModel {
  return {
    ...written,
    ...(match && { match: completeConditions(match) }),
    ...(replace && { replace: replace.map((each) => ({ ...ruleDefaults.replace, ...each })) }),
    ...(tokenize && { tokenize: { ...ruleDefaults.tokenize, ...tokenize } }),
    ...(kv && { kv: { ...ruleDefaults.kv, ...kv } }),
    ...(grok && { grok: isParts(grok) ? { ...ruleDefaults.grok, ...grok } : grok }),
    ...(json && { json: isParts(json) ? { ...ruleDefaults.json, ...json } : json }),
  };
}

function completeConditions(conditions: WrittenConditions): NonNullable<RuleFileModel["pre_match"]> {
  const complete = (each: Exclude<WrittenConditions, readonly unknown[]>) => ({ ...ruleDefaults.condition, ...each });
  return Array.isArray(conditions) ? conditions.map(complete) : complete(conditions);
}

/** Not one text alone, nor several. */
function isParts<Parts extends object>(written: string | readonly string[] | Parts): written is Parts {
  return typeof written === "object" && !Array.isArray(written);
}
