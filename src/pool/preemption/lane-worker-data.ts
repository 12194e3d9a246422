import { getPriority } from "node:os";
import { isMainThread, workerData } from "node:worker_threads";
import { setThreadNiceness } from "../../runtime/thread-niceness.ts";
import { heavyNiceness } from "../limits.ts";

/** The pool's own part of a thread's `workerData`. */
export interface LaneData {
  /** Niceness for the system's scheduler; absent: that of the process. */
  niceness?: number;
  /** Target for the memory of the whole process; absent: not watched. */
  residentBytes?: number;
  /** Its tasks are long, and waiting ones may preempt them (`runtime/preemption-mailbox.ts`). */
  isPreemptible?: boolean;
}

/** For threads that yield to all others. Main thread. */
export function givingWay(): LaneData {
  return { niceness: getPriority() + heavyNiceness };
}

/** Call it in the thread, as often as you like. */
export function takeNiceness(): void {
  const { niceness } = laneData();
  if (niceness !== undefined) setThreadNiceness(niceness);
}

/** Data of the calling thread. */
export function laneData(): LaneData {
  return isMainThread ? {} : ((workerData ?? {}) as LaneData);
}
