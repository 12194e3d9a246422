import type { Snapshot } from "../eventstore/snapshot.ts";
import { lightEventsMax } from "../pool/limits.ts";
import type { TaskWeight } from "../pool/pool-task.ts";
import { eventsToRead } from "../query/answer/answer-cost.ts";
import type { ThreadTask } from "../query/answer/thread-task.ts";
import type { ExportTask } from "./evaluation.ts";

/** What a thread can be given to read events for. */
export type WeighedTask = Exclude<ThreadTask, { kind: "help" }> | ({ kind: "export" } & ExportTask);

/** The one rule: heavy is what has more than `lightEventsMax` events to read. */
export function weightOf(task: WeighedTask): TaskWeight {
  return eventsOf(task) <= lightEventsMax ? "light" : "heavy";
}

function eventsOf(task: WeighedTask): number {
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

function rowsOf({ segments }: Snapshot): number {
  return segments.reduce((sum, { rows }) => sum + rows, 0);
}
