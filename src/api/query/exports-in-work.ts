import { exportsPerUserMax } from "../../engine/limits.ts";
import type { FormatName } from "../../export/formats.ts";
import { type Clock, nowSeconds, systemClock } from "../../lib/clock.ts";
import { AppError } from "../../lib/errors.ts";
import type { RunningExport } from "./schema.ts";

/** Facts known about an export when it begins. */
export interface BegunExport {
  qid: string;
  type: string;
  format: FormatName;
  file_name: string;
}

export type ExportsInWork = ReturnType<typeof createExportsInWork>;

/** The exports that are being written or downloaded, by user: counted, so that they are bounded, and listed. */
export function createExportsInWork(clock: Clock = systemClock) {
  const byUser = new Map<number, Set<RunningExport>>();

  return {
    /** Throws `too_many` at the limit; call the returned function once when the export has ended. */
    enter(userId: number, begun: BegunExport): () => void {
      const own = byUser.get(userId) ?? new Set();
      if (own.size >= exportsPerUserMax)
        throw new AppError(
          "too_many",
          `Limit reached: ${own.size} exports of one user at a time. Wait for one to end.`,
          { headers: { "Retry-After": "5" } },
        );
      const entry = { ...begun, started_at: nowSeconds(clock) };
      byUser.set(userId, own.add(entry));
      return () => {
        own.delete(entry);
        if (own.size === 0) byUser.delete(userId);
      };
    },

    /** The newest first; those of others do not exist for him, superuser or not. */
    list: (userId: number): RunningExport[] => [...(byUser.get(userId) ?? [])].reverse(),
  };
}
