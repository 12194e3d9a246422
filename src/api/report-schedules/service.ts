import { isDeepStrictEqual } from "node:util";
import { ownerOf } from "../../db/owner.ts";
import type { ReportScheduleColumns } from "../../db/schema/report-schedules.ts";
import { may, mayAllOf, type Principal } from "../../http/access/principal.ts";
import { type ListAnswer, listAnswer } from "../../http/pagination.ts";
import { type Clock, nowSeconds, systemClock } from "../../lib/clock.ts";
import { AppError, forbidden, invalidField, invalidFields, notFound } from "../../lib/errors.ts";
import type { Senders } from "../../outgoing/open-senders.ts";
import { keepSecret, seesWebhook, withoutSecret } from "../../outgoing/webhook-secret.ts";
import { nextRun } from "./cron.ts";
import { schedulesPerUserMax } from "./limits.ts";
import { orderOf, type ReportMaker, type ScheduleOwner } from "./report-maker.ts";
import type { ScheduleRepository, ScheduleRow } from "./repository.ts";
import type { Scheduler } from "./scheduler.ts";
import type { ReportSchedule, ScheduleBody, SchedulePatch, ScheduleQuery, ScheduleRun } from "./schema.ts";

export interface ScheduleServiceParts {
  schedules: ScheduleRepository;
  scheduler: Scheduler;
  reports: Pick<ReportMaker, "check">;
  senders: Pick<Senders, "mail" | "publicUrl" | "reviewWebhook">;
  findOwner(userId: number): ScheduleOwner | undefined;
  /** The service's time zone, for schedules that name none. */
  timezone: string;
  clock?: Clock;
}

export type ScheduleService = ReturnType<typeof createScheduleService>;

/** One's own schedules, and everybody's for those who manage reports. Every run has the rights of its owner. */
export function createScheduleService(parts: ScheduleServiceParts) {
  const { schedules, scheduler, reports, senders, findOwner, timezone, clock = systemClock } = parts;
  return {
    list(principal: Principal, query: ScheduleQuery): ListAnswer<ReportSchedule> {
      const ownerId = may(principal, "manage_reports") ? undefined : principal.userId;
      return listAnswer(query, schedules.count(ownerId, query.find), (window) =>
        schedules.list({ ownerId, find: query.find }, query.ordering, window).map((row) => toSchedule(principal, row)),
      );
    },

    get: (principal: Principal, id: number): ReportSchedule => toSchedule(principal, getVisible(principal, id)),

    create(principal: Principal, body: ScheduleBody): ReportSchedule {
      const wanted = {
        ...defaults,
        timezone,
        ...columnsOf(body),
        title: body.title,
        format: body.format,
        cron: body.cron,
      };
      checkWanted(wanted, principal);
      requirePermittedWebhook(wanted, null);
      const now = nowSeconds(clock);
      const id = schedules.inTransaction(() => {
        if (schedules.count(principal.userId) >= schedulesPerUserMax)
          throw new AppError("conflict", `Limit reached: ${schedulesPerUserMax} schedules per user. Delete one first.`);
        const run = { nextRunAt: dueOf(wanted, now), lastRunAt: null, lastReportId: null, lastError: null };
        const times = { createdAt: now, updatedAt: now, owedReportId: null };
        return schedules.insert({ ...wanted, ...run, ...times, ownerId: principal.userId });
      });
      scheduler.plan();
      return toSchedule(principal, getVisible(principal, id));
    },

    replace: (principal: Principal, id: number, body: ScheduleBody): ReportSchedule =>
      change(principal, id, { ...defaults, timezone, ...columnsOf(body) }),

    update: (principal: Principal, id: number, body: SchedulePatch): ReportSchedule =>
      change(principal, id, columnsOf(body)),

    remove(principal: Principal, id: number): void {
      getVisible(principal, id);
      schedules.remove(id);
      scheduler.forget(id);
      scheduler.plan();
    },

    run: (principal: Principal, id: number): ScheduleRun => ({
      report_id: scheduler.runNow(getVisible(principal, id)),
    }),
  };

  function change(principal: Principal, id: number, changes: Changes): ReportSchedule {
    const before = getVisible(principal, id);
    const owner = requireRightsOf(before, principal);
    if (!seesWebhook(principal, before.ownerId)) {
      const webhook = keepSecret(changes.webhook, before.webhook);
      if (webhook !== undefined) changes.webhook = webhook;
    }
    const wanted: Wanted = { ...before, ...withoutOther(changes) };
    if (before.ownerId !== principal.userId && !asksTheSame(before, wanted))
      throw forbidden("Only its owner may change what it asks: it answers with what is his alone, too.");
    checkWanted(wanted, owner);
    requirePermittedWebhook(wanted, before.webhook);
    const now = nowSeconds(clock);
    const isRescheduled =
      before.cron !== wanted.cron || before.timezone !== wanted.timezone || before.isActive !== wanted.isActive;
    const due = isRescheduled ? { nextRunAt: dueOf(wanted, now) } : {};
    schedules.update(id, { ...withoutOther(changes), ...due, updatedAt: now });
    scheduler.plan();
    return toSchedule(principal, getVisible(principal, id));
  }

  /** A manager of reports must not use the rights of others: a run shows what its owner may see. */
  function requireRightsOf(row: ScheduleRow, principal: Principal): Principal {
    const owner = findOwner(row.ownerId);
    if (owner === undefined) throw notFound();
    if (row.ownerId !== principal.userId && !mayAllOf(principal, owner.principal))
      throw forbidden(
        "Its owner may see more than you, so what it makes and where it goes is not yours to change. You may delete it.",
      );
    return owner.principal;
  }

  function checkWanted(wanted: Wanted, owner: Principal): void {
    if ((wanted.query === null) === (wanted.dashboardId === null))
      throw invalidFields({ non_field_errors: ["Expected either query or dashboard_id."] });
    if (wanted.mail !== null && !senders.mail.isConfigured)
      throw invalidField("mail", "This service has no mail server: its administrator sets VIGIE_SMTP_URL.");
    if (wanted.mail?.as === "link" && senders.publicUrl === "")
      throw invalidField(
        "mail.as",
        "This service does not know its own address: its administrator sets VIGIE_PUBLIC_URL.",
      );
    reports.check(orderOf(wanted), owner);
  }

  /** One that was saved before stays as it is. */
  function requirePermittedWebhook({ webhook }: Wanted, before: Wanted["webhook"]): void {
    if (webhook === null || webhook.url === before?.url) return;
    const problem = senders.reviewWebhook(webhook.url);
    if (problem !== undefined) throw invalidField("webhook.url", problem);
  }

  function getVisible(principal: Principal, id: number): ScheduleRow {
    const row = schedules.find(id);
    if (row === undefined || (row.owner.id !== principal.userId && !may(principal, "manage_reports"))) throw notFound();
    return row;
  }
}

