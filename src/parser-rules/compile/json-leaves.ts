import { foundMax, jsonDepthMax } from "../limits.ts";

/**
 * Each scalar of a JSON object or list by its dotted path, lists by index. False: the text is no JSON. That is the
 * sender's doing and no failure of the rule; else some odd lines would switch a rule off for everybody.
 */
export function readJsonLeaves(text: string, found: Map<string, string>): boolean {
  const value = parse(text);
  if (value === undefined) return false;
  addLeaves(value, "", 1, found);
  return true;
}

function parse(text: string): object | undefined {
  if (!mayBeJson.test(text)) return undefined;
  try {
    return JSON.parse(text) as object;
  } catch {
    return undefined;
  }
}

const mayBeJson = /^\s*[{[]/;

/** Anything deeper than the bound is left out. */
function addLeaves(value: object, prefix: string, depth: number, found: Map<string, string>): void {
  if (depth > jsonDepthMax) return;
  for (const key in value) {
    if (found.size >= foundMax) return;
    const inner = (value as Record<string, unknown>)[key];
    const path = prefix + key;
    if (typeof inner === "object") {
      if (inner !== null) addLeaves(inner, `${path}.`, depth + 1, found);
    } else if (inner !== "" && !found.has(path)) found.set(path, String(inner));
  }
}
