import { getPriority } from "node:os";
import { setThreadNiceness } from "../../runtime/thread-niceness.ts";
import { upkeepNiceness } from "../limits.ts";

/** Lets waiting threads run before the calling one. */
export function yieldProcessor(): void {
  setThreadNiceness(getPriority() + upkeepNiceness);
}
