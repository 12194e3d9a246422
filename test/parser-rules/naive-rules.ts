import { RE2JS } from "re2js";
import type { EventRow } from "../../src/eventstore/event/event.ts";
import type { ConditionModel, RewriteRuleModel, RuleFileModel } from "../../src/parser-rules/rule-schema.ts";

/** An event as plain values: what rules do to it, told as simply as it can be told. */
export interface PlainEvent {
  host: string;
  program: string;
  message: string;
  severity: number;
  tags: Record<string, string>;
}

/**
 * The event after the rules, or undefined when one dropped it. Knows tag, rewrite, replace, tokenize, kv between
 * blanks, and drop.
 */
export function applyNaively(files: readonly RuleFileModel[], start: PlainEvent): PlainEvent | undefined {
  let event = start;
  for (const file of files) {
    if (!conditionsOf(file.pre_match).every((condition) => holds(condition, event))) continue;
    for (const rule of file.rewrite_rules) {
      if (!conditionsOf(rule.match).every((condition) => holds(condition, event))) continue;
      if (rule.drop) return undefined;
      const after = act(rule, event);
      if (after === undefined) continue;
      event = after;
      if (file.first_match_only) break;
    }
  }
  return event;
}

export function plainEvent({ host, program, message, severity, tags }: EventRow): PlainEvent {
  const plain: Record<string, string> = {};
  for (let i = 0; i < tags.length; i += 2) plain[tags[i]!] = tags[i + 1]!;
  return { host, program, message, severity, tags: plain };
}

function conditionsOf(model: RuleFileModel["pre_match"]): ConditionModel[] {
  if (model === undefined) return [];
  return Array.isArray(model) ? model : [model];
}

function textOf(event: PlainEvent, field: string): string {
  if (field.startsWith("tag:")) return event.tags[field.slice(4)] ?? "";
  return String(event[field as "host"]);
}

function holds(condition: ConditionModel, event: PlainEvent): boolean {
  if (condition.optional) return true;
  const values = Array.isArray(condition.value) ? condition.value : [condition.value];
  const text = textOf(event, condition.field);
  const some = (test: (value: string) => boolean) => values.some((value) => test(String(value)));
  const fold = (value: string) => (condition.ignore_case ? value.toLowerCase() : value);
  switch (condition.op) {
    case "eq":
      return some((value) => isLike(fold(text), fold(value)));
    case "ne":
      return !some((value) => isLike(fold(text), fold(value)));
    case "=*":
      return some((value) => fold(text).includes(fold(value)));
    case "!*":
      return !some((value) => fold(text).includes(fold(value)));
    case "=~":
      return some((value) => find(value, text, condition) !== null);
    case "!~":
      return !some((value) => find(value, text, condition) !== null);
    case "gt":
      return some((value) => isNumber(text) && Number(text) > Number(value));
    case "ge":
      return some((value) => isNumber(text) && Number(text) >= Number(value));
    case "lt":
      return some((value) => isNumber(text) && Number(text) < Number(value));
    case "le":
      return some((value) => isNumber(text) && Number(text) <= Number(value));
  }
}

function isNumber(text: string): boolean {
  return /^\d+$/.test(text);
}

function isLike(text: string, value: string): boolean {
  if (value === "") return text === "";
  if (/^\*+$/.test(value)) return text !== "";
  const [piece, rest] = [value[0]!, value.slice(1)];
  if (piece === "*")
    return Array.from({ length: text.length + 1 }).some((_, at) => isLikeOrEmpty(text.slice(at), rest));
  return text !== "" && (piece === "?" || piece === text[0]) && isLikeOrEmpty(text.slice(1), rest);
}

function isLikeOrEmpty(text: string, value: string): boolean {
  if (/^\*+$/.test(value)) return true;
  return isLike(text, value);
}

function find(pattern: string, text: string, { ignore_case }: { ignore_case: boolean }) {
  return RE2JS.compile(pattern, ignore_case ? RE2JS.CASE_INSENSITIVE : 0).exec(text);
}

/** Groups of all =~ conditions, counted on. */
function groupsOf(rule: RewriteRuleModel, event: PlainEvent): string[] {
  const groups = [""];
  for (const condition of conditionsOf(rule.match).filter(({ op }) => op === "=~")) {
    const values = (Array.isArray(condition.value) ? condition.value : [condition.value]).map(String);
    const count = Math.max(...values.map((value) => RE2JS.compile(value).groupCount()));
    const match = values
      .map((value) => find(value, textOf(event, condition.field), condition))
      .find((found) => found !== null);
    for (let i = 1; i <= count; i++) groups.push(match?.[i] ?? "");
  }
  return groups;
}

function fill(template: string, groups: readonly string[], event: PlainEvent, made: Record<string, string>): string {
  return template.replace(/\$(\d)|\$\{(\w+)\}|\$([A-Z]+)|\$\$/g, (whole, digit, key, field) => {
    if (whole === "$$") return "$";
    if (digit !== undefined) return groups[Number(digit)] ?? "";
    if (field !== undefined) return String(event[field.toLowerCase() as "host"]);
    return made[key] ?? event.tags[key] ?? "";
  });
}

/** Undefined: the rule does not apply. */
function act(rule: RewriteRuleModel, event: PlainEvent): PlainEvent | undefined {
  const after: PlainEvent = { ...event, tags: { ...event.tags } };
  const texts: Record<string, string> = {};
  for (const { field, expr, fmt } of rule.replace ?? [])
    texts[field] = (texts[field] ?? textOf(event, field)).replace(new RegExp(expr, "g"), (...found) =>
      fill(fmt, found as string[], event, {}),
    );
  for (const [field, text] of Object.entries(texts)) if (text !== "") set(after, field, text);
  if (rule.replace !== undefined) return after;
  if (rule.tokenize !== undefined) {
    const parts = event.message.split(rule.tokenize.separator).slice(0, rule.tokenize.fields.length);
    if (parts.length < 2 && rule.tokenize.fields.length > 1) return undefined;
    const found = new Set<string>();
    parts.forEach((part, index) => {
      const name = rule.tokenize!.fields[index]!;
      if (name !== "" && part !== "" && !found.has(name)) after.tags[name] = part;
      if (name !== "" && part !== "") found.add(name);
    });
    return after;
  }
  if (rule.kv !== undefined) {
    const pairs = event.message.split(" ").map((word) => /^[^=]*?([\w./@[\]-]*)=(.*)$/s.exec(word));
    const found: Record<string, string> = {};
    for (const pair of pairs) if (pair !== null && pair[1] !== "") found[pair[1]!] ??= pair[2]!;
    if (Object.keys(found).length === 0) return undefined;
    for (const [key, value] of Object.entries(found)) if (value !== "" && !after.tags[key]) after.tags[key] = value;
    return after;
  }
  const groups = groupsOf(rule, event);
  const made: Record<string, string> = {};
  // The arbitrary gives values that speak only of those before them.
  for (const [name, template] of Object.entries(rule.tag ?? {}))
    made[name] = fill(String(template), groups, event, made);
  for (const [field, template] of Object.entries(rule.rewrite ?? {})) {
    const text = fill(String(template), groups, event, made);
    if (text !== "") set(after, field, field === "severity" ? Number(text) : text);
  }
  for (const [name, value] of Object.entries(made)) if (value !== "") after.tags[name] = value;
  return after;
}

function set(event: PlainEvent, field: string, value: string | number): void {
  if (field.startsWith("tag:")) event.tags[field.slice(4)] = String(value);
  else (event as unknown as Record<string, unknown>)[field] = value;
}
