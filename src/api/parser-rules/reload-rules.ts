import { weightOf } from "../../engine/light-or-heavy.ts";
import type { Intake } from "../../ingest/intake.ts";
import type { RuleReading } from "../../parser-rules/files/rule-reading.ts";
import type { RuleState } from "../../parser-rules/run/active-rules.ts";
import type { RuleTask } from "../../parser-rules/try/rule-task.ts";
import type { WorkerPool } from "../../pool/worker-pool.ts";

/** Reads changed rules and puts them in force; rules of the file `renewed` start over. Returns their new state. */
export type ReloadRules = (renewed?: string) => Promise<RuleState[]>;

/**
 * A thread of the pool reads the changed files, because senders of events wait for the thread that applies them. One
 * reload at a time.
 */
export function createReloadRules(
  folder: string,
  intake: Pick<Intake, "reloadRules" | "ruleStates">,
  pool: Pick<WorkerPool, "run">,
): ReloadRules {
  let last: Promise<unknown> = Promise.resolve();
  const reload = async (renewed: string | undefined) => {
    const states = await intake.ruleStates();
    const knownHashes = states.flatMap(({ name, hash }) => (name === renewed ? [] : [hash]));
    const task: RuleTask = { kind: "read", folder, knownHashes };
    const readings = await pool.run<RuleReading[]>("parser-rules", task, weightOf({ kind: "rules", task }));
    return intake.reloadRules(renewed, readings);
  };
  return (renewed) => {
    const result = last.then(() => reload(renewed));
    last = result.catch(() => undefined);
    return result;
  };
}
