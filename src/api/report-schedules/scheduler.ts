import type { ReportDelivery } from "../../db/schema/reports.ts";
import { type Clock, nowSeconds, systemClock } from "../../lib/clock.ts";
import { AppError, messageOf } from "../../lib/errors.ts";
import type { Logger } from "../../lib/log.ts";
import type { Senders } from "../../outgoing/open-senders.ts";
import { nextRun } from "./cron.ts";
import { deliverReport, describeFailures } from "./deliver-report.ts";
import { begunAtOnceMax, errorCharactersMax, sleepMsMax } from "./limits.ts";
import { orderOf, type ReportMaker, type ScheduleOwner } from "./report-maker.ts";
import type { ScheduleRepository, ScheduleRow } from "./repository.ts";

export interface SchedulerParts {
  schedules: ScheduleRepository;
  reports: ReportMaker;
  /** Undefined when the user no longer exists. */
  findOwner(userId: number): ScheduleOwner | undefined;
  senders: Senders;
  log: Logger;
  clock?: Clock;
}

export type Scheduler = ReturnType<typeof createScheduler>;

/**
 * Makes the reports of schedules when they are due, and delivers them. A run is recorded before it begins, so that no
 * crash makes it begin twice; however many runs were missed while the service was down, one is made at the start;
 * reports that were made but not delivered are delivered then. A schedule has at most one run in work. Main thread.
 */
export function createScheduler({ schedules, reports, findOwner, senders, log, clock = systemClock }: SchedulerParts) {
  const inWork = new Map<number, AbortController>();
  let alarm: ReturnType<typeof setTimeout> | undefined;
  let isStarted = false;

  return {
    /** Resumes the work that an earlier process left; from now on the clock is watched. */
    start(): void {
      isStarted = true;
      for (const row of schedules.listOwed()) follow(row.id, row.owedReportId!);
      beginDue();
    },

    /** Call it when schedules have changed. */
    plan,

    /** Runs it now, active or not, in addition to its plan. Returns the report's id. Throws AppError. */
    runNow(row: ScheduleRow): number {
      if (inWork.has(row.id)) throw new AppError("conflict", "The last run of this schedule is still in progress.");
      return begin(row);
    },

    /** Ends its deliveries. */
    forget: (id: number): void => inWork.get(id)?.abort(),

    /** Call it when schedules vanished without being deleted, as with their owner: it stops their deliveries. */
    forgetGone(): void {
      for (const [id, stop] of inWork) if (schedules.find(id) === undefined) stop.abort();
    },

    close(): void {
      isStarted = false;
      clearTimeout(alarm);
      for (const stop of inWork.values()) stop.abort();
    },
  };

  /** Sleeps until the next one is due. Without schedules no timer runs. */
  function plan(): void {
    clearTimeout(alarm);
    if (!isStarted) return;
    const next = schedules.firstDue();
    if (next === undefined) return;
    alarm = setTimeout(beginDue, Math.min(sleepMsMax, Math.max(0, next * 1000 - clock())));
  }

  function beginDue(): void {
    try {
      for (const row of schedules.listDue(nowSeconds(clock), begunAtOnceMax)) beginPlanned(row);
      plan();
    } catch (error) {
      log.error({ err: error }, "schedules of reports not looked through");
      clearTimeout(alarm);
      if (isStarted) alarm = setTimeout(beginDue, sleepMsMax);
    }
  }

  function beginPlanned(row: ScheduleRow): void {
    const now = nowSeconds(clock);
    const next = row.isActive ? (nextRun(row.cron, row.timezone, now) ?? null) : null;
    schedules.update(row.id, { nextRunAt: next });
    try {
      if (inWork.has(row.id)) throw new AppError("conflict", "A run was skipped: the previous one was still running.");
      begin(row);
    } catch (error) {
      if (!(error instanceof AppError)) log.error({ err: error, schedule: row.id }, "scheduled report not begun");
      schedules.update(row.id, { lastRunAt: now, lastError: describe(error) });
    }
  }

  function begin(row: ScheduleRow): number {
    const owner = findOwner(row.ownerId);
    if (owner?.isActive !== true) throw new AppError("conflict", "Not run: the owner of the schedule is deactivated.");
    const reportId = reports.make(orderOf(row), owner.principal, row.id);
    const run = { lastRunAt: nowSeconds(clock), lastReportId: reportId, owedReportId: reportId, lastError: null };
    schedules.update(row.id, run);
    follow(row.id, reportId);
    return reportId;
  }

  /** Until the report is made and delivered. */
  function follow(id: number, reportId: number): void {
    const stop = new AbortController();
    inWork.set(id, stop);
    void finish(id, reportId, stop.signal)
      .catch((error) => log.error({ err: error, schedule: id }, "scheduled report not followed to its end"))
      .finally(() => inWork.delete(id));
  }

  async function finish(id: number, reportId: number, signal: AbortSignal): Promise<void> {
    const made = await reports.whenMade(reportId, signal);
    if (signal.aborted) return;
    // Reads it again: it may have been changed or deleted meanwhile.
    const row = schedules.find(id);
    if (row === undefined) return;
    if (findOwner(row.ownerId)?.isActive !== true)
      return settle(id, ["Nothing was delivered: the owner of the schedule is deactivated."]);
    if (made === undefined) return settle(id, ["The report was deleted before it was delivered."]);
    await reports.prune(id, row.keepLast);
    const failures = made.row.status === "SUCCESS" ? [] : [made.row.error ?? "The report failed."];
    const onChange = (deliveries: readonly ReportDelivery[]) => {
      const problems = describeFailures(deliveries);
      const isOwed = deliveries.some(({ state, error }) => state === "owed" && error !== null);
      const lastError = isOwed ? [...failures, ...problems, "It is tried again."].join("\n") : undefined;
      tell(id, reportId, deliveries, lastError);
    };
    const now = () => nowSeconds(clock);
    failures.push(...describeFailures(await deliverReport(row, made, senders, { signal, onChange, now })));
    // At the end of the service the delivery stays owed.
    if (!signal.aborted) settle(id, failures);
  }

  function settle(id: number, failures: readonly string[]): void {
    const lastError = failures.length === 0 ? null : failures.join("\n").slice(0, errorCharactersMax);
    schedules.update(id, { owedReportId: null, lastError });
  }

  function tell(
    id: number,
    reportId: number,
    deliveries: readonly ReportDelivery[],
    lastError: string | undefined,
  ): void {
    try {
      reports.noteDeliveries(reportId, deliveries);
      if (lastError !== undefined) schedules.update(id, { lastError: lastError.slice(0, errorCharactersMax) });
    } catch (error) {
      log.warn({ err: error, schedule: id }, "state of a schedule not written");
    }
  }
}

function describe(error: unknown): string {
  if (!(error instanceof AppError)) return "Internal error: the run failed. See the service log.";
  const fields = Object.entries(error.details.fields ?? {}).map(([field, texts]) => `${field}: ${texts.join(" ")}`);
  return (fields.length === 0 ? messageOf(error) : fields.join("; ")).slice(0, errorCharactersMax);
}
