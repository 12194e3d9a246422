import type { ReportColumns, ReportDelivery } from "../../db/schema/reports.ts";
import { type Clock, nowSeconds, systemClock } from "../../lib/clock.ts";
import type { Logger } from "../../lib/log.ts";
import { openReportFolder } from "./report-folder.ts";
import type { ReportRepository, ReportRow } from "./repository.ts";

/** Facts known about a report when it is ordered. */
export type NewReport = Pick<
  ReportColumns,
  "title" | "ownerId" | "hosts" | "sourceType" | "sourceId" | "scheduleId" | "format" | "fileName" | "contentType"
>;

export type ReportStore = ReturnType<typeof openReportStore>;

export interface ReportStoreParts {
  repository: ReportRepository;
  /** Created when it does not exist. */
  folder: string;
  log: Logger;
  clock?: Clock;
}

/**
 * Rows and files of reports together: PENDING → IN_PROGRESS → SUCCESS | FAILURE. To make one, call `insert`, `begin`,
 * write the file that `begin` names, then `finish` or `fail`. At the start, those that an earlier process left
 * unfinished become a FAILURE and their partial files are removed. Main thread.
 */
export function openReportStore({ repository, folder: path, log, clock = systemClock }: ReportStoreParts) {
  const folder = openReportFolder(path);
  const openedAt = nowSeconds(clock);
  /** Unfinished ones of this process, and who waits for each. */
  const unfinished = new Map<number, Set<() => void>>();
  tidyUp();

  return {
    insert(report: NewReport): number {
      const id = repository.insert({ ...report, status: "PENDING", createdAt: nowSeconds(clock) });
      unfinished.set(id, new Set());
      return id;
    },

    /** Gives the path of the file to write; undefined when the report was deleted meanwhile. */
    begin(id: number): string | undefined {
      const row = repository.find(id);
      if (row !== undefined && repository.update(id, { status: "IN_PROGRESS" })) return folder.partPath(id, row.format);
      settle(id);
      return undefined;
    },

    /** False when the report was deleted: the work can end. */
    setProgress: (id: number, percent: number): boolean =>
      repository.update(id, { progress: Math.min(100, Math.max(0, Math.floor(percent))) }),

    /** The file is written and closed. */
    async finish(id: number): Promise<void> {
      const row = repository.find(id);
      if (row === undefined) return settle(id);
      const size = await folder.complete(id, row.format);
      const isThere = repository.update(id, { status: "SUCCESS", progress: 100, size, finishedAt: nowSeconds(clock) });
      if (!isThere) await folder.remove(id, row.format);
      settle(id);
    },

    async fail(id: number, error: string): Promise<void> {
      const row = repository.find(id);
      repository.update(id, { status: "FAILURE", error, finishedAt: nowSeconds(clock) });
      settle(id);
      if (row !== undefined) await folder.remove(id, row.format);
    },

    /** Its maker notices at `setProgress` and `finish`. */
    async remove(row: ReportRow): Promise<void> {
      repository.remove(row.id);
      settle(row.id);
      await folder.remove(row.id, row.format);
    },

    /**
     * Removes files of reports whose rows are gone, as after deleting a user, and wakes callers that wait for one.
     * Returns the ids of unfinished ones, for their maker.
     */
    removeGone(): number[] {
      const gone = [...unfinished.keys()].filter((id) => repository.find(id) === undefined);
      for (const id of gone) settle(id);
      folder.sweepGone(repository.filterThere);
      return gone;
    },

    count: repository.count,

    /** Bytes of the files of all reports. */
    totalBytes: repository.totalBytes,

    list: (...wanted: Parameters<ReportRepository["listIds"]>): ReportRow[] =>
      repository.listByIds(repository.listIds(...wanted)).map(withState),

    find(id: number): ReportRow | undefined {
      const row = repository.find(id);
      return row && withState(row);
    },

    noteDeliveries: (id: number, deliveries: readonly ReportDelivery[]): void =>
      void repository.update(id, { deliveries: [...deliveries] }),

    listOldOfSchedule: repository.listOldOfSchedule,

    wholePath: (row: ReportRow): string => folder.wholePath(row.id, row.format),

    /** Resolves when it is finished, failed or deleted, or after that time. */
    async whenSettled(id: number, timeoutMs: number): Promise<void> {
      const waiting = unfinished.get(id);
      if (waiting === undefined) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      const alarm = setTimeout(resolve, timeoutMs);
      waiting.add(resolve);
      await promise;
      clearTimeout(alarm);
      waiting.delete(resolve);
    },
  };

  function settle(id: number): void {
    const waiting = unfinished.get(id) ?? [];
    unfinished.delete(id);
    for (const resolve of waiting) resolve();
  }

  /** On a full disk the service starts all the same; `withState` then says what could not be written. */
  function tidyUp(): void {
    try {
      repository.failUnfinished(cutOff, openedAt);
    } catch (error) {
      log.warn({ err: error }, "reports of an earlier process not tidied up");
    }
    folder.sweep(repository.filterSuccessful);
  }

  function withState(row: ReportRow): ReportRow {
    const isCutOff = row.finishedAt === null && !unfinished.has(row.id);
    return isCutOff ? { ...row, status: "FAILURE", error: cutOff, finishedAt: openedAt } : row;
  }
}

const cutOff = "The service was restarted before the report was finished.";
