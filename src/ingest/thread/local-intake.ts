import { createLog } from "../../lib/log.ts";
import type { Intake, IntakeOptions, Receipt } from "../intake.ts";
import { startIntakeLoop } from "./intake-loop.ts";
import { openStore } from "./open-store.ts";

/**
 * The intake without a thread, for a process that does nothing else meanwhile (`vigie import --data`). It must be the
 * only one that holds the data folder. Throws when the event files cannot be opened.
 */
export function openLocalIntake(options: IntakeOptions): Intake {
  const log = createLog(options.logLevel).child({ subsystem: "intake" });
  const { store, pipeline, rules, triggers, setRetention } = openStore(options, log, () => undefined);
  let fatal: unknown;
  const loop = startIntakeLoop(
    pipeline,
    store,
    () => undefined,
    (error) => {
      fatal = error;
    },
  );
  return {
    deliver: (delivery) =>
      new Promise<Receipt>((resolve, reject) => {
        if (fatal !== undefined) return reject(fatal);
        pipeline.deliver(delivery, (result) => (result instanceof Error ? reject(result) : resolve(result)));
        loop.wake();
      }),
    snapshot: async (span, asOf) => store.snapshot(span, asOf),
    release(lease) {
      store.release(lease);
      loop.wake();
    },
    status: async () => pipeline.status(),
    arrivals: async (fromMs, toMs) => store.arrivals(fromMs, toMs),
    reloadRules: async (renewed) => rules.reload(renewed),
    ruleStates: async () => rules.states(),
    setTriggers: (read) => triggers.set(read()),
    knowPatterns: (patterns) => triggers.patterns.learn(patterns),
    countLoss(origin, cause, count) {
      pipeline.countLoss(origin, cause, count);
      loop.wake();
    },
    countUncounted(origin, cause, refused) {
      pipeline.countUncounted(origin, cause, refused);
      loop.wake();
    },
    setRetention,
    setAside: (damage) => store.setAside(damage),
    close: async () => loop.close(),
  };
}
