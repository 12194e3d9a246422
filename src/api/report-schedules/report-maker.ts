import type { ReportDelivery } from "../../db/schema/reports.ts";
import type { Principal } from "../../http/access/principal.ts";
import type { ScheduleRow } from "./repository.ts";

/** The services of the reports resource for schedules. */
export interface ReportMaker {
  /** Throws AppError when the order does not fit, or the owner may not ask for it. */
  check(order: ReportOrder, owner: Principal): void;
  /** Gives the report's id. Throws AppError. */
  make(order: ReportOrder, owner: Principal, scheduleId: number): number;
  /** Undefined when it was deleted, or the signal came first. */
  whenMade(id: number, signal: AbortSignal): Promise<MadeReport | undefined>;
  /** Stores its recipients with it, and the state of their deliveries. */
  noteDeliveries(id: number, deliveries: readonly ReportDelivery[]): void;
  /** Removes the oldest reports of a schedule. */
  prune(scheduleId: number, kept: number): Promise<void>;
}

export interface ReportOrder {
  title?: string;
  format: ScheduleRow["format"];
  query?: Record<string, unknown>;
  dashboard_id?: number;
  timezone?: string;
}

export interface MadeReport {
  row: {
    id: number;
    title: string;
    status: string;
    format: string;
    fileName: string;
    contentType: string;
    size: number | null;
    error: string | null;
    createdAt: number;
    finishedAt: number | null;
    /** As they stood when the service ended. */
    deliveries: readonly ReportDelivery[];
  };
  path: string;
}

/** The rights of a run, as they are now. */
export interface ScheduleOwner {
  isActive: boolean;
  principal: Principal;
}

export function orderOf(
  row: Pick<ScheduleRow, "title" | "format" | "timezone" | "query" | "dashboardId">,
): ReportOrder {
  return {
    title: row.title,
    format: row.format,
    timezone: row.timezone,
    ...(row.query === null ? {} : { query: row.query }),
    ...(row.dashboardId === null ? {} : { dashboard_id: row.dashboardId }),
  };
}
