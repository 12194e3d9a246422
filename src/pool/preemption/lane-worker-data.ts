import { getPriority } from "node:os";
import { isMainThread, workerData } from "node:worker_threads";
import { setThreadNiceness } from "../../runtime/thread-niceness.ts";
import { heavyNiceness } from "../limits.ts";

/** What a thread finds in its `workerData` besides its own. */
export interface LaneData {
  /** Niceness for the system's scheduler; absent: that of the process. */
  niceness?: number;
  /** Target for the memory of the whole process; absent: not watched. */
  residentBytes?: number;
  /** Its tasks are long, and waiting ones may preempt them (`runtime/preemption-mailbox.ts`). */
  isPreemptible?: boolean;
}

/** For threads that let all others go first. Main thread. */
export function givingWay(): LaneData {
  return { niceness: getPriority() + heavyNiceness };
}

/** To be called in the thread, as often as one likes. */
export function takeNiceness(): void {
  const { niceness } = laneData();
  if (niceness !== undefined) setThreadNiceness(niceness);
}

/** Data of the calling thread. */
export function laneData(): LaneData {
  return isMainThread ? {} : ((workerData ?? {}) as LaneData);
}
