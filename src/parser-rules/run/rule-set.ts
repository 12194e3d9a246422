import type { EventRow } from "../../eventstore/event/event.ts";
import { messageOf } from "../../lib/errors.ts";
import type { CompiledFile, CompiledRule } from "../compile/compile-rule.ts";
import type { RuleCondition } from "../compile/rule-condition.ts";
import { cachedProgramsMax, errorsInRowMax } from "../limits.ts";
import type { MessageGate } from "../patterns/message-gate.ts";
import { RuleFailure } from "../rule-problem.ts";
import type { RuleScope } from "../rule-scope.ts";
import { type TagsApart, WorkingEvent } from "../working-event.ts";
import type { EventRules, RuleOutcome, RuleTarget } from "./event-rules.ts";
import { GateMaker, type KnownOfEvent, type NumberedRule } from "./make-gate.ts";

/** A rule's counts since it was loaded. */
export interface RuleCounts {
  /** Events that it applied to. */
  hits: number;
  errors: number;
  lastError: string | undefined;
  /** After too many errors in a row. */
  isOff: boolean;
}

/** A rule that was switched off just now. */
export interface RuleReport {
  file: string;
  rule: string;
  error: string;
}

export interface RuleSet extends EventRules {
  /** The rules of each file, in order. */
  counts(): ReadonlyMap<string, readonly RuleCounts[]>;
}

/**
 * Rules that work on events, files in this order. Files that `previous` had as well keep their counts. `onOff` is
 * called from within `apply` for a rule that is switched off for its errors. For one thread; `apply` costs an event
 * that no rule concerns one look-up of its program.
 */
export function createRuleSet(
  files: readonly CompiledFile[],
  onOff: (report: RuleReport) => void = () => undefined,
  previous?: RuleSet,
): RuleSet {
  return new Rules(files, onOff, previous instanceof Rules ? previous : undefined);
}

class RunningRule implements RuleCounts {
  hits = 0;
  errors = 0;
  errorsInRow = 0;
  lastError: string | undefined;
  isOff = false;
  /** Among all rules of the set. */
  number = 0;

  constructor(readonly rule: CompiledRule) {}
}

/** Everything to ask of a rule whose message may match. */
interface AskedRule {
  running: RunningRule;
  /** Its own conditions and those of its file, except those on the program. */
  conditions: readonly RuleCondition[];
  notesOfMessage: ReadonlySet<string>;
}

interface RunningFile {
  file: CompiledFile;
  index: number;
  rules: RunningRule[];
}

/** The parts of a file that can concern an event of some program. */
interface PlannedFile {
  running: RunningFile;
  /** Conditions of `pre_match` that do not look at the program. */
  preMatch: readonly RuleCondition[];
  rules: readonly RunningRule[];
  /** The number of the last of these. */
  lastNumber: number;
}

type Plan = readonly PlannedFile[];

class PlannedTarget implements RuleTarget {
  constructor(
    readonly program: string,
    readonly gate: MessageGate,
    readonly plan: Plan,
  ) {}
}

class Rules implements RuleSet {
  /** A set never changes, except for rules that are switched off. */
  readonly generation = 0;
  private readonly files: readonly RunningFile[];
  private readonly planCache = new Map<string, Plan>();
  private readonly gates: GateMaker;
  /** All rules by their numbers. */
  private readonly asked: AskedRule[] = [];
  private readonly event = new WorkingEvent();
  /** Gate of the event that `apply` works on, its message, and the rules that may apply to it, in order. */
  private gate: MessageGate | undefined;
  private gatedMessage = "";
  private found: readonly number[] = [];
  /** The first of them that was not asked yet. */
  private nextFound = 0;
  private readonly scene: RuleScope = { event: this.event, groups: [], found: new Map(), made: [] };
  private readonly probe: RuleScope = { event: new WorkingEvent(), groups: [], found: new Map(), made: [] };

  constructor(
    files: readonly CompiledFile[],
    private readonly onOff: (report: RuleReport) => void,
    previous: Rules | undefined,
  ) {
    this.files = files.map((file, index) => {
      const known = previous?.files.find((other) => other.file === file);
      return { file, index, rules: known?.rules ?? file.rules.map((rule) => new RunningRule(rule)) };
    });
    this.gates = new GateMaker(
      files.flatMap((file) => [...file.preMatch, ...file.rules.flatMap((rule) => rule.conditions)]),
    );
    for (const { file, rules } of this.files) for (const running of rules) this.enter(running, file);
  }

