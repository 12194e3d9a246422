import { numberOfText } from "../../filter/condition/number-text.ts";
import { at, RuleProblem } from "../rule-problem.ts";
import type { ValueModel } from "../rule-schema.ts";
import type { RuleScope } from "../rule-scope.ts";
import { compileTemplate, parseTemplate, type Template, type TemplateNames, type TemplatePart } from "./template.ts";

/** A value of `tag` or `rewrite`, its templates taken apart. */
export interface RuleValue {
  main: TemplatePart[];
  otherwise: TemplatePart[] | undefined;
  letterCase: "lower" | "upper" | undefined;
  map: ReadonlyMap<string, string> | undefined;
}

/** Throws RuleProblem. */
export function readRuleValue(model: ValueModel, path: readonly PropertyKey[]): RuleValue {
  if (typeof model !== "object")
    return { main: partsOf(model, path), otherwise: undefined, letterCase: undefined, map: undefined };
  const otherwise = model.default === undefined ? undefined : partsOf(model.default, [...path, "default"]);
  if (otherwise !== undefined && model.map === undefined)
    throw new RuleProblem([...path, "default"], "A default is for what is not found in a map, and there is no map.");
  return {
    main: partsOf(model.value, [...path, "value"]),
    otherwise,
    letterCase: model.case,
    map: model.map && new Map(Object.entries(model.map).map(([from, to]) => [from, String(to)])),
  };
}

function partsOf(template: string | number, path: readonly PropertyKey[]): TemplatePart[] {
  return at(path, () => parseTemplate(String(template)));
}

/** The keys that its templates mention. */
export function keysOf({ main, otherwise = [] }: RuleValue): string[] {
  return [...main, ...otherwise].flatMap((part) => (part.kind === "key" ? [part.name] : []));
}

/** Throws RuleProblem. */
export function compileRuleValue(value: RuleValue, names: TemplateNames, path: readonly PropertyKey[]): Template {
  const main = at(path, () => compileTemplate(value.main, names));
  const { otherwise, letterCase, map } = value;
  if (letterCase === undefined && map === undefined) return main;
  const fallback = otherwise && at([...path, "default"], () => compileTemplate(otherwise, names));
  return (scene: RuleScope) => {
    const text = inCase(main(scene), letterCase);
    if (map === undefined) return text;
    return map.get(text) ?? (fallback === undefined ? text : fallback(scene));
  };
}

function inCase(text: string, letterCase: RuleValue["letterCase"]): string {
  if (letterCase === "lower") return text.toLowerCase();
  return letterCase === "upper" ? text.toUpperCase() : text;
}

/** "12" for int, "1.5" for float; any other text is no such number. */
export function isNumberText(text: string, kind: "int" | "float"): boolean {
  const number = numberOfText(text);
  return kind === "int" ? Number.isInteger(number) : !Number.isNaN(number);
}
