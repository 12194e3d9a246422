import { expandGrok } from "../compile/grok.ts";
import { provePattern } from "../patterns/proven-pattern.ts";
import type { ConditionModel, RewriteRuleModel } from "../rule-schema.ts";

/**
 * Patterns of a rule, as they are written, that never run in the native engine: those that `compileMatcher` cannot
 * prove quick.
 */
export function listSlowPatterns(rule: RewriteRuleModel): string[] {
  return patternsOf(rule)
    .filter(({ pattern, ignoreCase, definitions }) => ignoreCase || !isProven(pattern, definitions))
    .map(({ pattern }) => pattern);
}

interface WrittenPattern {
  pattern: string;
  ignoreCase: boolean;
  definitions?: Record<string, string>;
}

function patternsOf({ match, replace, grok }: RewriteRuleModel): WrittenPattern[] {
  const conditions = match === undefined ? [] : Array.isArray(match) ? match : [match];
  const replaced = (replace ?? []).map(({ expr, ignore_case }) => ({ pattern: expr, ignoreCase: ignore_case }));
  return [...conditions.flatMap(patternsOfCondition), ...replaced, ...patternsOfGrok(grok)];
}

function patternsOfCondition({ op, value, ignore_case }: ConditionModel): WrittenPattern[] {
  if (op !== "=~" && op !== "!~") return [];
  return [value].flat().map((pattern) => ({ pattern: String(pattern), ignoreCase: ignore_case }));
}

function patternsOfGrok(grok: RewriteRuleModel["grok"]): WrittenPattern[] {
  if (grok === undefined) return [];
  const { patterns, definitions } =
    typeof grok === "string" || Array.isArray(grok) ? { patterns: grok, definitions: {} } : grok;
  return [patterns].flat().map((pattern) => ({ pattern, ignoreCase: false, definitions }));
}

function isProven(pattern: string, definitions: Record<string, string> | undefined): boolean {
  return provePattern(expandGrok(pattern, definitions).pattern) !== undefined;
}
