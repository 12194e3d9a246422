import { RuleProblem } from "../rule-problem.ts";
import type { ConditionModel, RewriteRuleModel, RuleFileModel } from "../rule-schema.ts";
import type { RuleScope } from "../rule-scope.ts";
import { notesOfMessage } from "./notes-of-message.ts";
import { compileRuleCondition, type RuleCondition } from "./rule-condition.ts";
import { compileExtractor, compileReplace, type Extractor } from "./rule-kind.ts";
import { compileRuleValues, type OuterNames } from "./rule-values.ts";

/** The effect of a rule on an event whose conditions held. */
export type RuleDeed = "applied" | "unmatched" | "dropped";

export type RuleKind = "tag" | "rewrite" | "replace" | "tokenize" | "kv" | "grok" | "json" | "drop";

export interface CompiledRule {
  /** For people: its name, else "rule 3". */
  name: string;
  kind: RuleKind;
  /** From 0, in its file. */
  index: number;
  conditions: readonly RuleCondition[];
  /** Conditions that look at more than the program. */
  otherConditions: readonly RuleCondition[];
  /** Call it once all conditions held. Throws RuleFailure, and then nothing was changed. */
  act(scene: RuleScope): RuleDeed;
}

export interface CompiledFile {
  name: string;
  /** True: it never overwrites a value that came with the event. */
  isShipped?: boolean;
  firstMatchOnly: boolean;
  preMatch: readonly RuleCondition[];
  rules: readonly CompiledRule[];
  notesOfMessage: ReadonlySet<string>;
}

/** Throws RuleProblem. */
export function compileRuleFile(name: string, model: RuleFileModel): CompiledFile {
  const steps = compileRuleFileInTurn(name, model);
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
}

/** The same with a pause after each rule: long patterns take a millisecond each, and a file may have 500. */
export function* compileRuleFileInTurn(name: string, model: RuleFileModel): Generator<undefined, CompiledFile> {
  if (model.name !== undefined && model.name !== name)
    throw new RuleProblem(["name"], `Expected the name of the file, "${name}", got "${model.name}".`);
  const preMatch = compileConditions(model.pre_match, ["pre_match"]);
  const rules: CompiledRule[] = [];
  for (const [index, rule] of model.rewrite_rules.entries()) {
    rules.push(compileRule(rule, index));
    yield;
  }
  const firstMatchOnly = model.first_match_only;
  return { name, firstMatchOnly, preMatch, rules, notesOfMessage: notesOfMessage(model, rules) };
}

function compileRule(model: RewriteRuleModel, index: number): CompiledRule {
  const path = ["rewrite_rules", index];
  const kind = kindOf(model, path);
  const conditions = compileConditions(model.match, [...path, "match"]);
  const act = compileDeed(model, namesOf(conditions, extracts(kind)), path);
  return {
    name: model.name ?? `rule ${index + 1}`,
    kind,
    index,
    conditions,
    // Known only now, when all templates have named the groups that they read.
    otherConditions: conditions.filter(({ isOfProgram }) => !isOfProgram),
    act,
  };
}

function extracts(kind: RuleKind): boolean {
  return kind === "grok" || kind === "json" || kind === "kv" || kind === "tokenize";
}

const ownKinds = ["replace", "tokenize", "kv", "grok", "json", "drop"] as const;

function kindOf(model: RewriteRuleModel, path: readonly PropertyKey[]): RuleKind {
  const kinds = ownKinds.filter((kind) => model[kind] !== undefined);
  const [kind, second] = kinds;
  if (kind !== undefined && second !== undefined)
    throw new RuleProblem([...path, second], `A rule has one kind, and this one has ${kinds.join(" and ")}.`);
  const value = model.tag !== undefined ? "tag" : model.rewrite !== undefined ? "rewrite" : undefined;
  if (kind === undefined && value === undefined)
    throw new RuleProblem(path, `A rule needs one of tag, rewrite, ${ownKinds.join(", ")}.`);
  if (kind !== undefined && value !== undefined && !extracts(kind))
    throw new RuleProblem([...path, value], `"${value}" cannot stand beside "${kind}"; make it a rule of its own.`);
  return kind ?? value!;
}

function compileConditions(
  model: ConditionModel | ConditionModel[] | undefined,
  path: readonly PropertyKey[],
): RuleCondition[] {
  if (model === undefined) return [];
  const conditions = Array.isArray(model)
    ? model.map((condition, index) => compileRuleCondition(condition, [...path, index]))
    : [compileRuleCondition(model, path)];
  let offset = 0;
  for (const condition of conditions) {
    condition.offset = offset;
    offset += condition.groupCount;
  }
  return conditions;
}

/** Names that templates of the rule can refer to. */
function namesOf(conditions: readonly RuleCondition[], findsKeys: boolean): OuterNames {
  const groupCount = conditions.reduce((sum, condition) => sum + condition.groupCount, 0);
  const find = (numberOrName: number | string) => {
    for (const condition of conditions) {
      const number =
        typeof numberOrName === "number" ? numberOrName - condition.offset : condition.groupNames.get(numberOrName);
      if (number !== undefined && number >= 1 && number <= condition.groupCount) return { condition, number };
    }
    return undefined;
  };
  return {
    groupCount,
    findsKeys,
    hasGroup: (name) => find(name) !== undefined,
    group(numberOrName) {
      const found = find(numberOrName);
      if (found === undefined) return undefined;
      found.condition.keepsGroups = true;
      const place = found.condition.offset + found.number;
      return ({ groups }) => groups[place] ?? "";
    },
  };
}

function compileDeed(model: RewriteRuleModel, names: OuterNames, path: readonly PropertyKey[]): CompiledRule["act"] {
  if (model.drop) return () => "dropped";
  if (model.replace !== undefined) {
    const replace = compileReplace(model.replace, [...path, "replace"]);
    return (scene) => {
      replace(scene.event, scene);
      return "applied";
    };
  }
  const values = compileRuleValues(model, names, path);
  const extractor = compileExtractor(model, names, path);
  if (extractor === undefined)
    return (scene) => {
      values.make(scene).set(scene.event);
      return "applied";
    };
  return (scene) => extractThenSet(extractor, values, scene);
}

function extractThenSet(
  extractor: Extractor,
  values: ReturnType<typeof compileRuleValues>,
  scene: RuleScope,
): RuleDeed {
  // Clearing an empty map is a call.
  if (scene.found.size > 0) scene.found.clear();
  if (!extractor.find(scene)) return "unmatched";
  const made = values.make(scene);
  extractor.keep(scene);
  made.set(scene.event);
  return "applied";
}
