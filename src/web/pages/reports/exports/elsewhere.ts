import type { RunningExport as ServiceExport } from "../../../../api/query/schema.ts";
import type { RunningExport } from "../../../exports/export-store.ts";

/** The user's exports that go elsewhere: all of them, minus those of this browser. */
export function exportsElsewhere(all: readonly ServiceExport[], here: readonly RunningExport[]): ServiceExport[] {
  const left = [...all];
  for (const { path, format, state } of here) {
    const own = left.findIndex((entry) => path === `/api/query/${entry.qid}/export` && entry.format === format);
    // The service lets go of one that was stopped here a moment later.
    if ((state === "running" || state === "stopped") && own !== -1) left.splice(own, 1);
  }
  return left;
}
