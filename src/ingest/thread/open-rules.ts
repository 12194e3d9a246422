import type { Logger } from "../../lib/log.ts";
import type { RuleReading } from "../../parser-rules/files/rule-reading.ts";
import { shippedRules } from "../../parser-rules/files/shipped-rules.ts";
import { errorsInRowMax } from "../../parser-rules/limits.ts";
import { ActiveRules, type RuleState } from "../../parser-rules/run/active-rules.ts";
import { type EventRules, noRules } from "../../parser-rules/run/event-rules.ts";
import type { RuleReport } from "../../parser-rules/run/rule-set.ts";
import type { Delivery } from "../intake.ts";
import { internalEvent } from "./internal-event.ts";

/** The parser rules of a data folder, for the thread that takes events in. */
export interface IntakeRules extends EventRules {
  /** Reads them, with a pause after each file, so that the first event need not wait for it. */
  warm(): Iterator<void>;
  /** Reads changed files, in the same steps; earlier rules stay in force until the last step. */
  renew(renewed: string | undefined, readings: readonly RuleReading[]): Iterator<void>;
  reload(renewed: string | undefined): RuleState[];
  states(): RuleState[];
}

/** Without a folder there are no rules. `deliver` takes the event that reports a rule as switched off. */
export function openRules(folder: string | undefined, log: Logger, deliver: (delivery: Delivery) => void): IntakeRules {
  if (folder === undefined) return { ...noRules, warm: noSteps, renew: noSteps, reload: () => [], states: () => [] };
  const onOff = (report: RuleReport) => {
    log.warn({ ...report }, "parser rule switched off");
    deliver(reportDelivery(report));
  };
  const book = new ActiveRules({ folder, shipped: shippedRules, onOff, log });
  return {
    apply: (row, sent, target, apart) => book.apply(row, sent, target, apart),
    concerns: (program) => book.concerns(program),
    targetFor: (known) => book.targetFor(known),
    get generation() {
      return book.generation;
    },
    warm: () => book.warm(),
    renew: (renewed, readings) => book.renew(renewed, readings),
    reload(renewed) {
      book.reload(renewed);
      return book.states();
    },
    states: () => book.states(),
  };
}

const noSteps = () => [].values();

function reportDelivery({ file, rule, error }: RuleReport): Delivery {
  const what = `Parser rule "${rule}" of "${file}" was switched off after ${errorsInRowMax} errors in a row.`;
  return internalEvent(`${what} The last: ${error}`, { rule_file: file, rule });
}
