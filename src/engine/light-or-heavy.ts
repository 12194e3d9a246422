import type { Snapshot } from "../eventstore/snapshot.ts";
import type { RuleTask } from "../parser-rules/try/rule-task.ts";
import { lightEventsMax, lightSamplesMax } from "../pool/limits.ts";
import type { TaskWeight } from "../pool/pool-task.ts";
import { eventsToRead } from "../query/answer/answer-cost.ts";
import type { ThreadTask } from "../query/answer/thread-task.ts";
import type { ExportTask } from "./evaluation.ts";

/** Tasks that make a thread read events. */
type ReadingTask = Exclude<ThreadTask, { kind: "help" | "rehearse" }> | ({ kind: "export" } & ExportTask);

/** Every task that the pool can be given. */
export type WeighedTask =
  | ReadingTask
  | { kind: "rules"; task: RuleTask }
  | { kind: "report" | "performance test" | "rehearse" };

/**
 * The one rule. Reading events is heavy from `lightEventsMax` events on, trying rules by its samples; documents and
 * performance tests always are, as is a rehearsal for them.
 */
export function weightOf(task: WeighedTask): TaskWeight {
  switch (task.kind) {
    case "report":
    case "performance test":
    case "rehearse":
      return "heavy";
    case "rules":
      return samplesOf(task.task) <= lightSamplesMax ? "light" : "heavy";
    default:
      return eventsOf(task) <= lightEventsMax ? "light" : "heavy";
  }
}

/** Tests of a file are read in the thread; there may be thousands. */
function samplesOf(task: RuleTask): number {
  if (task.kind === "run-tests") return Number.POSITIVE_INFINITY;
  return task.kind === "try" ? task.trial.samples.length : 0;
}

function eventsOf(task: ReadingTask): number {
  switch (task.kind) {
    case "query":
      return eventsToRead(task);
    case "tags":
    case "patterns":
    case "preview":
    case "tail":
      return rowsOf(task.snapshot);
    case "export":
      return task.events === undefined ? 0 : rowsOf(task.events.snapshot);
    case "event":
    case "locate":
      return 0;
  }
}

/** Whether there are questions about these events that are heavy. */
export function mayBeHeavy(snapshot: Snapshot): boolean {
  return rowsOf(snapshot) > lightEventsMax;
}

function rowsOf({ segments }: Snapshot): number {
  return segments.reduce((sum, { rows }) => sum + rows, 0);
}
