import { messageBytesMax } from "../../eventstore/event/event-limits.ts";
import { cutToBytes } from "../../lib/text-bounds.ts";
import { baseFields, findEventField } from "../event-field.ts";
import { at, RuleProblem } from "../rule-problem.ts";
import type { KeptFieldsModel, RewriteRuleModel } from "../rule-schema.ts";
import type { RuleScope } from "../rule-scope.ts";
import { storedTagName, type TextField, type WorkingEvent } from "../working-event.ts";
import { expandGrok, type GrokCapture } from "./grok.ts";
import { readJsonLeaves } from "./json-leaves.ts";
import { readKeyValues } from "./key-values.ts";
import { compileMatcher, type Groups, type Matcher } from "./matcher.ts";
import { isNumberText } from "./rule-value.ts";
import { type OuterNames, setText } from "./rule-values.ts";
import { compileTemplate, parseTemplate } from "./template.ts";
import { tokenize } from "./tokenize.ts";

/** Takes a text apart. */
export interface Extractor {
  /** Fills `scene.found`; false: the rule does not apply. Throws RuleFailure. */
  find(scene: RuleScope): boolean;
  /** Makes tags of the found values. */
  keep(scene: RuleScope): void;
}

type Path = readonly PropertyKey[];
type ReadText = (scene: RuleScope) => string;

/** Undefined: the rule takes nothing apart. Throws RuleProblem. */
export function compileExtractor(rule: RewriteRuleModel, names: OuterNames, path: Path): Extractor | undefined {
  if (rule.grok !== undefined) return compileGrok(rule.grok, names, [...path, "grok"]);
  if (rule.json !== undefined) return compileJson(rule.json, names, [...path, "json"]);
  if (rule.kv !== undefined) return compileKeyValues(rule.kv, names, [...path, "kv"]);
  return rule.tokenize && compileTokenize(rule.tokenize, names, [...path, "tokenize"]);
}

/** A field as in conditions, or a group of the rule. */
function compileSource(name: string, names: OuterNames, path: Path): ReadText {
  const group = names.group(name);
  if (group !== undefined) return group;
  const field = at(path, () => findEventField(name));
  return ({ event }) => field.read(event);
}

function compileGrok(model: NonNullable<RewriteRuleModel["grok"]>, names: OuterNames, path: Path): Extractor {
  const isWhole = typeof model === "object" && !Array.isArray(model);
  const { patterns, field, definitions } = isWhole ? model : { patterns: model, field: "message", definitions: {} };
  const place = isWhole ? [...path, "patterns"] : path;
  const compiled = (Array.isArray(patterns) ? patterns : [patterns]).map((pattern, index) =>
    at(Array.isArray(patterns) ? [...place, index] : place, () => {
      const { pattern: expanded, captures } = expandGrok(pattern, definitions);
      return { matcher: compileMatcher(expanded), captures };
    }),
  );
  const source = compileSource(field, names, [...path, "field"]);
  return {
    find: (scene) => findGrok(compiled, source(scene), scene.found),
    keep: keepAll,
  };
}

function findGrok(patterns: { matcher: Matcher; captures: GrokCapture[] }[], text: string, found: Map<string, string>) {
  for (const { matcher, captures } of patterns) {
    const groups = captures.length === 0 ? undefined : matcher.exec(text);
    if (groups === undefined && (captures.length > 0 || !matcher.test(text))) continue;
    if (groups !== undefined) addCaptures(captures, groups, found);
    return true;
  }
  return false;
}

function addCaptures(captures: readonly GrokCapture[], groups: Groups, found: Map<string, string>): void {
  for (const { group, tag, number } of captures) {
    const text = groups[group];
    if (text === undefined || text === "" || found.has(tag)) continue;
    if (number === undefined || isNumberText(text, number)) found.set(tag, text);
  }
}

/** Names that the author of the rule chose. */
function keepAll({ found, event }: RuleScope): void {
  for (const [name, value] of found) event.setTag(storedTagName(name), value);
}

function compileJson(model: NonNullable<RewriteRuleModel["json"]>, names: OuterNames, path: Path): Extractor {
  const { field, fields, prefix } = typeof model === "string" ? { field: model, fields: undefined, prefix: "" } : model;
  const source = compileSource(field, names, typeof model === "string" ? path : [...path, "field"]);
  return {
    find(scene) {
      return readJsonLeaves(source(scene), scene.found);
    },
    keep: compileKeeping(fields, prefix),
  };
}

