import { familiesOf, familyIdOf } from "./families.ts";
import { cachedFamiliesMax } from "./limits.ts";
import { patternOf } from "./pattern-cache.ts";
import { cachedTextOf } from "./pattern-id.ts";
import { patternText } from "./pattern-text.ts";

/** The ids of a pattern's families. `textOf` returns the pattern's text and is called only when it is needed. */
export function familyIdsOf(patternId: string, textOf: () => string): readonly string[] {
  const known = cache.get(patternId);
  if (known) return known;
  const ids = familiesOf(cachedTextOf(patternId) ?? textOf()).map(({ text }) => familyIdOf(text));
  if (cache.size >= cachedFamiliesMax) cache.clear();
  cache.set(patternId, ids);
  return ids;
}

/** The id of a message's pattern and those of its families, between commas; "" for the empty message. */
export function patternAndFamiliesOf(message: string): string {
  const id = patternOf(message);
  return id === "" ? "" : [id, ...familyIdsOf(id, () => patternText([message]))].join();
}

/** One per thread. */
const cache = new Map<string, readonly string[]>();
