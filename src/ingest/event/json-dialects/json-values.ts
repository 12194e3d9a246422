import { jsonDepthMax } from "../../limits.ts";

/** Access to parsed JSON of unknown shape. */

export type Json = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function objectOf(value: unknown): Json | undefined {
  return isObject(value) ? value : undefined;
}

/** A text that is not blank. */
export function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** A copy for changes, to which any name can be given, without what is undefined. */
export function copyOf(json: Json): Record<string, unknown> {
  const copy = Object.create(null) as Record<string, unknown>;
  for (const name in json) if (json[name] !== undefined) copy[name] = json[name];
  return copy;
}

/** Whether it is nested so that an event can take it, with what its dialect puts around it. */
export function isShallow(json: object, depth = jsonDepthMax - 2): boolean {
  if (depth === 0) return false;
  return Object.values(json).every(
    (inner) => typeof inner !== "object" || inner === null || isShallow(inner, depth - 1),
  );
}
