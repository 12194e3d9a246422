import { maxFound, maxJsonDepth } from "./limits.ts";
import { RuleFailure } from "./rule-failure.ts";

/** Each scalar of a JSON object or list by its dotted path, lists by index. Throws RuleFailure for another text. */
export function readJsonLeaves(text: string, found: Map<string, string>): void {
  addLeaves(parse(text), "", 1, found);
}

function parse(text: string): object {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new RuleFailure(`The text is no JSON: ${(error as Error).message}.`, { cause: error });
  }
  if (typeof value === "object" && value !== null) return value;
  throw new RuleFailure("The JSON is neither an object nor a list.");
}

function addLeaves(value: object, prefix: string, depth: number, found: Map<string, string>): void {
  if (depth > maxJsonDepth) throw new RuleFailure(`The JSON is nested deeper than ${maxJsonDepth}.`);
  for (const key in value) {
    if (found.size >= maxFound) return;
    const inner = (value as Record<string, unknown>)[key];
    const path = prefix + key;
    if (typeof inner === "object") {
      if (inner !== null) addLeaves(inner, `${path}.`, depth + 1, found);
    } else if (inner !== "" && !found.has(path)) found.set(path, String(inner));
  }
}
