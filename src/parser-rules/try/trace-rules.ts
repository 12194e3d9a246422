import type { EventRow } from "../../eventstore/event/event.ts";
import { messageOf } from "../../lib/errors.ts";
import type { CompiledFile, CompiledRule, RuleKind } from "../compile/compile-rule.ts";
import type { RuleCondition } from "../compile/rule-condition.ts";
import type { RuleScope } from "../rule-scope.ts";
import { WorkingEvent } from "../working-event.ts";

/** The effect of one rule on an event, for rule authors. */
export interface RuleStep {
  file: string;
  /** Its name or "rule 3"; of `pre_match` "pre_match". */
  rule: string;
  kind: RuleKind | "pre_match";
  outcome: "applied" | "unmatched" | "dropped" | "failed";
  /** Which condition did not hold, counted from 1; 0: all did. */
  condition: number;
  error: string;
  changes: { field: string; before: string; after: string }[];
}

/**
 * Runs the rules of files one by one on the row, which is changed, as a RuleSet would, and yields a step for each rule
 * that was asked. The caller may pause between two steps.
 */
export function* traceRules(files: readonly CompiledFile[], row: EventRow, sent?: number): Generator<RuleStep> {
  const event = new WorkingEvent();
  const scene: RuleScope = { event, groups: [], found: new Map(), made: [] };
  event.begin(row, sent);
  for (const file of files) {
    event.beginFile(file.isShipped);
    const condition = firstUnmet(file.preMatch, scene);
    if (condition > 0) {
      yield { ...nothingDone, file: file.name, rule: "pre_match", kind: "pre_match", condition };
      continue;
    }
    for (const rule of file.rules) {
      const step = traceRule(file, rule, scene);
      yield step;
      if (step.outcome === "dropped") return;
      if (step.outcome === "applied" && file.firstMatchOnly) break;
    }
  }
}

const nothingDone = { outcome: "unmatched", condition: 0, error: "", changes: [] } as const satisfies Partial<RuleStep>;

function traceRule(file: CompiledFile, rule: CompiledRule, scene: RuleScope): RuleStep {
  const step: RuleStep = { ...nothingDone, file: file.name, rule: rule.name, kind: rule.kind, changes: [] };
  const before = textsOf(scene.event.row);
  try {
    step.condition = firstUnmet(rule.conditions, scene);
    if (step.condition > 0) return step;
    step.outcome = rule.act(scene);
  } catch (error) {
    return { ...step, outcome: "failed", error: messageOf(error) };
  }
  scene.event.finish();
  const after = textsOf(scene.event.row);
  for (const field of new Set([...before.keys(), ...after.keys()])) {
    const [old, present] = [before.get(field) ?? "", after.get(field) ?? ""];
    if (old !== present) step.changes.push({ field, before: old, after: present });
  }
  return step;
}

/** Counted from 1; 0: all hold. */
function firstUnmet(conditions: readonly RuleCondition[], scene: RuleScope): number {
  return conditions.findIndex((condition) => !condition.holds(scene)) + 1;
}

function textsOf({
  times,
  host,
  program,
  message,
  severity,
  facility,
  ciscoMnemonic,
  tags,
}: EventRow): Map<string, string> {
  const texts = new Map([
    ["time", new Date(Math.floor(times[0]! / 1000)).toISOString()],
    ["host", host],
    ["program", program],
    ["message", message],
    ["severity", String(severity)],
    ["facility", String(facility)],
    ["cisco_mnemonic", ciscoMnemonic],
  ]);
  for (let i = 0; i < tags.length; i += 2) texts.set(`tag:${tags[i]}`, tags[i + 1]!);
  return texts;
}
