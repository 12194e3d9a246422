import { availableParallelism } from "node:os";
import type { Db } from "../../db/open-database.ts";
import type { JobName } from "../../db/schema/jobs.ts";
import { may, type Principal } from "../../http/principal.ts";
import type { Intake, IntakeOptions } from "../../ingest/intake.ts";
import { parseSample } from "../../ingest/parse-sample.ts";
import { type AsyncTask, toAsyncTask } from "../../jobs/async-task.ts";
import type { JobControl } from "../../jobs/job-control.ts";
import type { JobRuns, JobWork } from "../../jobs/job-runs.ts";
import type { WorkerPool } from "../../jobs/worker-pool.ts";
import { AppError, invalidField, notFound } from "../../lib/errors.ts";
import { type EstimateResult, estimate } from "../../performance/estimate.ts";
import type { Capacity } from "../../performance/measure-capacity.ts";
import { measureDashboards } from "../../performance/measure-dashboards.ts";
import { sampleBodies } from "../../performance/measure-parser.ts";
import { sampleLines } from "../../performance/sample-lines.ts";
import type { ScratchFolders } from "../../performance/scratch-folders.ts";
import { typicalQuestions } from "../../performance/typical-questions.ts";
import { Workload } from "../../performance/workload.ts";
import type { Ask } from "./ask-question.ts";
import { listVisibleDashboards } from "./dashboards.ts";
import { dashboardTimeoutSeconds, estimateExtraSeconds, estimateQueryRounds } from "./limits.ts";
import type {
  DashboardPerfTestRequest,
  EstimateRequest,
  ParserRulesPerfTestRequest,
  StoragePerfTestRequest,
} from "./schema.ts";

export type PerformanceTestService = ReturnType<typeof createPerformanceTestService>;

export interface PerformanceTestParts {
  db: Db;
  jobs: JobRuns;
  pool: Pick<WorkerPool, "run">;
  intake: Pick<Intake, "status">;
  ask: Ask;
  scratch: ScratchFolders;
  /** Of the service itself, so that what is measured is what it does. */
  intakeOptions: Omit<IntakeOptions, "eventsFolder">;
}

/** Starts runs, or answers those that there are. Threads measure; the main thread only asks questions and adds up. */
export function createPerformanceTestService(parts: PerformanceTestParts) {
  const { db, jobs, pool, intake, ask, scratch, intakeOptions } = parts;
  const { minFreeBytes } = intakeOptions;

  return {
    dashboard(principal: Principal, { id, dashboard_id, repeat }: DashboardPerfTestRequest): AsyncTask {
      if (id != null) return findOwn(principal, "performance-test.dashboard", id);
      const dashboards = listVisibleDashboards(db, principal, dashboard_id);
      return start(principal, "performance-test.dashboard", dashboardTimeoutSeconds, (control) => {
        control.begin();
        const toMeasure = dashboards.map(({ widgets, ...dashboard }) => ({
          ...dashboard,
          widgets: widgets.map(({ question, ...widget }) => ({
            ...widget,
            ask: () => ask(question, principal, control),
          })),
        }));
        return measureDashboards(toMeasure, repeat, control);
      });
    },

    estimate(principal: Principal, { id, seconds }: EstimateRequest): AsyncTask {
      if (id != null) return findOwn(principal, "performance-test.estimate", id);
      return start(principal, "performance-test.estimate", seconds + estimateExtraSeconds, (control) =>
        estimateWith(principal, seconds, control),
      );
    },

    parserRules(principal: Principal, request: ParserRulesPerfTestRequest): AsyncTask {
      const { task_id, sample_events, event_count, timeout } = request;
      if (task_id != null) return findOwn(principal, "performance-test.parser-rules", task_id);
      refuseRules(request);
      for (const [index, sample] of sample_events.entries()) requireParsable(sample, `sample_events.${index}`);
      const samples = sample_events.length > 0 ? sample_events : sampleLines;
      return start(principal, "performance-test.parser-rules", timeout, (control) =>
        inThread(control, { parser: { samples, eventCount: event_count } }),
      );
    },

    storage(principal: Principal, request: StoragePerfTestRequest): AsyncTask {
      const { task_id, event_count, message_size, batch_size, mode, timeout } = request;
      if (task_id != null) return findOwn(principal, "performance-test.storage", task_id);
      const order = {
        eventCount: event_count,
        messageBytes: message_size,
        batchEvents: batch_size,
        mode,
        minFreeBytes,
      };
      return start(principal, "performance-test.storage", timeout, (control) =>
        scratch.use((folder) => inThread(control, { storage: { ...order, folder } })),
      );
    },
  };

  function start(principal: Principal, name: JobName, timeoutSeconds: number, work: JobWork): AsyncTask {
    return toAsyncTask(jobs.start({ name, ownerId: principal.userId, timeoutMs: timeoutSeconds * 1000 }, work));
  }

  function findOwn(principal: Principal, name: JobName, id: string): AsyncTask {
    const row = jobs.find(id.toLowerCase());
    if (row === undefined || row.owner.id !== principal.userId || row.name !== name) throw notFound();
    return toAsyncTask(row);
  }

  function inThread<Answer>(control: JobControl, order: object): Promise<Answer> {
    return pool.run<Answer>("performance-test", { ...order, control: control.shared, intake: intakeOptions }, "heavy");
  }

  async function estimateWith(principal: Principal, seconds: number, control: JobControl): Promise<EstimateResult> {
    const startMs = performance.now();
    const capacity = await scratch.use((folder) =>
      inThread<Capacity>(control, { capacity: { seconds, folder, minFreeBytes } }),
    );
    const status = await intake.status();
    const isAnythingStored = status.tail.events > 0 || status.days.some(({ events }) => events > 0);
    const queryTimes =
      isAnythingStored && may(principal, "search_events") ? await timeQuestions(principal, control) : [];
    const duration = Math.round(performance.now() - startMs) / 1000;
    const { retentionBytes, retentionDays } = intakeOptions;
    const retention = { retentionBytes, retentionDays, minFreeBytes };
    return estimate({ capacity, queryTimes, status, retention, cpuCount: availableParallelism(), duration });
  }

  /** Milliseconds of each. */
  async function timeQuestions(principal: Principal, control: JobControl): Promise<number[]> {
    const workload = new Workload(control);
    const times: number[] = [];
    for (let round = 0; round < estimateQueryRounds; round++)
      for (const question of typicalQuestions) {
        times.push((await workload.measure(() => ask(question, principal, control))).ms);
        control.progress = 70 + (29 * times.length) / (estimateQueryRounds * typicalQuestions.length);
      }
    return times;
  }
}

/** As long as there are no parser rules, no name is known and no rule can be compiled. */
function refuseRules({ rules, rewrite_rules }: ParserRulesPerfTestRequest): void {
  if (rules[0] !== undefined) throw invalidField("rules.0", `There is no parser rule "${rules[0]}".`);
  if (rewrite_rules.length > 0)
    throw invalidField("rewrite_rules", "This version has no parser rules, so none can be measured.");
}

/** Twice over in one body, as it will come: then each copy must be one event. */
function requireParsable(sample: string | Record<string, unknown>, field: string): void {
  if (typeof sample === "string" && !/^[^\r\n]*\S[^\r\n]*$/.test(sample))
    throw invalidField(field, "Expected an object, or a single line that is not blank.");
  for (const body of sampleBodies([sample], 2))
    try {
      parseSample(body);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      throw invalidField(field, error.message);
    }
}
