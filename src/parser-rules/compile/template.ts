import { baseFields, findEventField } from "../event-field.ts";
import type { RuleScope } from "../rule-scope.ts";
import { storedTagName } from "../working-event.ts";

/** A part of a template. */
export type TemplatePart =
  | { kind: "text"; text: string }
  | { kind: "group"; number: number }
  | { kind: "key"; name: string }
  | { kind: "field"; name: string }
  | { kind: "extra"; path: string }
  | { kind: "tag"; name: string };

/** Throws an Error that names the fault. */
export function parseTemplate(template: string): TemplatePart[] {
  const parts: TemplatePart[] = [];
  let end = 0;
  for (const match of template.matchAll(reference)) {
    if (match.index > end) parts.push({ kind: "text", text: template.slice(end, match.index) });
    end = match.index + match[0].length;
    parts.push(readReference(match));
  }
  if (end < template.length) parts.push({ kind: "text", text: template.slice(end) });
  return parts;
}

/** A dollar with the reference it begins, or a dollar alone. */
const reference = /\$(?:(\$)|(\d)|([A-Z_]+)|\{([^{}]*)\})?/g;

function readReference([whole, dollar, digit, field, inBraces]: RegExpExecArray): TemplatePart {
  if (dollar !== undefined) return { kind: "text", text: "$" };
  if (digit !== undefined) return { kind: "group", number: Number(digit) };
  if (field !== undefined) return { kind: "field", name: fieldOf(field, whole) };
  if (inBraces === undefined) throw new Error('A single "$" means nothing here; write "$$" for a dollar.');
  if (/^\d{1,3}$/.test(inBraces)) return { kind: "group", number: Number(inBraces) };
  if (inBraces.startsWith("extra:")) {
    findEventField(inBraces);
    return { kind: "extra", path: inBraces.slice("extra:".length) };
  }
  if (inBraces.startsWith("tag:")) return { kind: "tag", name: findEventField(inBraces).name };
  if (inBraces === "") throw new Error(`"${whole}" names nothing.`);
  return capitals.has(inBraces) ? { kind: "field", name: fieldOf(inBraces, whole) } : { kind: "key", name: inBraces };
}

const capitals: ReadonlyMap<string, string> = new Map([...baseFields.keys()].map((name) => [name.toUpperCase(), name]));

function fieldOf(name: string, whole: string): string {
  const field = capitals.get(name);
  if (field !== undefined) return field;
  throw new Error(
    `"${whole}" is no field of events; there are ${[...capitals.keys()].map((known) => `$${known}`).join(", ")}.`,
  );
}

/** The names that a template can refer to in its rule. */
export interface TemplateNames {
  /**
   * Reads the group of that number or name; undefined: there is none. Asking for a group makes the condition capture
   * it.
   */
  group(numberOrName: number | string): ((scene: RuleScope) => string) | undefined;
  /** Whether it exists, without reading it. */
  hasGroup(name: string): boolean;
  /** How many groups there are, for the message. */
  groupCount: number;
  /** Keys that are found in the text can stand in the scene. */
  findsKeys: boolean;
  /** Index of another value of the same block that is made before this one. */
  madeBefore(name: string): number | undefined;
}

export type Template = (scene: RuleScope) => string;

/** Throws an Error for groups that do not exist. */
export function compileTemplate(parts: readonly TemplatePart[], names: TemplateNames): Template {
  const readers = parts.map((part) => compilePart(part, names));
  const [first, second] = readers;
  if (first === undefined) return () => "";
  if (second === undefined) return first;
  return (scene) => {
    let text = "";
    for (const read of readers) text += read(scene);
    return text;
  };
}

function compilePart(part: TemplatePart, names: TemplateNames): Template {
  switch (part.kind) {
    case "text":
      return () => part.text;
    case "group": {
      const read = names.group(part.number);
      if (read !== undefined) return read;
      throw new Error(
        `There is no group ${part.number}: the conditions with =~ have ${names.groupCount === 0 ? "none" : names.groupCount}.`,
      );
    }
    case "key":
      return compileKey(part.name, names);
    case "field": {
      const field = baseFields.get(part.name)!;
      return ({ event }) => field.read(event);
    }
    case "extra":
      return ({ event }) => event.extraText(part.path);
    case "tag":
      return ({ event }) => event.tag(part.name);
  }
}

function compileKey(name: string, names: TemplateNames): Template {
  const group = names.group(name);
  if (group !== undefined) return group;
  const otherwise = compileKnownKey(name, names);
  if (!names.findsKeys) return otherwise;
  return (scene) => scene.found.get(name) ?? otherwise(scene);
}

function compileKnownKey(name: string, names: TemplateNames): Template {
  const made = names.madeBefore(name);
  if (made !== undefined) return (scene) => scene.made[made]!;
  const base = baseFields.get(name);
  if (base !== undefined) return ({ event }) => base.read(event);
  const stored = storedTagName(name);
  return ({ event }) => event.tag(stored);
}
