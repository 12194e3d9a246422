import type { JsonLine } from "./line-fields.ts";

/** A line that is one JSON object. Anything else, a cut or broken object too, is none. */
export function readJsonLine(line: string): JsonLine | undefined {
  if (line.charCodeAt(0) !== 123) return undefined;
  try {
    return { format: "json", json: JSON.parse(line) as Record<string, unknown> };
  } catch {
    return undefined;
  }
}
