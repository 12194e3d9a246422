import type { EventRow } from "../../eventstore/event/event.ts";
import { messageOf } from "../../lib/errors.ts";
import type { Logger } from "../../lib/log.ts";
import type { RuleKind } from "../compile/compile-rule.ts";
import { inOrder, type LoadedRule, loadRulesInTurn, type RuleSource } from "../files/rule-files.ts";
import type { RuleReading } from "../files/rule-reading.ts";
import { readSwitches } from "../files/rule-switches.ts";
import type { TagsApart } from "../working-event.ts";
import type { EventRules, RuleOutcome, RuleTarget } from "./event-rules.ts";
import type { KnownOfEvent } from "./make-gate.ts";
import { createRuleSet, type RuleReport, type RuleSet } from "./rule-set.ts";

/** A rule file as it stands now; plain values, since they cross threads. */
export interface RuleState {
  name: string;
  fileName: string;
  origin: "user" | "shipped";
  /** Changes with its content. */
  hash: string;
  isEnabled: boolean;
  description: string;
  /** The reason why it does not run. */
  error: { line: number; path: string; reason: string } | undefined;
  rules: RewriteRuleState[];
}

export interface RewriteRuleState {
  name: string;
  kind: RuleKind;
  hits: number;
  errors: number;
  lastError: string | undefined;
  isOff: boolean;
}

export interface ActiveRulesOptions {
  /** The user's folder; need not exist. */
  folder: string;
  shipped: readonly RuleSource[];
  onOff: (report: RuleReport) => void;
  log: Logger;
}

/**
 * The rules in force, of the user's folder and of the shipped ones. They are read when first needed and at each
 * `reload`; files that did not change stay compiled and go on counting. For the one thread that takes events in.
 */
export class ActiveRules implements EventRules {
  generation = 0;
  private loaded: readonly LoadedRule[] = [];
  /** Read, but not yet in force. */
  private read: LoadedRule[] = [];
  private disabled: ReadonlySet<string> = new Set();
  private rules: RuleSet | undefined;

  constructor(private readonly options: ActiveRulesOptions) {}

  apply(row: EventRow, sent?: number, target?: RuleTarget, apart?: TagsApart): RuleOutcome {
    return this.inForce().apply(row, sent, target, apart);
  }

  concerns(program: string): boolean {
    return this.inForce().concerns(program);
  }

  targetFor(known: KnownOfEvent): RuleTarget {
    return this.inForce().targetFor(known);
  }

  /**
   * Reads the rules, unless that was done, with a pause after each file. Whoever needs them in between waits for the
   * rest.
   */
  *warm(): Generator<void> {
    if (this.rules === undefined) yield* this.renew();
  }

  /**
   * Reads what changed, with a pause after each file that is read again; the rules that were in force stay so until the
   * last step. Rules of the file named `renewed` that were switched off for their errors get another chance.
   * `readings`: files that were read already.
   */
  *renew(renewed?: string, readings: readonly RuleReading[] = []): Generator<void> {
    const { folder, shipped } = this.options;
    const before = this.generation;
    const known = [...this.loaded.filter(({ name }) => name !== renewed), ...this.read];
    const loaded: LoadedRule[] = [];
    for (const rule of loadRulesInTurn(folder, shipped, known, readings)) {
      if (rule !== undefined) {
        loaded.push(rule);
        if (known.includes(rule)) continue;
        this.read.push(rule);
      }
      yield;
      // A caller could not wait for it, and has read newer rules.
      if (this.generation !== before) return;
    }
    this.enforce(inOrder(loaded));
  }

  /** The same at once. */
  reload(renewed?: string): void {
    const steps = this.renew(renewed);
    while (!steps.next().done);
  }

  states(): RuleState[] {
    const counts = this.inForce().counts();
    return this.loaded.map((rule) => {
      const { name, fileName, origin, hash, file, error } = rule;
      const { compiled, model } = file ?? {};
      const isEnabled = !this.disabled.has(name);
      const rules = (compiled?.rules ?? []).map((rewriteRule, index) => {
        const { hits = 0, errors = 0, lastError, isOff = false } = counts.get(name)?.[index] ?? {};
        return { name: rewriteRule.name, kind: rewriteRule.kind, hits, errors, lastError, isOff };
      });
      const { line, path, reason } = error ?? {};
      const why = reason === undefined ? undefined : { line: line!, path: path!, reason };
      return { name, fileName, origin, hash, isEnabled, description: model?.description ?? "", error: why, rules };
    });
  }

  private enforce(loaded: readonly LoadedRule[]): void {
    const { onOff, log } = this.options;
    const known = this.loaded;
    this.loaded = loaded;
    this.read = [];
    this.disabled = this.readDisabled();
    const files = loaded.flatMap(({ name, file }) => (file && !this.disabled.has(name) ? [file.compiled] : []));
    this.rules = createRuleSet(files, onOff, this.rules);
    this.generation++;
    for (const rule of loaded)
      if (rule.error !== undefined && !known.includes(rule))
        log.warn({ rule: rule.fileName, reason: rule.error.message }, "parser rule not loaded");
  }

  private inForce(): RuleSet {
    if (this.rules === undefined) this.reload();
    return this.rules!;
  }

  /** A file that cannot be read keeps its switches, so no rule that a user switched off comes on. */
  private readDisabled(): ReadonlySet<string> {
    try {
      return readSwitches(this.options.folder);
    } catch (error) {
      this.options.log.warn({ reason: messageOf(error) }, "parser rule switches not read");
      return this.disabled;
    }
  }
}
