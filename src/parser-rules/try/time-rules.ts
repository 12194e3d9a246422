import type { EventRow } from "../../eventstore/event/event.ts";
import type { CompiledFile, CompiledRule, RuleDeed, RuleKind } from "../compile/compile-rule.ts";
import type { RuleScope } from "../rule-scope.ts";
import { allHold } from "../run/rule-set.ts";
import { WorkingEvent } from "../working-event.ts";

/** The cost of one rule. */
export interface RuleTime {
  /** Position in its file. */
  file: string;
  /** Place in its file, from 0. */
  index: number;
  /** File and rule: `sshd / failed login`. */
  name: string;
  kind: RuleKind;
  /** Events that it was asked about: those whose program it may concern. */
  asked: number;
  matched: number;
  errors: number;
  totalMs: number;
  /** Number of the sample that it takes longest for, and how long; undefined: it was never asked. */
  slowest: { sample: number; us: number } | undefined;
}

/**
 * Runs rules as a RuleSet does, with a clock around each; the cost of reading the clock is subtracted. As there, rules
 * that cannot concern an event's program are skipped. Rows are changed. Samples are counted from 0 and should come more
 * than once.
 */
export class RuleTimer {
  private readonly event = new WorkingEvent();
  private readonly scene: RuleScope = { event: this.event, groups: [], found: new Map(), made: [] };
  private readonly timed: { file: CompiledFile; rules: TimedRule[] }[];

  constructor(files: readonly CompiledFile[], samples: number) {
    const clockMs = clockCostMs();
    this.timed = files.map((file) => ({
      file,
      rules: file.rules.map((rule) => new TimedRule(file, rule, samples, clockMs)),
    }));
  }

  /** `sample`: which one the row was made from. */
  run(row: EventRow, sample: number): RuleDeed {
    const { event, scene } = this;
    event.begin(row);
    for (const { file, rules } of this.timed) {
      event.beginFile(file.isShipped);
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
    return this.timed
      .flatMap(({ rules }) => rules)
      .map((rule) => ({ rule, totalMs: rule.totalMs }))
      .sort((a, b) => b.totalMs - a.totalMs)
      .map(({ rule }) => rule);
  }
}

class TimedRule implements RuleTime {
  readonly file: string;
  readonly index: number;
  readonly name: string;
  readonly kind: RuleKind;
  asked = 0;
  matched = 0;
  errors = 0;
  /** Least time for each sample; 0: not asked. */
  private leastMs: Float64Array | undefined;
  private counts: Uint32Array | undefined;

  constructor(
    file: CompiledFile,
    private readonly rule: CompiledRule,
    private readonly samples: number,
    private readonly clockMs: number,
  ) {
    this.file = file.name;
    this.index = rule.index;
    this.name = `${file.name} / ${rule.name}`;
    this.kind = rule.kind;
  }

  run(scene: RuleScope, sample: number): RuleDeed {
    const { conditions, otherConditions } = this.rule;
    if (conditions.length > otherConditions.length)
      if (!conditions.every((condition) => !condition.isOfProgram || condition.holds(scene))) return "unmatched";
    const begin = performance.now();
    const deed = this.act(scene);
    this.record(performance.now() - begin - this.clockMs, sample);
    if (deed !== "unmatched") this.matched++;
    return deed;
  }

  get slowest(): RuleTime["slowest"] {
    const { leastMs } = this;
    if (leastMs === undefined) return undefined;
    const sample = leastMs.reduce((slowest, ms, index) => (ms > leastMs[slowest]! ? index : slowest), 0);
    return { sample, us: leastMs[sample]! * 1000 };
  }

  /** Counts the quickest time with each sample: anything longer was the work of other threads. */
  get totalMs(): number {
    const { leastMs, counts } = this;
    return leastMs === undefined ? 0 : leastMs.reduce((sum, ms, sample) => sum + ms * counts![sample]!, 0);
  }

  private record(measuredMs: number, sample: number): void {
    const ms = Math.max(measuredMs, shortestMs);
    this.leastMs ??= new Float64Array(this.samples);
    this.counts ??= new Uint32Array(this.samples);
    const known = this.leastMs[sample]!;
    if (known === 0 || ms < known) this.leastMs[sample] = ms;
    this.counts[sample]!++;
    this.asked++;
  }

  private act(scene: RuleScope): RuleDeed {
    try {
      return allHold(this.rule.otherConditions, scene) ? this.rule.act(scene) : "unmatched";
    } catch {
      // Errors are only counted here; POST /api/parser-rules/test shows them.
      this.errors++;
      return "unmatched";
    }
  }
}

/** No rule takes less; so a least time is never 0. */
const shortestMs = 1e-6;

/** The cost of reading the clock twice: the median of many. */
function clockCostMs(): number {
  const costs = Float64Array.from({ length: 1001 }, () => {
    const begin = performance.now();
    return performance.now() - begin;
  }).sort();
  return costs[500]!;
}
