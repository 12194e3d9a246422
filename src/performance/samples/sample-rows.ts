import type { EventRow } from "../../eventstore/event/event.ts";
import type { RuleSet } from "../../parser-rules/run/rule-set.ts";

/**
 * Stored events as they were sent: without the tags that rules will add again. Fields rewritten by rules stay
 * rewritten.
 */
export function withoutMadeTags(rows: readonly EventRow[], rules: Pick<RuleSet, "apply">): EventRow[] {
  return rows.map((row) => {
    const bare = { ...row, times: [...row.times], tags: [] };
    rules.apply(bare);
    const made = new Map(pairsOf(bare.tags));
    return {
      ...row,
      tags: pairsOf(row.tags).flatMap(([name, value]) => (made.get(name) === value ? [] : [name, value])),
    };
  });
}

function pairsOf(tags: readonly string[]): [string, string][] {
  return tags.flatMap((name, i): [string, string][] => (i % 2 === 0 ? [[name, tags[i + 1]!]] : []));
}
