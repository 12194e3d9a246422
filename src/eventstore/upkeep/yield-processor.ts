import { getPriority } from "node:os";
import { setThreadPriority } from "../../runtime/thread-priority.ts";
import { upkeepNiceness } from "../limits.ts";

/** Lets threads that somebody waits for go before the calling one. */
export function yieldProcessor(): void {
  setThreadPriority(getPriority() + upkeepNiceness);
}
