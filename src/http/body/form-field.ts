import type * as z from "zod";
import { invalidField } from "../../lib/errors.ts";
import { checkJsonBounds } from "./json-bounds.ts";

/** Schemas of the top-level fields, whatever is wrapped around the object; of a union all branches' fields. */
export function fieldSchemas(schema: z.ZodType): Map<string, z.ZodType> {
  const fields = new Map<string, z.ZodType>();
  for (const branch of branches(schema)) {
    const { def } = branch as z.ZodType & { def: { type: string; shape?: Record<string, z.ZodType> } };
    for (const [name, field] of Object.entries(def.shape ?? {})) if (!fields.has(name)) fields.set(name, field);
  }
  return fields;
}

/** Meaning of the texts of one form field by its schema; the schema refuses values that do not fit. */
export function readFormField(name: string, texts: string[], schema: z.ZodType): unknown {
  const kinds = new Set(branches(schema).map(kindOf));
  if (kinds.has("list") && texts.length > 1) return texts;
  if (texts.length > 1) throw invalidField(name, "The field is given more than once.");
  return readText(name, texts[0] ?? "", kinds);
}

type Kind = "text" | "number" | "boolean" | "object" | "list" | "null" | "any";

function readText(name: string, text: string, kinds: ReadonlySet<Kind>): unknown {
  if (kinds.has("null") && (text === "null" || (text === "" && !kinds.has("text")))) return null;
  if (kinds.has("number") && /^-?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(text.trim())) return Number(text);
  if (kinds.has("boolean") && text.toLowerCase() in booleans) return booleans[text.toLowerCase()];
  if (wantsJson(text, kinds)) return parseJsonText(name, text);
  return text;
}

const booleans: Record<string, boolean> = Object.assign(Object.create(null), {
  true: true,
  "1": true,
  false: false,
  "0": false,
});

/** If text is allowed too, only text that looks like JSON is read as JSON. */
function wantsJson(text: string, kinds: ReadonlySet<Kind>): boolean {
  const looksLikeJson = /^\s*[[{]/.test(text);
  if (kinds.has("any") || kinds.has("text")) return looksLikeJson && !isOnly(kinds, "text");
  return kinds.has("object") || kinds.has("list");
}

function isOnly(kinds: ReadonlySet<Kind>, kind: Kind): boolean {
  return [...kinds].every((other) => other === kind || other === "null");
}

function parseJsonText(name: string, text: string): unknown {
  checkJsonBounds(new TextEncoder().encode(text));
  try {
    return JSON.parse(text);
  } catch {
    throw invalidField(name, "Expected JSON text.");
  }
}

interface Definition {
  type: string;
  innerType?: z.ZodType;
  in?: z.ZodType;
  out?: z.ZodType;
  options?: z.ZodType[];
  left?: z.ZodType;
  right?: z.ZodType;
  getter?: () => z.ZodType;
  values?: unknown[];
}

function definitionOf(schema: z.ZodType): Definition {
  return (schema as unknown as { def: Definition }).def;
}

/** The plain schemas that a value must finally fit, without defaults, optionals, pipes and unions around them. */
function branches(schema: z.ZodType): z.ZodType[] {
  const { type, innerType, in: input, out, options, left, right, getter } = definitionOf(schema);
  if (type === "nullable") return [...branches(innerType as z.ZodType), nullBranch];
  if (type === "pipe")
    return branches((definitionOf(input as z.ZodType).type === "transform" ? out : input) as z.ZodType);
  if (type === "lazy") return branches((getter as () => z.ZodType)());
  if (innerType !== undefined) return branches(innerType);
  if (options !== undefined) return options.flatMap(branches);
  if (left !== undefined && right !== undefined) return [...branches(left), ...branches(right)];
  return [schema];
}

const nullBranch = { def: { type: "null" } } as unknown as z.ZodType;

function kindOf(schema: z.ZodType): Kind {
  const { type, values } = definitionOf(schema);
  if (type === "literal") return kindOfLiteral(values?.[0]);
  return kindOfType[type] ?? "text";
}

function kindOfLiteral(value: unknown): Kind {
  if (value === null) return "null";
  return kindOfType[typeof value] ?? "text";
}

const kindOfType: Record<string, Kind> = {
  string: "text",
  enum: "text",
  number: "number",
  int: "number",
  boolean: "boolean",
  object: "object",
  record: "object",
  array: "list",
  tuple: "list",
  null: "null",
  any: "any",
  unknown: "any",
};
