import type { EventRow } from "../eventstore/event.ts";
import type { CompiledFile, CompiledRule, RuleDeed, RuleKind } from "./compile-rule.ts";
import { allHold } from "./rule-set.ts";
import type { Scene } from "./scene.ts";
import { WorkingEvent } from "./working-event.ts";

/** What one rule cost. */
export interface RuleTime {
  /** Of the file and of the rule in it: `sshd / failed login`. */
  name: string;
  kind: RuleKind;
  /** Events that it was asked about: those whose program it may concern. */
  asked: number;
  matched: number;
  errors: number;
  totalMs: number;
  /** What it took longest for, and how long; undefined: it was never asked. */
  slowest: { sample: string; us: number } | undefined;
}

/**
 * Runs rules as a RuleSet does, with a clock around each: looking at a clock costs some 50 ns a time, so the sum is more than a RuleSet takes. Rules
 * that cannot concern an event's program are passed over, as they are there. Rows are changed.
 */
export class RuleTimer {
  private readonly event = new WorkingEvent();
  private readonly scene: Scene = { event: this.event, groups: [], found: new Map(), made: [] };
  private readonly timed: { file: CompiledFile; rules: TimedRule[] }[];

  constructor(files: readonly CompiledFile[]) {
    this.timed = files.map((file) => ({ file, rules: file.rules.map((rule) => new TimedRule(file, rule)) }));
  }

  /** `sample` is what the row was made from, to be shown. */
  run(row: EventRow, sample: string): RuleDeed {
    const { event, scene } = this;
    event.begin(row);
    for (const { file, rules } of this.timed) {
      event.beginFile();
      if (!allHold(file.preMatch, scene)) continue;
      for (const timed of rules) {
        const deed = timed.run(scene, sample);
        if (deed === "dropped") return deed;
        if (deed === "applied" && file.firstMatchOnly) break;
      }
    }
    event.finish();
    return "applied";
  }

  /** Slowest first. */
  times(): RuleTime[] {
    return this.timed.flatMap(({ rules }) => rules).sort((a, b) => b.totalMs - a.totalMs);
  }
}

class TimedRule implements RuleTime {
  readonly name: string;
  readonly kind: RuleKind;
  asked = 0;
  matched = 0;
  errors = 0;
  totalMs = 0;
  slowest: RuleTime["slowest"];

  constructor(
    file: CompiledFile,
    private readonly rule: CompiledRule,
  ) {
    this.name = `${file.name} / ${rule.name}`;
    this.kind = rule.kind;
  }

  run(scene: Scene, sample: string): RuleDeed {
    const { conditions, otherConditions } = this.rule;
    if (conditions.length > otherConditions.length)
      if (!conditions.every((condition) => !condition.isOfProgram || condition.holds(scene))) return "unmatched";
    const begin = performance.now();
    const deed = this.act(scene);
    const ms = performance.now() - begin;
    this.asked++;
    this.totalMs += ms;
    if (deed !== "unmatched") this.matched++;
    if (this.slowest === undefined || ms * 1000 > this.slowest.us) this.slowest = { sample, us: ms * 1000 };
    return deed;
  }

  private act(scene: Scene): RuleDeed {
    try {
      return allHold(this.rule.otherConditions, scene) ? this.rule.act(scene) : "unmatched";
    } catch {
      // What it says is told by POST /api/parser-rules/test; here it is counted.
      this.errors++;
      return "unmatched";
    }
  }
}
