import { createDashboardRepository } from "../api/dashboards/repository.ts";
import { createScheduleRepository } from "../api/report-schedules/repository.ts";
import { createScheduler } from "../api/report-schedules/scheduler.ts";
import { createScheduleService } from "../api/report-schedules/service.ts";
import { createDashboardReports } from "../api/reports/dashboard-report.ts";
import { createReportOrders } from "../api/reports/report-order.ts";
import { createScheduledReports } from "../api/reports/scheduled-reports.ts";
import { createReportService } from "../api/reports/service.ts";
import { createUserRepository } from "../api/users/repository.ts";
import { readConfig } from "../board/config-text.ts";
import { createWidgetRepository } from "../board/widget-repository.ts";
import type { Db } from "../db/open-database.ts";
import type { UserRow } from "../db/schema/users.ts";
import type { Written } from "../document/output.ts";
import { createQueryAccess } from "../engine/access.ts";
import { weightOf } from "../engine/light-or-heavy.ts";
import { createReportAnswers } from "../engine/report-answers.ts";
import type { StoredQueries } from "../engine/stored-queries.ts";
import type { Permission, Principal } from "../http/access/principal.ts";
import { type Clock, nowSeconds } from "../lib/clock.ts";
import type { Logger } from "../lib/log.ts";
import type { Senders } from "../outgoing/open-senders.ts";
import type { WorkerPool } from "../pool/worker-pool.ts";
import { parseQuery } from "../query/parse/parse-query.ts";
import type { OpenReports } from "./open-reports.ts";

export interface ReportingParts {
  db: Db;
  pool: WorkerPool;
  reports: OpenReports;
  queries: StoredQueries;
  senders: Senders;
  minFreeBytes: number;
  /** The service's time zone, used unless one is named. */
  timezone: string;
  log: Logger;
  clock: Clock;
}

export type Reporting = ReturnType<typeof createReporting>;

/**
 * Combines the two resources of reports and their schedules with four others: queries give answers, dashboards the
 * questions, users the rights, and widgets the layout.
 */
export function createReporting(parts: ReportingParts) {
  const { db, reports, senders, timezone, log, clock } = parts;
  const { store, runner } = reports;
  const users = createUserRepository(db);
  const prepare = createOrders(parts);
  const findOwner = (userId: number) => {
    const user = users.find(userId);
    return user && { isActive: user.isActive, principal: principalOf(user) };
  };
  const ofSchedules = {
    schedules: createScheduleRepository(db),
    reports: createScheduledReports(store, runner, prepare),
    senders,
    findOwner,
    clock,
  };
  const scheduler = createScheduler({ ...ofSchedules, log: log.child({ subsystem: "report-schedules" }) });
  return {
    service: createReportService({ store, runner, prepare }),
    schedules: createScheduleService({ ...ofSchedules, scheduler, timezone }),
    scheduler,

    /** The database deletes reports and schedules together with their user; this removes their other data. */
    forgetDeletedUsers(): void {
      scheduler.forgetGone();
      runner.removeGone();
    },
  };
}

function createOrders({ db, pool, queries, minFreeBytes, timezone, clock }: ReportingParts) {
  const users = createUserRepository(db);
  const dashboards = createDashboardRepository(db);
  const widgets = createWidgetRepository(db);
  const answers = createReportAnswers(
    queries,
    createQueryAccess(queries, (userId) => users.find(userId)?.hosts),
  );
  const checkQuestion = (body: unknown, zone: string) => parseQuery(body, { timezone: zone, now: nowSeconds(clock) });
  const dashboardReports = createDashboardReports({
    find: (id, principal) => {
      const found = dashboards.findVisible(principal, id);
      return found && { title: found.title, config: readConfig(found.config) };
    },
    listWidgets: (id) => widgets.listOnDashboards([id]),
    checkQuestion,
    answerTogether: answers.together,
    writeDashboard: (order) => pool.run<Written>("report", order, weightOf({ kind: "report" })),
    timezone,
  });
  return createReportOrders({ answers, dashboards: dashboardReports, checkQuestion, minFreeBytes, timezone });
}

/** A user on whose behalf the service acts while he is away. */
function principalOf({ id, username, isSuperuser, permissions, hosts }: UserRow): Principal {
  return {
    userId: id,
    username,
    isSuperuser,
    permissions: permissions as Permission[],
    hosts,
    via: "token",
    credentialId: 0,
  };
}