function asksTheSame(a: Wanted, b: Wanted): boolean {
  return a.dashboardId === b.dashboardId && isDeepStrictEqual(a.query, b.query);
}

type Changes = Partial<Wanted>;
type Wanted = Pick<
  ReportScheduleColumns,
  "title" | "isActive" | "cron" | "timezone" | "format" | "query" | "dashboardId" | "keepLast" | "mail" | "webhook"
>;

const defaults = { isActive: true, query: null, dashboardId: null, keepLast: 10, mail: null, webhook: null };

/** Only the fields that the body names. */
function columnsOf(body: SchedulePatch): Changes {
  const columns = {
    title: body.title,
    isActive: body.is_active,
    cron: body.cron,
    timezone: body.timezone,
    format: body.format,
    query: body.query,
    dashboardId: body.dashboard_id,
    keepLast: body.keep_last,
    mail: body.mail,
    webhook: body.webhook,
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}

/** A schedule is of a query or of a dashboard: naming one replaces the other. */
function withoutOther(changes: Changes): Changes {
  if (changes.query != null && changes.dashboardId === undefined) return { ...changes, dashboardId: null };
  if (changes.dashboardId != null && changes.query === undefined) return { ...changes, query: null };
  return changes;
}

function dueOf({ isActive, cron, timezone }: Wanted, now: number): number | null {
  return isActive ? (nextRun(cron, timezone, now) ?? null) : null;
}

function toSchedule(principal: Principal, row: ScheduleRow): ReportSchedule {
  return {
    id: row.id,
    title: row.title,
    owner: ownerOf(row.owner),
    is_active: row.isActive,
    cron: row.cron,
    timezone: row.timezone,
    format: row.format,
    query: row.query,
    dashboard_id: row.dashboardId,
    keep_last: row.keepLast,
    mail: row.mail,
    webhook: seesWebhook(principal, row.ownerId) ? row.webhook : withoutSecret(row.webhook),
    next_run: row.nextRunAt,
    last_run: row.lastRunAt,
    last_report_id: row.lastReportId,
    last_error: row.lastError,
    created_at: row.createdAt,
    updated_at: row.updatedAt,
  };
}