function compileKeyValues(model: NonNullable<RewriteRuleModel["kv"]>, names: OuterNames, path: Path): Extractor {
  const { separator, delimiter, pair_separator, field, fields, prefix, spaces_in_values } = model;
  if (/^[A-Za-z0-9_]*$/.test(separator))
    throw new RuleProblem([...path, "separator"], `"${separator}" can be part of a key, so it cannot end one.`);
  const source = compileSource(field, names, [...path, "field"]);
  const options = { separator, delimiter, pairSeparator: pair_separator, spacesInValues: spaces_in_values };
  return {
    find(scene) {
      readKeyValues(source(scene), options, scene.found);
      return scene.found.size > 0;
    },
    keep: compileKeeping(fields, prefix),
  };
}

/**
 * Takes only the keys of `fields`, under the names there; without `fields`, all keys, and then the event's own values
 * stay.
 */
function compileKeeping(fields: KeptFieldsModel | undefined, prefix: string): (scene: RuleScope) => void {
  if (fields === undefined)
    return ({ found, event }) => {
      for (const [key, value] of found) if (!key.startsWith("_")) event.addTag(storedTagName(prefix + key), value);
    };
  const kept = (Array.isArray(fields) ? fields.map((name) => [name, name] as const) : Object.entries(fields)).map(
    ([key, name]) => ({ key, name: storedTagName(name) }),
  );
  return ({ found, event }) => {
    for (const { key, name } of kept) {
      const value = found.get(key);
      if (value !== undefined) event.setTag(name, value);
    }
  };
}

function compileTokenize(model: NonNullable<RewriteRuleModel["tokenize"]>, names: OuterNames, path: Path): Extractor {
  const { separator, fields, field, quote, trim } = model;
  const source = compileSource(field, names, [...path, "field"]);
  return {
    find(scene) {
      const parts = tokenize(source(scene), fields.length, { separator, quote, trim });
      for (let i = 0; i < parts.length; i++)
        if (fields[i] !== "" && parts[i] !== "" && !scene.found.has(fields[i]!)) scene.found.set(fields[i]!, parts[i]!);
      return parts.length > 1 || fields.length === 1;
    },
    keep: keepAll,
  };
}

/** Changes texts of the event. */
export type Replacer = (event: WorkingEvent, scene: RuleScope) => void;

/** Throws RuleProblem. */
export function compileReplace(models: NonNullable<RewriteRuleModel["replace"]>, path: Path): Replacer {
  const steps = models.map((model, index) => compileReplaceStep(model, [...path, index]));
  return (event, scene) => {
    const texts = new Map<string, { text: string; set: (text: string) => void }>();
    for (const { field, read, write, change } of steps) {
      const before = texts.get(field)?.text ?? read(event);
      const changed = before === "" ? "" : change(before, scene);
      // Cut to its bound, and never restored: a rule that removes secrets must not let them pass because the text is
      // long.
      const text = cutToBytes(changed, messageBytesMax);
      if (text.length < changed.length) event.isCut = true;
      if (text !== before) texts.set(field, { text, set: (value) => write(event, value) });
    }
    for (const { text, set } of texts.values()) set(text);
  };
}

function compileReplaceStep(model: NonNullable<RewriteRuleModel["replace"]>[number], path: Path) {
  const field = at([...path, "field"], () => findEventField(model.field));
  if (field.kind !== "text" && field.kind !== "tag" && field.kind !== "extra")
    throw new RuleProblem([...path, "field"], `"${model.field}" is no text that can be replaced in; use rewrite.`);
  if (field.kind === "extra" || field.name.endsWith("_name"))
    throw new RuleProblem([...path, "field"], `"${model.field}" cannot be changed.`);
  const matcher = at([...path, "expr"], () => compileMatcher(expandGrok(model.expr).pattern, model.ignore_case));
  const replacement = at([...path, "fmt"], () => compileFormat(model.fmt, matcher));
  const isBase = field.kind === "text" && baseFields.has(field.name);
  return {
    field: `${field.kind}:${field.name}`,
    read: field.read,
    write: (event: WorkingEvent, text: string) => {
      if (!isBase) event.setTag(field.name, text);
      else if (text !== "") setText(event, field.name as TextField, text);
    },
    change: (text: string, scene: RuleScope) => matcher.replaceAll(text, (groups) => replacement(groups, scene)),
  };
}

/** `$0` is the whole match, `$1` and `${name}` its groups; other names mean values of the event, as in templates. */
function compileFormat(fmt: string, matcher: Matcher): (groups: Groups, scene: RuleScope) => string {
  let groups: Groups = [];
  const names: OuterNames = {
    group: (numberOrName) => {
      const number = typeof numberOrName === "number" ? numberOrName : matcher.groupNames.get(numberOrName);
      if (number === undefined || number > matcher.groupCount) return undefined;
      return () => groups[number] ?? "";
    },
    hasGroup: (name) => matcher.groupNames.has(name),
    groupCount: matcher.groupCount,
    findsKeys: false,
  };
  const template = compileTemplate(parseTemplate(fmt), { ...names, madeBefore: () => undefined });
  return (found, scene) => {
    groups = found;
    return template(scene);
  };
}
