import * as z from "zod";
import { listItemsMax } from "./limits.ts";

/** Readers of query and path parameters: text in, value out, undefined when the parameter is not given. */

export function booleanParameter() {
  return parameter((text) => booleans.get(text.trim().toLowerCase()), "true, false, 1 or 0", { type: "boolean" });
}

const booleans = new Map([
  ["true", true],
  ["1", true],
  ["false", false],
  ["0", false],
]);

export function integerParameter(min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER) {
  const read = (text: string) => {
    const value = /^[+-]?\d+$/.test(text.trim()) ? nearestSafe(Number(text)) : Number.NaN;
    return value >= min && value <= max ? value : undefined;
  };
  return parameter(read, boundsText(min, max), { type: "integer", minimum: min, maximum: max });
}

/** A page or a size beyond all exact integers is as far away as the last of them. */
function nearestSafe(value: number): number {
  return Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, value));
}

export function enumParameter<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z
    .enum(values, { error: (issue) => `Expected one of ${values.join(", ")}, got "${String(issue.input)}".` })
    .optional();
}

/** Items between commas, without the empty ones. */
export function listParameter() {
  return z
    .string()
    .transform((text) => splitList(text))
    .refine((items) => items.length <= listItemsMax, { error: `Expected at most ${listItemsMax} items.` })
    .meta({ type: "array", items: { type: "string" } })
    .optional();
}

/** Words of a set between commas. */
export function wordListParameter<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z
    .string()
    .transform((text, context): Values[number][] => {
      const items = splitList(text);
      const wrong = items.find((item) => !values.includes(item));
      if (wrong === undefined) return items;
      const message = `Expected some of ${values.join(", ")}, got ${quoted(wrong)}.`;
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    })
    .meta({ type: "array", items: { type: "string", enum: [...values] } })
    .optional();
}

export function idListParameter() {
  return z
    .string()
    .transform((text, context) => {
      const items = splitList(text);
      const wrong = items.find((item) => !idPattern.test(item));
      if (wrong === undefined && items.length <= listItemsMax) return items.map(Number);
      const message =
        wrong === undefined ? `Expected at most ${listItemsMax} items.` : `Expected integer ids, got ${quoted(wrong)}.`;
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    })
    .meta({ type: "array", items: { type: "integer" } })
    .optional();
}

/** An integer id in a path. Anything else names nothing: 404. */
export function idInPath(description = "The id of the object.") {
  return z.string().regex(idPattern).transform(Number).meta({ type: "integer", description });
}

const idPattern = /^\d{1,15}$/;

function splitList(text: string): string[] {
  const items = text.split(",").map((item) => item.trim());
  return items.filter((item) => item !== "");
}

/** `meta` describes the text in the API description. */
function parameter<Value>(
  read: (text: string) => Value | undefined,
  expected: string,
  meta: { type: string; minimum?: number; maximum?: number },
) {
  return z
    .string()
    .transform((text, context): Value => {
      const value = read(text);
      if (value !== undefined) return value;
      context.addIssue({ code: "custom", message: `Expected ${expected}, got ${quoted(text)}.` });
      return z.NEVER;
    })
    .meta(meta)
    .optional();
}

function boundsText(min: number, max: number): string {
  if (min === Number.MIN_SAFE_INTEGER && max === Number.MAX_SAFE_INTEGER) return "an integer";
  if (max === Number.MAX_SAFE_INTEGER) return `an integer from ${min}`;
  return `an integer from ${min} to ${max}`;
}

function quoted(text: string): string {
  return `"${text.length > 60 ? `${text.slice(0, 60)}…` : text}"`;
}
