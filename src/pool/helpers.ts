import type { Share } from "../runtime/memory-queue.ts";
import type { PoolTask } from "./pool-task.ts";
import type { TaskOutcome } from "./task-outcome.ts";
import type { ThreadLane } from "./thread-lane.ts";

/**
 * Gives threads that no other task may use now to long tasks without helpers, as far as there is memory for them:
 * `takeMemory` returns undefined where there is none. True: some helpers found no memory, though a thread is free.
 */
export function startHelpers(lane: ThreadLane<PoolTask>, takeMemory: () => Share | undefined): boolean {
  let areLeft = false;
  for (const helped of [...lane.running]) {
    const { help, entry, cameMs } = helped;
    if (help === undefined || !helped.isLong || !lane.hasFree) continue;
    const { tasks, leave, lost } = help;
    let started = 0;
    for (const { task, ports } of tasks) {
      const memory = lane.hasFree ? takeMemory() : undefined;
      if (memory === undefined) break;
      started++;
      const settle = { resolve: lostUnlessDone(lost), reject: lost };
      lane.start({ entry, task, ports, memory, owner: undefined, cameMs, leave, ...settle });
    }
    const left = tasks.slice(started);
    helped.help = left.length === 0 ? undefined : { ...help, tasks: left };
    areLeft ||= left.length > 0 && lane.hasFree;
  }
  return areLeft;
}

/** A task waits for a thread: helpers let go after the segment they are at. */
export function dismissHelpers(lane: ThreadLane<PoolTask>): void {
  for (const { leave } of lane.running) leave?.();
}

function lostUnlessDone(lost: () => void): (outcome: TaskOutcome<unknown>) => void {
  return (outcome) => {
    if (!("value" in outcome)) lost();
  };
}
