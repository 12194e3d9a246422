import type { Db } from "../../db/open-database.ts";
import type { RunName } from "../../db/schema/runs.ts";
import { weightOf } from "../../engine/light-or-heavy.ts";
import { requirePermission } from "../../http/access/guard.ts";
import type { Principal } from "../../http/access/principal.ts";
import type { Intake, IntakeOptions } from "../../ingest/intake.ts";
import { rowOfSample } from "../../ingest/thread/sample-row.ts";
import type { Clock } from "../../lib/clock.ts";
import { AppError, invalidField, notFound } from "../../lib/errors.ts";
import type { EstimateHistory } from "../../performance/estimate-history.ts";
import type { Capacity, CapacityOrder } from "../../performance/measure/measure-capacity.ts";
import { measureDashboards } from "../../performance/measure/measure-dashboards.ts";
import type { SampleEvent } from "../../performance/measure/measure-rules.ts";
import { sampleLines } from "../../performance/samples/sample-lines.ts";
import type { ScratchFolders } from "../../performance/samples/scratch-folders.ts";
import type { WorkerPool } from "../../pool/worker-pool.ts";
import { type AsyncTask, toAsyncTask } from "../../runs/async-task.ts";
import type { Runs, RunWork } from "../../runs/runs.ts";
import type { ControlWords } from "../../runtime/control-words.ts";
import type { ActiveTrigger } from "../../triggers/active-trigger.ts";
import type { Ask, AskCold } from "./ask-question.ts";
import { listVisibleDashboards } from "./dashboards.ts";
import { runEstimate } from "./estimate-run.ts";
import { dashboardTimeoutSeconds, estimateExtraSeconds } from "./limits.ts";
import { readRuleChoice } from "./rule-choice.ts";
import type {
  DashboardPerfTestRequest,
  EstimateRequest,
  ParserRulesPerfTestRequest,
  StoragePerfTestRequest,
} from "./schema.ts";
import { listStoredSamples, requireSome } from "./stored-samples.ts";

export type PerformanceTestService = ReturnType<typeof createPerformanceTestService>;

export interface PerformanceTestParts {
  db: Db;
  runs: Runs;
  pool: Pick<WorkerPool, "run">;
  intake: Pick<Intake, "status" | "arrivals" | "ruleStates">;
  ask: Ask;
  askCold: AskCold;
  scratch: ScratchFolders;
  history: EstimateHistory;
  /** The triggers that are checked for every event. */
  listTriggers(): ActiveTrigger[];
  /** The user's parser rules. */
  rulesFolder: string;
  /** The service's own, so that the test measures the service as it is. */
  intakeOptions: Omit<IntakeOptions, "eventsFolder">;
  clock: Clock;
}

/** Starts runs, or lists the existing ones. Threads measure; the main thread only asks questions and adds up. */
export function createPerformanceTestService(parts: PerformanceTestParts) {
  const { db, runs, pool, ask, askCold, scratch, rulesFolder, intakeOptions, listTriggers } = parts;
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
            askCold: () => askCold(question, principal, control),
          })),
        }));
        return measureDashboards(toMeasure, repeat, control);
      });
    },

    estimate(principal: Principal, request: EstimateRequest): AsyncTask {
      if (request.id != null) return findOwn(principal, "performance-test.estimate", request.id);
      const measure = (control: ControlWords, capacity: CapacityOrder) => inThread<Capacity>(control, { capacity });
      return start(principal, "performance-test.estimate", request.seconds + estimateExtraSeconds, (control) =>
        runEstimate({ ...parts, measure }, principal, request, control),
      );
    },

    async parserRules(principal: Principal, request: ParserRulesPerfTestRequest): Promise<AsyncTask> {
      const { task_id, sample_events, sample_source, event_count, timeout } = request;
      if (task_id != null) return findOwn(principal, "performance-test.parser-rules", task_id);
      for (const [index, sample] of sample_events.entries()) requireReadable(sample, `sample_events.${index}`);
      const choice = await readRuleChoice(request, rulesFolder, parts);
      const isStored = sample_events.length === 0 && sample_source === "stored";
      if (isStored) requirePermission(principal, "search_events");
      return start(principal, "performance-test.parser-rules", timeout, async (control) => {
        const of = isStored ? "stored" : sample_events.length > 0 ? "given" : "built_in";
        const samples = isStored
          ? requireSome(await listStoredSamples(ask, principal, control))
          : sample_events.length > 0
            ? sample_events
            : sampleLines;
        return inThread(control, { rules: { choice, samples, of, eventCount: event_count } });
      });
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
        triggerCount: listTriggers().length,
      };
      return start(principal, "performance-test.storage", timeout, (control) =>
        scratch.use((folder) => inThread(control, { storage: { ...order, folder } })),
      );
    },
  };

  function start(principal: Principal, name: RunName, timeoutSeconds: number, work: RunWork): AsyncTask {
    return toAsyncTask(runs.start({ name, ownerId: principal.userId, timeoutMs: timeoutSeconds * 1000 }, work));
  }

  function findOwn(principal: Principal, name: RunName, id: string): AsyncTask {
    const row = runs.find(id.toLowerCase());
    if (row === undefined || row.owner.id !== principal.userId || row.name !== name) throw notFound();
    return toAsyncTask(row);
  }

  function inThread<Answer>(control: ControlWords, order: object): Promise<Answer> {
    const task = {
      ...order,
      control: control.shared,
      intake: { ...intakeOptions, rulesFolder },
      triggers: listTriggers(),
    };
    return pool.run<Answer>("performance-test", task, weightOf({ kind: "performance test" }));
  }
}

/** Unreadable input would end the run, so it is refused before. */
function requireReadable(sample: SampleEvent, field: string): void {
  if (typeof sample === "string" && !/^[^\r\n]*\S[^\r\n]*$/.test(sample))
    throw invalidField(field, "Expected an object, or a single line that is not blank.");
  try {
    rowOfSample(sample);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw invalidField(field, error.message);
  }
}