  apply(row: EventRow, sent?: number, target?: RuleTarget, apart?: TagsApart): RuleOutcome {
    let plan = target instanceof PlannedTarget ? target.plan : this.planFor(row.program);
    if (plan.length === 0) return "kept";
    const { event } = this;
    event.begin(row, sent, apart);
    this.enterGate(row, target?.gate);
    for (let i = this.nextToRun(plan, 0); i < plan.length; i = this.nextToRun(plan, i + 1)) {
      const planned = plan[i]!;
      const { program } = row;
      if (this.runFile(planned)) return "dropped";
      if (row.program === program) continue;
      plan = this.planFor(row.program);
      // It was made for rules of the old program.
      this.gate = undefined;
      i = plan.findIndex(({ running }) => running.index > planned.running.index) - 1;
      if (i < -1) break;
    }
    event.finish();
    if (event.hasOverwritten) return event.isCut ? "cut-overwrote" : "overwrote";
    return event.isCut ? "cut" : "kept";
  }

  concerns(program: string): boolean {
    return this.planFor(program).length > 0;
  }

  targetFor(known: KnownOfEvent): RuleTarget {
    const { probe } = this;
    const { program } = known;
    probe.event.begin({ ...emptyRow, program });
    return new PlannedTarget(program, this.gates.gateFor(known, this.planned(program), probe), this.planFor(program));
  }

  counts(): ReadonlyMap<string, readonly RuleCounts[]> {
    return new Map(this.files.map(({ file, rules }) => [file.name, rules]));
  }

  private enterGate(row: EventRow, gate: MessageGate | undefined): void {
    this.gate = gate;
    if (gate === undefined) return;
    this.event.watch(gate.lacked);
    this.gatedMessage = row.message;
    this.found = gate.foundInOrder();
    this.nextFound = 0;
  }

  private enter(running: RunningRule, { preMatch, notesOfMessage }: CompiledFile): void {
    running.number = this.asked.length;
    const ofFile = preMatch.filter(({ isOfProgram }) => !isOfProgram);
    this.asked.push({ running, conditions: [...ofFile, ...running.rule.otherConditions], notesOfMessage });
  }

  /** A rule that is switched off counts: it may be switched on again while the set stays the same. */
  private *planned(program: string): Generator<NumberedRule> {
    for (const { rules } of this.planFor(program))
      for (const rule of rules) {
        const { number } = rule;
        const { conditions, notesOfMessage } = this.asked[number]!;
        yield { number, conditions, notesOfMessage };
      }
  }

  /** True: the event is dropped. */
  private runFile(planned: PlannedFile): boolean {
    const { scene, event } = this;
    const { running, preMatch, rules } = planned;
    const first = this.nextToAsk(planned, 0);
    if (first === rules.length) return false;
    event.beginFile(running.file.isShipped);
    if (!holdSafely(preMatch, scene)) return false;
    const { program } = event.row;
    const { firstMatchOnly } = running.file;
    for (let i = first; i < rules.length; i = this.nextToAsk(planned, i + 1)) {
      const rule = rules[i]!;
      const deed = this.runRule(rule, rule.rule.otherConditions, running);
      if (deed === "dropped") return true;
      if (deed === "applied" && firstMatchOnly) return false;
      if (event.row.program !== program) return this.runRest(running, rule.rule.index + 1);
    }
    return false;
  }

  /** Index of the first file from there on with a rule that is not ruled out, as far as the gate tells. */
  private nextToRun(plan: Plan, from: number): number {
    if (from >= plan.length || !this.isAsGated) return from;
    const wanted = this.foundFrom(plan[from]!.rules[0]!.number);
    let i = from;
    while (i < plan.length && plan[i]!.lastNumber < wanted) i++;
    return i;
  }

  /** Index of the first rule from there on that is not ruled out; their number: there is none. */
  private nextToAsk({ rules, lastNumber }: PlannedFile, from: number): number {
    if (this.gate === undefined) return from;
    let i = from;
    if (!this.isAsGated) {
      while (i < rules.length && this.isRuledOut(rules[i]!)) i++;
      return i;
    }
    const wanted = i < rules.length ? this.foundFrom(rules[i]!.number) : Number.POSITIVE_INFINITY;
    if (wanted > lastNumber) return rules.length;
    while (rules[i]!.number < wanted) i++;
    return i;
  }

