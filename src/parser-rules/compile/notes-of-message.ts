import type { RewriteRuleModel, RuleFileModel, ValueModel } from "../rule-schema.ts";
import { isNote } from "../working-event.ts";
import type { RuleCondition } from "./rule-condition.ts";
import { parseTemplate } from "./template.ts";

/**
 * The notes of a file that are always a part of the message or all of it: what such a note contains, the message does.
 * None where a rule of the file could change the message or set notes that its `tag` does not name.
 */
export function notesOfMessage(
  model: RuleFileModel,
  rules: readonly { conditions: readonly RuleCondition[] }[],
): ReadonlySet<string> {
  const models = model.rewrite_rules;
  if (models.some(changesTexts)) return new Set();
  const values = models.flatMap(({ tag = {} }, index) =>
    Object.entries(tag).map(([name, value]) => ({ name, value, block: tag, conditions: rules[index]!.conditions })),
  );
  const others = values.filter((value) => !isPartOfMessage(value));
  const names = values.map(({ name }) => name).filter(isNote);
  return new Set(names).difference(new Set(others.map(({ name }) => name)));
}

function changesTexts({ replace, tokenize, kv, grok, json, rewrite }: RewriteRuleModel): boolean {
  return [replace, tokenize, kv, grok, json, rewrite?.message].some((part) => part !== undefined);
}

interface SetValue {
  value: ValueModel;
  /** All values of its block, to which templates can refer. */
  block: Readonly<Record<string, ValueModel>>;
  conditions: readonly RuleCondition[];
}

function isPartOfMessage({ value: model, block, conditions }: SetValue): boolean {
  if (typeof model === "object" && (model.map !== undefined || model.case !== undefined)) return false;
  const [part, ...more] = parseTemplate(String(typeof model === "object" ? model.value : model));
  if (part === undefined || more.length > 0) return false;
  if (part.kind === "field") return part.name === "message";
  const owner = conditions.find(
    ({ offset, groupCount, groupNames }) =>
      (part.kind === "key" && groupNames.has(part.name)) ||
      (part.kind === "group" && part.number > offset && part.number <= offset + groupCount),
  );
  if (owner === undefined) return part.kind === "key" && part.name === "message" && !Object.hasOwn(block, "message");
  return owner.isOfMessage;
}
