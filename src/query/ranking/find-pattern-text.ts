import { patternColumn } from "../../filter/patterns/pattern-column.ts";
import { cachedTextOf } from "../../pattern/pattern-id.ts";
import { patternText } from "../../pattern/pattern-text.ts";
import type { OpenQuestion } from "../query-kind.ts";

/** The text of a pattern that the question's segments have; "" when none of them has it. */
export function findPatternText(
  patternId: string,
  { segments, open, tick }: Pick<OpenQuestion<unknown>, "segments" | "open" | "tick">,
): string {
  const known = cachedTextOf(patternId);
  if (known !== undefined) return known;
  for (const handle of segments) {
    const segment = open(handle);
    const column = patternColumn(segment, tick);
    const number = column.values.indexOf(patternId);
    const row = number < 0 ? -1 : column.ids.indexOf(number);
    if (row >= 0) return patternText([segment.base("message").text(row)]);
  }
  return "";
}
