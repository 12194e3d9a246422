import { ownerOf } from "../../db/owner.ts";
import { may, type Principal } from "../../http/access/principal.ts";
import { attachmentHeader } from "../../http/attachment.ts";
import { type ListAnswer, listAnswer } from "../../http/pagination.ts";
import { AppError, forbidden, notFound } from "../../lib/errors.ts";
import { folderBytesMax, reportsPerUserMax, reportWaitMs } from "./limits.ts";
import type { PrepareReport } from "./report-order.ts";
import type { ReportRunner } from "./report-runner.ts";
import type { ReportStore } from "./report-store.ts";
import type { ReportRow } from "./repository.ts";
import type { FileQuery, ReportQuery, ReportRequest, ShortReport } from "./schema.ts";

export type ReportService = ReturnType<typeof createReportService>;

export interface ReportServiceParts {
  store: ReportStore;
  runner: ReportRunner;
  prepare: PrepareReport;
  waitMs?: number;
}

/** One's own reports, and everybody's for those who manage them. */
export function createReportService({ store, runner, prepare, waitMs = reportWaitMs }: ReportServiceParts) {
  return {
    create(principal: Principal, request: ReportRequest): ShortReport {
      const { report, write } = prepare(request, principal);
      requireRoom(store, principal.userId);
      const id = runner.start({ ...report, ownerId: principal.userId, scheduleId: null }, write);
      return toShortReport(getVisible(principal, id));
    },

    list(principal: Principal, query: ReportQuery): ListAnswer<ShortReport> {
      const ownerId = may(principal, "manage_reports") ? undefined : principal.userId;
      const filter = { ownerId, scheduleId: query.schedule_id, statuses: query.status, find: query.find };
      return listAnswer(query, store.count(filter), (window) =>
        store.list(filter, query.ordering, window).map(toShortReport),
      );
    },

    get: (principal: Principal, id: number): ShortReport => toShortReport(getVisible(principal, id)),

    remove: (principal: Principal, id: number): Promise<void> => runner.remove(getVisible(principal, id)),

    /** The document; waits for one that is being made. */
    async download(principal: Principal, id: number, { saveas, show }: FileQuery): Promise<Response> {
      requireHostsAllowed(principal, getVisible(principal, id));
      await store.whenSettled(id, waitMs);
      const row = getVisible(principal, id);
      if (row.status === "FAILURE") throw new AppError("invalid", row.error ?? "The report failed.");
      if (row.status !== "SUCCESS") throw notReady();
      const file = Bun.file(store.wholePath(row));
      if (!(await file.exists())) throw notFound("The file of this report is not on the disk any more.");
      // Browsers could read other formats as a page of ours, or cannot show them.
      const kind = show === true && row.format === "pdf" ? "inline" : "attachment";
      const disposition = attachmentHeader(saveas ?? row.fileName, kind);
      return new Response(file, { headers: { "Content-Type": row.contentType, "Content-Disposition": disposition } });
    },
  };

  function getVisible(principal: Principal, id: number): ReportRow {
    const row = store.find(id);
    if (row === undefined || (row.owner.id !== principal.userId && !may(principal, "manage_reports"))) throw notFound();
    return row;
  }
}

/** Throws `conflict` when the owner has as many as he may have, `unavailable` when all together are too large. */
export function requireRoom(store: ReportStore, ownerId: number): void {
  if (store.count({ ownerId }) >= reportsPerUserMax)
    throw new AppError("conflict", `Limit reached: ${reportsPerUserMax} reports per user. Delete one first.`);
  if (store.totalBytes() >= folderBytesMax)
    throw new AppError("unavailable", "No room for more reports. Delete some.", {
      headers: { "Retry-After": "3600" },
    });
}

/**
 * A document shows what its maker was allowed to see; a user limited to hosts gets it when it was made within these
 * limits.
 */
function requireHostsAllowed(principal: Principal, { hosts }: ReportRow): void {
  if (principal.hosts.length === 0) return;
  const isWithin = hosts.length > 0 && hosts.every((host) => principal.hosts.includes(host));
  if (!isWithin) throw forbidden("This report may speak of hosts that you are not allowed to see.");
}

function notReady(): AppError {
  return new AppError("timeout", "The report is not ready yet. Try again later.", {
    body: { status: "TASK_TIMEOUT_STATUS" },
  });
}

function toShortReport(row: ReportRow): ShortReport {
  return {
    id: row.id,
    title: row.title,
    owner: ownerOf(row.owner),
    status: row.status,
    source_type: row.sourceType,
    source_id: row.sourceType === "dashboard" && row.sourceId !== null ? Number(row.sourceId) : row.sourceId,
    schedule_id: row.scheduleId,
    format: row.format,
    file_name: row.fileName,
    content_type: row.contentType,
    size: row.size,
    progress: row.progress,
    created_at: row.createdAt,
    finished_at: row.finishedAt,
    error: row.error,
    deliveries: row.deliveries,
  };
}
