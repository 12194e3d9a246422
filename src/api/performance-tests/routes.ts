import type * as z from "zod";
import { route } from "../../http/route.ts";
import { dashboardsResult, estimateResult, rulesResult, storageResult } from "../../performance/result-schemas.ts";
import { type AsyncTask, asyncTask } from "../../runs/async-task.ts";
import {
  dashboardPerfTestRequest,
  estimateRequest,
  parserRulesPerfTestRequest,
  storagePerfTestRequest,
} from "./schema.ts";
import type { PerformanceTestService } from "./service.ts";

export function performanceTestRoutes(tests: PerformanceTestService) {
  return [
    route({
      ...common,
      path: "/api/performance-tests/dashboard",
      answer: answerWith("DashboardPerfTestTask", dashboardsResult),
      summary: "Measure how long the widgets of dashboards take",
      description:
        "Asks the questions of all widgets and says how long each took. The run goes on in the background; one of each kind at a time.",
      example: { body: { dashboard_id: 1, repeat: 1 } },
      body: dashboardPerfTestRequest,
      handle: ({ principal, body, answerHeaders }) => located(tests.dashboard(principal!, body), answerHeaders),
    }),
    route({
      ...common,
      path: "/api/performance-tests/estimate",
      answer: answerWith("EstimateTask", estimateResult),
      summary: "Measure what this machine can carry",
      description:
        "Writes and reads in a scratch store for some seconds, and says how many events a second and how many days fit.",
      example: { body: { seconds: 2 } },
      body: estimateRequest,
      handle: ({ principal, body, answerHeaders }) => located(tests.estimate(principal!, body), answerHeaders),
    }),
    route({
      ...common,
      path: "/api/performance-tests/parser-rules",
      answer: answerWith("ParserRulesPerfTestTask", rulesResult),
      summary: "Measure parsing, rule by rule",
      description: "Runs the rules over samples, or over events of the store, and says what each costs.",
      example: { body: { event_count: 1000 } },
      body: parserRulesPerfTestRequest,
      handle: async ({ principal, body, answerHeaders }) =>
        located(await tests.parserRules(principal!, body), answerHeaders),
    }),
    route({
      ...common,
      path: "/api/performance-tests/storage",
      answer: answerWith("StoragePerfTestTask", storageResult),
      summary: "Measure writing and reading in a scratch store",
      description: "Measures commits, seals and searches in a scratch store next to the real one.",
      example: { body: { event_count: 1000 } },
      body: storagePerfTestRequest,
      handle: ({ principal, body, answerHeaders }) => located(tests.storage(principal!, body), answerHeaders),
    }),
  ];
}

const common = {
  method: "POST",
  who: "user",
  permission: "run_performance_tests",
  tag: "performance-tests",
  moreErrors: [404, 409],
} as const;

/** An AsyncTask with the result of its kind. */
function answerWith<Result extends z.ZodType>(id: string, result: Result) {
  const schema = asyncTask.extend({ result: result.nullable().describe("Null until SUCCESS.") }).meta({ id });
  return { status: 202, schema, description: "The run; it is read at the path in `Location`." } as const;
}

function located(task: AsyncTask, headers: Headers): AsyncTask {
  headers.set("Location", `/api/async-tasks/${task.id}`);
  return task;
}
