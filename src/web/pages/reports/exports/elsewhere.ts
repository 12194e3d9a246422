import type { RunningExport as ServiceExport } from "../../../../api/query/schema.ts";
import type { RunningExport } from "../../../exports/export-store.ts";

/** The user's exports that do not come to this browser: all of them, less one for each that does. */
export function exportsElsewhere(all: readonly ServiceExport[], here: readonly RunningExport[]): ServiceExport[] {
  const left = [...all];
  for (const { path, format, state } of here) {
    const own = left.findIndex((entry) => path === `/api/query/${entry.qid}/export` && entry.format === format);
    // The service lets go of one that was stopped here a moment later.
    if ((state === "running" || state === "stopped") && own !== -1) left.splice(own, 1);
  }
  return left;
}
