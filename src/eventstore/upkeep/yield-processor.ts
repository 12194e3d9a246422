import { getPriority } from "node:os";
import { setThreadPriority } from "../../runtime/thread-priority.ts";
import { upkeepNiceness } from "../limits.ts";

/** Lets waiting threads run before the calling one. */
export function yieldProcessor(): void {
  setThreadPriority(getPriority() + upkeepNiceness);
}
