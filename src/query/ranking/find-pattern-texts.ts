import { patternColumn } from "../../filter/patterns/pattern-column.ts";
import { eachPatternText } from "../../filter/patterns/pattern-texts.ts";
import { cachedTextOf } from "../../pattern/pattern-id.ts";
import type { OpenQuestion } from "../query-kind.ts";

type Asked = Pick<OpenQuestion<unknown>, "segments" | "open" | "tick">;

/** The texts of patterns by id, as far as the question's segments have them. */
export function findPatternTexts(patternIds: readonly string[], { segments, open, tick }: Asked): Map<string, string> {
  const found = new Map<string, string>();
  const left = new Set<string>();
  for (const id of patternIds) {
    const known = cachedTextOf(id);
    if (known === undefined) left.add(id);
    else found.set(id, known);
  }
  // Large segments have most patterns.
  const bySize = left.size === 0 ? [] : [...segments].sort((a, b) => b.rows - a.rows);
  for (const handle of bySize) {
    if (left.size === 0) break;
    tick();
    const segment = open(handle);
    const column = patternColumn(segment, tick);
    const add = (number: number, text: string) => {
      found.set(column.value(number), text);
      left.delete(column.value(number));
    };
    eachPatternText(segment, column, (id) => left.has(id), add, tick);
  }
  return found;
}
