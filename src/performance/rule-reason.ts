import type { RuleFileModel } from "../parser-rules/rule-schema.ts";
import { listSlowPatterns } from "../parser-rules/try/slow-patterns.ts";
import type { RuleTime } from "../parser-rules/try/time-rules.ts";
import { dominantShare, patternShownMax, slowRuleMicros } from "./limits.ts";

/** Rule files as they were written, by name. */
export type RuleModels = ReadonlyMap<string, RuleFileModel>;

/** Reason why a rule deserves a look, for people; null: it does not. `share`: of the time of all rules together. */
export function reasonOf(time: RuleTime, share: number, models: RuleModels): string | null {
  const { file, index, asked, matched, errors, totalMs } = time;
  if (asked === 0) return null;
  const rule = models.get(file)?.rewrite_rules[index];
  const reasons: string[] = [];
  if (share >= dominantShare && share < 1)
    reasons.push(`It takes ${Math.round(share * 100)} % of the time of all rules.`);
  const isSlow = (totalMs * 1000) / asked >= slowRuleMicros;
  if ((isSlow || share >= dominantShare) && rule !== undefined) {
    const [slow] = listSlowPatterns(rule);
    if (slow !== undefined)
      reasons.push(`Its pattern "${cut(slow)}" may backtrack, so it runs in the slower engine of linear time.`);
    if (asksEveryProgram(models.get(file)!, rule))
      reasons.push("It names no program, neither itself nor in pre_match, so it looks at every event.");
  }
  if (errors > 0) reasons.push(`It failed for ${errors} of ${asked} events.`);
  if (isSlow && matched === 0) reasons.push("It matched none of these events.");
  return reasons.length === 0 ? null : reasons.join(" ");
}

function asksEveryProgram({ pre_match }: RuleFileModel, { match }: RuleFileModel["rewrite_rules"][number]): boolean {
  return ![pre_match ?? [], match ?? []].flat().some(({ field }) => field === "program");
}

function cut(pattern: string): string {
  return pattern.length <= patternShownMax ? pattern : `${pattern.slice(0, patternShownMax - 1)}…`;
}
