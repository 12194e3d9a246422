import { RE2JS } from "re2js";
import { invalidParameter, messageOf } from "../../lib/errors.ts";
import { titleSliceMs, titlesPerRead } from "./limits.ts";

/** The ids whose titles match the pattern, in the same order. Lets other requests run in between. */
export async function findInTitles(
  ids: readonly number[],
  pattern: string,
  listTitles: (ids: readonly number[]) => { id: number; title: string }[],
): Promise<number[]> {
  const expression = compilePattern(pattern);
  const found = new Set<number>();
  let sliceEnd = performance.now() + titleSliceMs;
  for (let start = 0; start < ids.length; start += titlesPerRead)
    for (const { id, title } of listTitles(ids.slice(start, start + titlesPerRead))) {
      if (expression.test(title)) found.add(id);
      if (performance.now() < sliceEnd) continue;
      await new Promise<void>((resolve) => setImmediate(resolve));
      sliceEnd = performance.now() + titleSliceMs;
    }
  return ids.filter((id) => found.has(id));
}

/** In a linear-time engine: JavaScript's own may hang on a user's pattern, or answer wrongly. */
function compilePattern(pattern: string): RE2JS {
  try {
    return RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE);
  } catch (error) {
    throw invalidParameter("title__iregex", `Expected a regular expression: ${messageOf(error)}.`);
  }
}
