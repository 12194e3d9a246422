import { openReportRunner } from "../api/reports/report-runner.ts";
import { openReportStore } from "../api/reports/report-store.ts";
import { createReportRepository } from "../api/reports/repository.ts";
import type { Db } from "../db/open-database.ts";
import type { Clock } from "../lib/clock.ts";
import type { Logger } from "../lib/log.ts";

export type OpenReports = ReturnType<typeof openReports>;

/** Opens reports and their maker, which stops with `stopping`. Close it before the threads and the database. */
export function openReports(db: Db, folder: string, log: Logger, clock?: Clock, stopping?: AbortSignal) {
  const ownLog = log.child({ subsystem: "reports" });
  const store = openReportStore({ repository: createReportRepository(db), folder, log: ownLog, clock });
  const runner = openReportRunner({ store, log: ownLog, stopping });
  return { store, runner, close: runner.close };
}