  /** The rules that the gate found are all that may apply, until one of them changes what others ask for. */
  private get isAsGated(): boolean {
    const { gate, event } = this;
    return gate !== undefined && !event.hasSetWatched && event.row.message === this.gatedMessage;
  }

  /** The first rule from this number on that the gate found; infinite: none. */
  private foundFrom(number: number): number {
    const { found } = this;
    while (this.nextFound < found.length && found[this.nextFound]! < number) this.nextFound++;
    return found[this.nextFound] ?? Number.POSITIVE_INFINITY;
  }

  /**
   * The gate has seen that its message cannot match, and no rule has changed that message since; or the event lacks
   * something that no rule has set since.
   */
  private isRuledOut({ number }: RunningRule): boolean {
    const { gate } = this;
    if (gate === undefined) return false;
    if (gate.rulesOut(number) && this.event.row.message === this.gatedMessage) return true;
    const lacked = gate.lackedBy(number);
    return lacked !== undefined && (!this.event.hasSetWatched || this.event.isUntouched(lacked));
  }

  /** The program changed on the way: the plan for the old one no longer holds. */
  private runRest(running: RunningFile, from: number): boolean {
    for (let i = from; i < running.rules.length; i++) {
      const rule = running.rules[i]!;
      const deed = this.runRule(rule, rule.rule.conditions, running);
      if (deed === "dropped") return true;
      if (deed === "applied" && running.file.firstMatchOnly) return false;
    }
    return false;
  }

  private runRule(running: RunningRule, conditions: readonly RuleCondition[], { file }: RunningFile) {
    if (running.isOff) return "unmatched";
    try {
      if (!allHold(conditions, this.scene)) return "unmatched";
      const deed = running.rule.act(this.scene);
      if (deed !== "unmatched") {
        running.hits++;
        running.errorsInRow = 0;
      }
      return deed;
    } catch (error) {
      this.noteError(running, file, error);
      return "unmatched";
    }
  }

  private noteError(running: RunningRule, file: CompiledFile, error: unknown): void {
    running.errors++;
    running.errorsInRow++;
    running.lastError = error instanceof RuleFailure ? error.message : `Unexpected: ${messageOf(error)}`;
    if (running.errorsInRow < errorsInRowMax) return;
    running.isOff = true;
    this.onOff({ file: file.name, rule: running.rule.name, error: running.lastError });
  }

  private planFor(program: string): Plan {
    const known = this.planCache.get(program);
    if (known !== undefined) return known;
    const plan = this.makePlan(program);
    if (this.planCache.size >= cachedProgramsMax) this.planCache.clear();
    this.planCache.set(program, plan);
    return plan;
  }

  private makePlan(program: string): Plan {
    const { probe } = this;
    probe.event.begin({ ...emptyRow, program });
    const mayHold = (conditions: readonly RuleCondition[]) =>
      conditions.every((condition) => !condition.isOfProgram || condition.holds(probe));
    return this.files
      .filter(({ file }) => mayHold(file.preMatch))
      .map((running) => ({
        running,
        preMatch: running.file.preMatch.filter(({ isOfProgram }) => !isOfProgram),
        rules: running.rules.filter(({ rule }) => mayHold(rule.conditions)),
      }))
      .filter(({ rules }) => rules.length > 0)
      .map((planned) => ({ ...planned, lastNumber: planned.rules.at(-1)!.number }));
  }
}

const emptyRow: EventRow = {
  ...{ times: [0], host: "", program: "", message: "", severity: 0, facility: 0, type: 0, status: 0 },
  ...{ ciscoMnemonic: "", tags: [], extra: "" },
};

/** A condition that fails counts as not met: it must not lose an event. */
function holdSafely(conditions: readonly RuleCondition[], scene: RuleScope): boolean {
  try {
    return allHold(conditions, scene);
  } catch {
    return false;
  }
}

export function allHold(conditions: readonly RuleCondition[], scene: RuleScope): boolean {
  for (let i = 0; i < conditions.length; i++) if (!conditions[i]!.holds(scene)) return false;
  return true;
}
