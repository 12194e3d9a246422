import { afterAll, beforeAll, expect, test } from "vitest";
import { readDescription } from "../../support/service/description.ts";
import { type Service, startService } from "../../support/service/start-service.ts";

let service: Service;
let description: Awaited<ReturnType<typeof readDescription>>;

beforeAll(async () => {
  service = await startService();
  description = await readDescription(service);
  const events = ["8.8.8.8", "8.8.8.8", "web"].map((host, ms) => ({ host, message: `took ${ms}`, user_tags: { ms } }));
  expect((await service.call("POST", "/incoming", { body: { events } })).status).toBe(200);
  expect((await service.call("POST", "/api/tasks", { body: { title: "Look" } })).status).toBe(200);
});
afterAll(() => service.close());

const subperiods = { with_subperiods: true, top_periods: true, show_other: true, subfields: ["message"] };
const functions = ["count", "sum", "avg", "min", "max", "p50", "p99", "distinct"];
const questions: [type: string, params: object, shape: string][] = [
  ["Search", {}, "SearchResults"],
  ["TopN", {}, "TopNResults"],
  ["TopN", { ...subperiods, limit: 1 }, "TopNResults"],
  ["LastN", {}, "LastNResults"],
  ["EventRate", {}, "EventRateResults"],
  ["EventRate", { time_range: { preset: "last_2_days" } }, "EventRateResults"],
  ["Stats", { by: ["host"], field: "ms", functions }, "StatsResults"],
  ["Stats", { by: [], field: "nothing", functions }, "StatsResults"],
  ["Around", { id: "2", same: ["program"] }, "AroundResults"],
  ["Changes", {}, "ChangesResults"],
  ["Changes", { by: "host", base: { shift: 7_200 }, significance: 1 }, "ChangesResults"],
  ["Differences", { selection_q: "host:web", significance: 1 }, "DifferencesResults"],
  ["ProcessingStats", {}, "IntakeResults"],
  ["StorageStats", {}, "IntakeResults"],
  ["LossLedger", { order: "lost" }, "LossLedgerResults"],
  ["System_CPU", {}, "SystemResults"],
  ["System_DF", { fs: "/nowhere" }, "SystemResults"],
];

test.each(questions)("when %s is asked with %j, then its results are as described", async (type, params, shape) => {
  const { body } = await service.call("POST", "/api/query", { body: { type, params } });
  expect([body.status, description.whatDiffers(["components", "schemas", shape], body.results)]).toEqual([
    "SUCCESS",
    "",
  ]);
  const { body: read } = await service.call("GET", `/api/query/${body.qid}?add_geoip_data=1&actions_hint=1`);
  expect(description.whatDiffers(["components", "schemas", "GenericQuery"], read)).toBe("");
  const { document } = description;
  const sent = document.components.schemas[`${type}Question`];
  expect(sent.properties.type.enum).toEqual([type, `${type}Query`]);
  expect(description.whatDiffers(["components", "schemas", "GenericQueryRequest"], { type, params })).toBe("");
});

test.each(["Tasks", "Notifications"])("when %s are asked for, then a list is as described", async (type) => {
  const { body } = await service.call("POST", "/api/query", { body: { type, params: {} } });
  expect(Array.isArray(body.results)).toBe(true);
  expect(description.whatDiffers(["components", "schemas", "GenericQuery"], body)).toBe("");
});

test("when a question is of no kind, or a parameter is none of its kind's, then the description refuses it, too", () => {
  const refused = (question: unknown) =>
    description.whatDiffers(["components", "schemas", "GenericQueryRequest"], question) !== "";
  expect(refused({ type: "Bottom", params: {} })).toBe(true);
  expect(refused({ type: "TopN", params: { functions } })).toBe(true);
  expect(refused({ type: "TopN", params: { limit: 0 } })).toBe(true);
});
