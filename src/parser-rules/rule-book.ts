import type { EventRow } from "../eventstore/event.ts";
import { messageOf } from "../lib/errors.ts";
import type { Logger } from "../lib/log.ts";
import type { RuleKind } from "./compile-rule.ts";
import type { EventRules, RuleOutcome } from "./event-rules.ts";
import type { KnownOfEvent } from "./make-gate.ts";
import type { MessageGate } from "./message-gate.ts";
import { type LoadedRule, loadRules, loadRulesInTurn, type RuleSource } from "./rule-files.ts";
import { createRuleSet, type RuleReport, type RuleSet } from "./rule-set.ts";
import { readSwitches } from "./rule-switches.ts";

/** A rule file as it stands now; plain values, since they cross threads. */
export interface RuleState {
  name: string;
  fileName: string;
  origin: "user" | "shipped";
  isEnabled: boolean;
  description: string;
  /** Why it does not run. */
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

export interface RuleBookOptions {
  /** The user's; need not be there. */
  folder: string;
  shipped: readonly RuleSource[];
  onOff: (report: RuleReport) => void;
  log: Logger;
}

/**
 * The rules that are in force, of the user's folder and of those that are shipped. They are read when first needed and at each `reload`; files
 * that did not change stay compiled and go on counting. For the one thread that takes events in.
 */
export class RuleBook implements EventRules {
  generation = 0;
  private loaded: LoadedRule[] = [];
  /** Read, but not yet in force. */
  private warmed: LoadedRule[] = [];
  private disabled: ReadonlySet<string> = new Set();
  private rules: RuleSet | undefined;

  constructor(private readonly options: RuleBookOptions) {}

  apply(row: EventRow): RuleOutcome {
    return this.inForce().apply(row);
  }

  concerns(program: string): boolean {
    return this.inForce().concerns(program);
  }

  gateFor(known: KnownOfEvent): MessageGate {
    return this.inForce().gateFor(known);
  }

  mayChange(known: KnownOfEvent, message: string, rules: readonly number[]): boolean {
    return this.inForce().mayChange(known, message, rules);
  }

  /** Reads the rules unless that was done, with a rest after each file. Whoever needs them in between waits for what is left. */
  *warm(): Generator<void> {
    for (const rule of loadRulesInTurn(this.options.folder, this.options.shipped)) {
      if (this.rules !== undefined) return;
      this.warmed.push(rule);
      yield;
    }
    this.inForce();
  }

  /** Reads what changed. A rule of the file named `renewed` that was switched off for its errors has another chance. */
  reload(renewed?: string): void {
    const { folder, shipped, onOff, log } = this.options;
    const known = this.loaded.filter(({ name }) => name !== renewed);
    this.loaded = loadRules(folder, shipped, [...known, ...this.warmed]);
    this.warmed = [];
    this.disabled = this.readDisabled();
    const files = this.loaded.flatMap(({ name, file }) => (file && !this.disabled.has(name) ? [file.compiled] : []));
    this.rules = createRuleSet(files, onOff, this.rules);
    this.generation++;
    for (const rule of this.loaded)
      if (rule.error !== undefined && !known.includes(rule))
        log.warn({ rule: rule.fileName, reason: rule.error.message }, "parser rule not loaded");
  }

  states(): RuleState[] {
    const counts = this.inForce().counts();
    return this.loaded.map((rule) => {
      const { name, fileName, origin, file, error } = rule;
      const { compiled, model } = file ?? {};
      const isEnabled = !this.disabled.has(name);
      const rules = (compiled?.rules ?? []).map((rewriteRule, index) => {
        const { hits = 0, errors = 0, lastError, isOff = false } = counts.get(name)?.[index] ?? {};
        return { name: rewriteRule.name, kind: rewriteRule.kind, hits, errors, lastError, isOff };
      });
      const { line, path, reason } = error ?? {};
      const why = reason === undefined ? undefined : { line: line!, path: path!, reason };
      return { name, fileName, origin, isEnabled, description: model?.description ?? "", error: why, rules };
    });
  }

  private inForce(): RuleSet {
    if (this.rules === undefined) this.reload();
    return this.rules!;
  }

  /** A file that cannot be read keeps what was known, rather than switching on what somebody switched off. */
  private readDisabled(): ReadonlySet<string> {
    try {
      return readSwitches(this.options.folder);
    } catch (error) {
      this.options.log.warn({ reason: messageOf(error) }, "parser rule switches not read");
      return this.disabled;
    }
  }
}
