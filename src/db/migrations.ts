import type { Migration } from "./migration.ts";
import { usersMigration } from "./migrations/0001-users.ts";
import { dashboardsMigration } from "./migrations/0002-dashboards.ts";
import { tasksMigration } from "./migrations/0003-tasks.ts";
import { jobsMigration } from "./migrations/0004-jobs.ts";
import { reportsMigration } from "./migrations/0005-reports.ts";
import { notificationsMigration } from "./migrations/0006-notifications.ts";
import { triggersMigration } from "./migrations/0007-triggers.ts";
import { reportSchedulesMigration } from "./migrations/0008-report-schedules.ts";
import { authtokenListsMigration } from "./migrations/0009-authtoken-lists.ts";
import { estimatesMigration } from "./migrations/0010-estimates.ts";
import { markersMigration } from "./migrations/0011-markers.ts";
import { searchesMigration } from "./migrations/0012-searches.ts";
import { triggerConditionsMigration } from "./migrations/0013-trigger-conditions.ts";
import { absencesMigration } from "./migrations/0014-absences.ts";
import { authtokenQuotasMigration } from "./migrations/0015-authtoken-quotas.ts";
import { publicDashboardsMigration } from "./migrations/0016-public-dashboards.ts";
import { dashboardLinksMigration } from "./migrations/0017-dashboard-links.ts";
import { taskEventsMigration } from "./migrations/0018-task-events.ts";
import { reportDeliveriesMigration } from "./migrations/0019-report-deliveries.ts";
import { accountsMigration } from "./migrations/0020-accounts.ts";
import { settingsMigration } from "./migrations/from-0021/0021-settings.ts";
import { triggerActsMigration } from "./migrations/from-0021/0022-trigger-acts.ts";
import { troublesMigration } from "./migrations/from-0021/0023-troubles.ts";
import { authtokenDaysMigration } from "./migrations/from-0021/0024-authtoken-days.ts";
import { sharedAbsencesMigration } from "./migrations/from-0021/0025-shared-absences.ts";
import { waitingActionsMigration } from "./migrations/from-0021/0026-waiting-actions.ts";
import { lookedAtMigration } from "./migrations/from-0021/0027-looked-at.ts";

/** In order of their numbers. Add a file and one line here; never edit a released one. */
export const migrations: readonly Migration[] = [
  usersMigration,
  dashboardsMigration,
  tasksMigration,
  jobsMigration,
  reportsMigration,
  notificationsMigration,
  triggersMigration,
  reportSchedulesMigration,
  authtokenListsMigration,
  estimatesMigration,
  markersMigration,
  searchesMigration,
  triggerConditionsMigration,
  absencesMigration,
  authtokenQuotasMigration,
  publicDashboardsMigration,
  dashboardLinksMigration,
  taskEventsMigration,
  reportDeliveriesMigration,
  accountsMigration,
  settingsMigration,
  triggerActsMigration,
  troublesMigration,
  authtokenDaysMigration,
  sharedAbsencesMigration,
  waitingActionsMigration,
  lookedAtMigration,
];
