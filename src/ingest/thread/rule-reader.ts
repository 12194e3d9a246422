import type { RuleReading } from "../../parser-rules/files/rule-reading.ts";
import type { RuleState } from "../../parser-rules/run/active-rules.ts";
import type { IntakeRules } from "./open-rules.ts";

/** Reads parser rules one after the other, with pauses in which the thread serves other work and takes events in. */
export interface RuleReader {
  /** Reads all of them, before anything else. */
  begin(): void;
  /** Keeps an action until they are read; false when they are. */
  defer(action: () => void): boolean;
  /**
   * Reads the rules that changed, except those in `readings`; `done` gets their new state, or the reason why they could
   * not be read.
   */
  renew(
    renewed: string | undefined,
    readings: readonly RuleReading[],
    done: (result: RuleState[] | Error) => void,
  ): void;
  /** Does all remaining work at once. */
  finish(): void;
}

/** `fail` is called when rules cannot be read at the start. */
export function createRuleReader(rules: IntakeRules, fail: (error: unknown) => void): RuleReader {
  let deferred: (() => void)[] | undefined = [];
  const renewals: Renewal[] = [{ begin: () => rules.warm(), end: releaseDeferred, fail }];
  let isScheduled = false;

  function releaseDeferred(): void {
    const waiting = deferred ?? [];
    deferred = undefined;
    for (const action of waiting) action();
  }

  function schedule(): void {
    if (isScheduled || renewals.length === 0) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      step();
      schedule();
    });
  }

  function step(): void {
    const renewal = renewals[0];
    if (renewal === undefined) return;
    try {
      renewal.steps ??= renewal.begin();
      if (!renewal.steps.next().done) return;
      renewals.shift();
      renewal.end();
    } catch (error) {
      if (renewals[0] === renewal) renewals.shift();
      renewal.fail(error);
    }
  }

  return {
    begin: schedule,
    defer: (action) => deferred !== undefined && deferred.push(action) > 0,
    renew(renewed, readings, done) {
      renewals.push({
        begin: () => rules.renew(renewed, readings),
        end: () => done(rules.states()),
        fail: (error) => done(error instanceof Error ? error : new Error(String(error))),
      });
      schedule();
    },
    finish() {
      while (renewals.length > 0) step();
    },
  };
}

interface Renewal {
  begin(): Iterator<void>;
  /** Once they are in force. */
  end(): void;
  fail(error: unknown): void;
  steps?: Iterator<void>;
}
