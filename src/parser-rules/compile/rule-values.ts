import { messageBytesMax, nameCharactersMax, tagsMax } from "../../eventstore/event/event-limits.ts";
import { readFacility, readSeverity } from "../../eventstore/event/syslog-priority.ts";
import { cutToBytes, cutToCharacters } from "../../lib/text-bounds.ts";
import { RuleFailure, RuleProblem } from "../rule-problem.ts";
import type { RewriteRuleModel, ValueModel } from "../rule-schema.ts";
import type { RuleScope } from "../rule-scope.ts";
import { storedTagName, type TextField, type WorkingEvent } from "../working-event.ts";
import { compileRuleTime } from "./rule-time.ts";
import { compileRuleValue, keysOf, type RuleValue, readRuleValue } from "./rule-value.ts";
import type { Template, TemplateNames } from "./template.ts";

/** Names in a rule besides those of its own block. */
export type OuterNames = Omit<TemplateNames, "madeBefore">;

/** The `tag` and `rewrite` of a rule: all values are made before any is set, so a failure leaves nothing half done. */
export interface RuleValues {
  /** Good until the next call. */
  make(scene: RuleScope): MadeValues;
}

export interface MadeValues {
  set(event: WorkingEvent): void;
}

export type RewrittenField = Exclude<keyof NonNullable<RewriteRuleModel["rewrite"]>, "time">;

/** Throws RuleProblem. */
export function compileRuleValues(
  { tag = {}, rewrite = {} }: RewriteRuleModel,
  names: OuterNames,
  path: readonly PropertyKey[],
): RuleValues {
  const tags = compileTags(tag, names, [...path, "tag"]);
  const tagNames = tags.map(({ name }) => name);
  const madeBefore = (name: string) => {
    const index = tagNames.indexOf(name);
    return index < 0 ? undefined : index;
  };
  const { time, ...others } = rewrite;
  const timeOf =
    time === undefined ? undefined : compileRuleTime(time, { ...names, madeBefore }, [...path, "rewrite", "time"]);
  const fields = Object.entries(others).map(([field, model]) => {
    const place = [...path, "rewrite", field];
    const value = compileRuleValue(readRuleValue(model as ValueModel, place), { ...names, madeBefore }, place);
    return { field: field as RewrittenField, value };
  });
  // One for all events: its values are set before the next event comes.
  const rewritten: (SetField | undefined)[] = [];
  let made: string[] = [];
  let newTime: number | undefined;
  const values: MadeValues = {
    set(event) {
      for (let i = 0; i < tags.length; i++) event.setTag(tags[i]!.stored, made[i]!);
      for (let i = 0; i < rewritten.length; i++) rewritten[i]?.(event);
      if (newTime !== undefined) event.setTime(newTime);
    },
  };
  return {
    make(scene) {
      made = scene.made;
      for (let i = 0; i < tags.length; i++) made[i] = tags[i]!.value(scene);
      for (let i = 0; i < fields.length; i++) rewritten[i] = readField(fields[i]!.field, fields[i]!.value(scene));
      newTime = timeOf?.(scene);
      return values;
    },
  };
}

interface CompiledTag {
  name: string;
  stored: string;
  value: Template;
}

/** In the order in which they can be made. */
function compileTags(
  models: Readonly<Record<string, ValueModel>>,
  names: OuterNames,
  path: readonly PropertyKey[],
): CompiledTag[] {
  const count = Object.keys(models).length;
  if (count > tagsMax) throw new RuleProblem(path, `Expected at most ${tagsMax} tags, got ${count}.`);
  const values = new Map(Object.entries(models).map(([name, model]) => [name, readRuleValue(model, [...path, name])]));
  const order = orderOf(values, names, path);
  return order.map((name, index) => {
    const madeBefore = (key: string) => {
      const other = order.indexOf(key);
      return other >= 0 && other < index && key !== name ? other : undefined;
    };
    const value = compileRuleValue(values.get(name)!, { ...names, madeBefore }, [...path, name]);
    return { name, stored: storedTagName(name), value };
  });
}

/** Each value comes behind those that it mentions. A name that is also a group means the group. */
function orderOf(values: ReadonlyMap<string, RuleValue>, names: OuterNames, path: readonly PropertyKey[]): string[] {
  const order: string[] = [];
  const visit = (name: string, inside: readonly string[]) => {
    if (order.includes(name)) return;
    if (inside.includes(name)) {
      const circle = [...inside.slice(inside.indexOf(name)), name];
      throw new RuleProblem([...path, name], `The values refer to each other in a circle: ${circle.join(" → ")}.`);
    }
    for (const key of keysOf(values.get(name)!))
      if (key !== name && values.has(key) && !names.hasGroup(key)) visit(key, [...inside, name]);
    order.push(name);
  };
  for (const name of values.keys()) visit(name, []);
  return order;
}

type SetField = (event: WorkingEvent) => void;

/** Undefined: sets nothing. */
function readField(field: RewrittenField, text: string): SetField | undefined {
  if (text === "") return undefined;
  switch (field) {
    case "severity": {
      const severity = readSeverity(text);
      if (severity === undefined) throw new RuleFailure(`"${shortened(text)}" is no severity.`);
      return (event) => event.setSeverity(severity);
    }
    case "facility": {
      const facility = readFacility(text);
      if (facility === undefined) throw new RuleFailure(`"${shortened(text)}" is no facility.`);
      return (event) => event.setFacility(facility);
    }
    default:
      return (event) => setText(event, field, text);
  }
}

/** Cut to what such a field may hold. */
export function setText(event: WorkingEvent, field: TextField, text: string): void {
  const fitting = field === "message" ? cutToBytes(text, messageBytesMax) : cutToCharacters(text, nameCharactersMax);
  if (fitting.length < text.length) event.isCut = true;
  event.setText(field, fitting);
}

function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
