import { RE2JS } from "re2js";
import { invalidParameter, messageOf } from "../../lib/errors.ts";
import { titleSliceMs } from "./limits.ts";

/** Ids of the titles in which the pattern is found, in the order given. Lets other requests run in between. */
export async function findInTitles(rows: readonly { id: number; title: string }[], pattern: string): Promise<number[]> {
  const expression = compilePattern(pattern);
  const ids: number[] = [];
  let sliceEnd = performance.now() + titleSliceMs;
  for (const { id, title } of rows) {
    if (expression.test(title)) ids.push(id);
    if (performance.now() < sliceEnd) continue;
    await new Promise<void>((resolve) => setImmediate(resolve));
    sliceEnd = performance.now() + titleSliceMs;
  }
  return ids;
}

/** In an engine of linear time: JavaScript's own may hang on a user's pattern, or answer wrong. */
function compilePattern(pattern: string): RE2JS {
  try {
    return RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE);
  } catch (error) {
    throw invalidParameter("title__iregex", `Expected a regular expression: ${messageOf(error)}.`);
  }
}
