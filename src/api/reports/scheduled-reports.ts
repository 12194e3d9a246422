import type { ReportDelivery } from "../../db/schema/reports.ts";
import type { Principal } from "../../http/access/principal.ts";
import { whenMadeLookMs } from "./limits.ts";
import type { PrepareReport } from "./report-order.ts";
import type { ReportRunner } from "./report-runner.ts";
import type { ReportStore } from "./report-store.ts";
import type { ReportRow } from "./repository.ts";
import type { ReportRequest } from "./schema.ts";
import { requireRoom } from "./service.ts";

/** Reports that are ordered by a schedule instead of a person, with its owner's rights. */
export function createScheduledReports(store: ReportStore, runner: ReportRunner, prepare: PrepareReport) {
  return {
    /** Throws like an order that does not fit; orders nothing. */
    check: (request: ReportRequest, owner: Principal): void => void prepare(request, owner),

    /** Gives the id. Throws AppError. */
    make(request: ReportRequest, owner: Principal, scheduleId: number): number {
      const { report, write } = prepare(request, owner);
      requireRoom(store, owner.userId);
      return runner.start({ ...report, ownerId: owner.userId, scheduleId }, write);
    },

    /** Its result, good or bad, and the place of its file; undefined when it was deleted, or the signal came first. */
    async whenMade(id: number, signal: AbortSignal): Promise<{ row: ReportRow; path: string } | undefined> {
      while (!signal.aborted) {
        const row = store.find(id);
        if (row === undefined) return undefined;
        if (row.finishedAt !== null) return { row, path: store.wholePath(row) };
        await store.whenSettled(id, whenMadeLookMs);
      }
      return undefined;
    },

    noteDeliveries: (id: number, deliveries: readonly ReportDelivery[]): void => store.noteDeliveries(id, deliveries),

    /** Deletes the oldest ones of a schedule. */
    async prune(scheduleId: number, kept: number): Promise<void> {
      for (const row of store.listOldOfSchedule(scheduleId, kept)) await runner.remove(row);
    },
  };
}
