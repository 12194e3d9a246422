import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Service, startService, type TestUser } from "../support/service/start-service.ts";

let service: Service;
let ann: TestUser;
let viewer: TestUser;

/** In the middle of a minute: the service's clock stands still there, but what comes in is counted when it does. */
const base = Math.floor(Date.now() / 60_000) * 60 + 30;
/** Epoch seconds between which the events came in. */
const arrived = { from: 0, to: 0 };

beforeAll(async () => {
  service = await startService({ clock: () => base * 1000 });
  ann = await service.createUser({ username: "ann" });
  viewer = await service.createUser({ username: "viewer", permissions: ["search_events", "view_system"] });
  const tooOld = base + 3 * 86_400;
  const events = [
    { host: "8.8.8.8", message: "one", ts: base - 7200 },
    { host: "8.8.8.8", message: "two", ts: base - 7200 },
    { host: "10.0.0.1", message: "two", ts: base - 7190 },
    { host: "10.0.0.1", message: "two", ts: base - 7180 },
    { host: "web", message: "ahead", ts: tooOld },
    { host: "web" },
  ];
  arrived.from = Date.now() / 1000;
  const { status, text } = await service.call("POST", "/incoming", { body: { events } });
  arrived.to = Date.now() / 1000;
  if (status !== 200) throw new Error(text);
});

afterAll(() => service.close());

async function ask(type: string, params: object, token = service.adminToken) {
  const { status, body, text } = await service.call("POST", "/api/query", { token, body: { type, params } });
  if (status !== 201 || body.status !== "SUCCESS") throw new Error(`${status} ${text}`);
  return body;
}

const lastDay = { time_range: { ts_from: base - 86_400, ts_to: base + 3600, step: 3600, timezone: "UTC" } };
const guarded = [
  "ProcessingStats",
  "StorageStats",
  "LossLedger",
  "System_CPU",
  "System_Memory",
  "System_DF",
  "System_IOPS",
  "System_Network",
];

describe("who may ask", () => {
  test.each(guarded.flatMap((type) => [type, `${type}Query`]))(
    "when %s is asked, then a guest is 401, a user 403, one who may view the system and the admin get it",
    async (type) => {
      const post = (token: string, query = "") =>
        service.call("POST", `/api/query${query}`, { token, body: { type, params: {} } });
      expect((await post("")).status).toBe(401);
      for (const query of ["", "?validate_only=1"]) {
        const { status, body } = await post(ann.token, query);
        expect([status, Object.keys(body)]).toEqual([403, ["detail"]]);
        for (const token of [viewer.token, service.adminToken]) expect((await post(token, query)).status).toBe(201);
      }
    },
  );

  test("when a permission is taken away, then what was asked under it is not shown any more", async () => {
    const eve = await service.createUser({ username: "eve", permissions: ["search_events", "view_system"] });
    const { qid } = await ask("System_Memory", {}, eve.token);
    const get = (path = "") => service.call("GET", `/api/query/${qid}${path}`, { token: eve.token });
    expect((await get()).status).toBe(200);
    await service.call("PATCH", `/api/users/${eve.id}`, { body: { permissions: ["search_events"] } });
    for (const path of ["", "/recalculate", "/stop", "/remove"]) expect((await get(path)).status).toBe(403);
    expect((await service.call("GET", `/api/query/${qid}`)).status).toBe(200);
  });
});

describe("what came in and what is stored", () => {
  const counts = { new: 4, duplicates: 1, dropped: 1, out_of_time: 1, total: 6 };

  test("when ProcessingStats are asked, then everything is counted when it arrived", async () => {
    const { results } = await ask("ProcessingStats", lastDay);
    const { ts_from, ts_to, ...totals } = results.totals;
    expect(totals).toEqual(counts);
    const filled = results.details.filter(({ total }: { total: number }) => total > 0);
    expect(filled).toHaveLength(1);
    expect(filled[0]).toMatchObject(counts);
    expect(filled[0].ts_from).toBeLessThanOrEqual(arrived.to);
    expect(filled[0].ts_to).toBeGreaterThan(arrived.from);
    expect([results.details[0].ts_from, results.details.at(-1).ts_to]).toEqual([ts_from, ts_to]);
  });

  test("when StorageStats are asked, then what is stored is counted when it happened", async () => {
    const { results } = await ask("StorageStats", lastDay);
    const { ts_from: _, ts_to: __, ...totals } = results.totals;
    expect(totals).toEqual({ new: 4, duplicates: 1, dropped: 0, out_of_time: 1, total: 5 });
    const filled = results.details.filter(({ total }: { total: number }) => total > 0);
    expect(filled.at(-1)).toMatchObject({ total: 1, out_of_time: 1 });
    expect(filled[0].ts_from).toBeLessThanOrEqual(base - 7200);
  });

  test("when steps are shorter than the counters tell, then they are whole minutes", async () => {
    const { results, params } = await ask("ProcessingStats", { time_range: { preset: "last_30_seconds" } });
    expect(params.time_range.preset).toBe("last_30_seconds");
    for (const { ts_from, ts_to } of results.details) expect(ts_to - ts_from).toBe(60);
  });
});

describe("the host", () => {
  test.each([
    ["System_Memory", "used", undefined],
    ["System_DF", "used_percent", undefined],
    ["System_DF", "available", { fs: "data" }],
  ])("when %s is asked, then the sample of the start is told (%s, %j)", async (type, metric, own) => {
    let record = await ask(type, { ...own, time_range: { preset: "last_1_minutes" } });
    // The sample is taken beside the start of the service.
    while (record.results.totals[metric].count === 0)
      record = (await service.call("GET", `/api/query/${record.qid}`)).body;
    const { totals, details } = record.results;
    expect(Object.keys(totals[metric])).toEqual(["count", "sum", "min", "max", "avg", "last", "last_ts"]);
    expect(totals[metric]).toMatchObject({ count: 1, last_ts: base });
    expect(details.map(({ ts_from, ts_to }: { ts_from: number; ts_to: number }) => ts_to - ts_from)).toEqual(
      Array(details.length).fill(15),
    );
    expect(details.filter((step: Record<string, number | null>) => step[metric] !== null)).toHaveLength(1);
  });

  test.each([
    ["System_CPU", { cpu: -1 }, "params.cpu"],
    ["System_CPU", { cpu: true }, "params.cpu"],
    ["System_DF", { fs: 1 }, "params.fs"],
    ["System_Network", { time_range: { step: 0 } }, "params.time_range.step"],
    ["ProcessingStats", { time_range: { ts_from: 1, ts_to: 9e9, step: 60 } }, "params.time_range.step"],
  ])("when %s is asked with %j, then %s is refused", async (type, params, field) => {
    const { status, body } = await service.call("POST", "/api/query", { body: { type, params } });
    expect([status, Object.keys(body)]).toEqual([400, [field]]);
  });
});

describe("tasks", () => {
  beforeAll(async () => {
    const make = (token: string, body: object) => service.call("POST", "/api/tasks", { token, body });
    await make(ann.token, { title: "old", due: base - 60 });
    await make(ann.token, { title: "mine", due: base + 60, assigned_to: ann.id });
    await make(service.adminToken, { title: "done", status: "closed", assigned_to: viewer.id });
  });

  const titles = ({ results }: { results: { title: string }[] }) => results.map(({ title }) => title);

  test.each([
    [{ sort: "title" }, ["done", "mine", "old"]],
    [{ sort: ["-is_open"] }, undefined],
    [{ sort: ["status", "-title"] }, ["done", "old", "mine"]],
    [{ is_open: true, sort: "due" }, ["old", "mine"]],
    [{ is_open: false }, ["done"]],
    [{ is_overdue: true }, ["old"]],
    [{ target: "assigned_to_me" }, ["mine"]],
    [{ target: "owned_by_me", sort: "title" }, ["mine", "old"]],
    [{ target: "anybody" }, undefined],
    [{ assigned_to: "me" }, ["mine"]],
    [{ assigned_to: ["me", 3], sort: "-title" }, ["mine", "done"]],
    [{ assigned_to: null }, ["old"]],
    [{ title: "old" }, ["old"]],
    [{ title: "ol" }, []],
    [{ owner: "me", sort: "title" }, ["mine", "old"]],
    [{ owner: [999] }, []],
    [{ unassigned: true }, ["old"]],
    [{ unassigned: false, sort: "title" }, ["done", "mine"]],
    [{ unassigned: true, assigned_to: "me", sort: "title" }, ["mine", "old"]],
    [{ owner: "you" }, undefined],
    [{ target: "owned_by_me", owner: "me" }, undefined],
    [{ unassigned: "yes" }, undefined],
    [{ assigned_to: [] }, ["old"]],
    [{ assigned_to: "you" }, undefined],
    [{ target: "assigned_to_me", assigned_to: [3] }, undefined],
    [{ sort: "title", limit: 1 }, ["done"]],
    [{ limit: 1001 }, undefined],
  ])("when they are asked with %j, then it is %j", async (params, wanted) => {
    const { status, body } = await service.call("POST", "/api/query", {
      token: ann.token,
      body: { type: "Tasks", params },
    });
    if (wanted === undefined) expect(status).toBe(400);
    else expect(titles(body)).toEqual(wanted);
  });

  test("when they are listed, then each is as in the list of tasks", async () => {
    const { body } = await service.call("GET", "/api/tasks?ordering=title", { token: ann.token });
    expect((await ask("Tasks", { sort: "title" }, ann.token)).results).toEqual(body.objects);
  });

  test("when one is made later, then the next reading has it, unless it was frozen", async () => {
    const moving = await ask("TasksQuery", {}, ann.token);
    const frozen = await ask("TasksQuery", { freeze_time: true }, ann.token);
    await service.call("POST", "/api/tasks", { token: ann.token, body: { title: "later" } });
    const read = async (qid: string) => (await service.call("GET", `/api/query/${qid}`, { token: ann.token })).body;
    expect((await read(moving.qid)).results).toHaveLength(4);
    expect((await read(frozen.qid)).results).toHaveLength(3);
    expect(moving).toMatchObject({ type: "TasksQuery", params: { target: "all", limit: 100, freeze_time: false } });
  });
});

describe("widgets that ask such questions", () => {
  test.each([
    ["Tasks", { target: "assigned_to_me", is_overdue: true, sort: "-due" }, undefined],
    ["Tasks", { target: "anybody" }, "config.target"],
    ["Tasks", { sort: "size" }, "config.sort"],
    ["TasksQuery", { assigned_to: "you" }, "config.assigned_to"],
    ["ProcessingStats", { time_range: { step: -1 } }, "config.time_range.step"],
    ["StorageStats", { time_range: { preset: "soon" } }, "config.time_range.preset"],
    ["System_CPU", { cpu: 3 }, undefined],
    ["System_CPU", { cpu: [] }, "config.cpu"],
    ["System_DF", { fs: "/" }, undefined],
    ["System_Network", { interface: 0 }, "config.interface"],
    ["Stats", { functions: ["p95"] }, "config.field"],
    ["Stats", { by: ["host"], field: "code", functions: ["p95"] }, undefined],
  ])("when one of %s has %j, then that is checked (wrong: %s)", async (type, config, field) => {
    const { body: dashboard } = await service.call("POST", "/api/dashboards", { body: { title: "board" } });
    const { status, body } = await service.call("POST", `/api/dashboards/${dashboard.id}/widgets`, {
      body: { type, title: "widget", config },
    });
    expect([status, field && Object.keys(body)]).toEqual(field ? [400, [field]] : [200, undefined]);
  });
});

describe("notifications", () => {
  test("when there are none, then the answer is an empty list", async () => {
    for (const params of [{}, { is_read: false }])
      expect((await ask("Notifications", params, ann.token)).results).toEqual([]);
  });
});

describe("where addresses are", () => {
  const allTime = { time_range: { ts_from: base - 86_400, ts_to: base + 60 } };

  test.each(["TopN", "LastN"])("when %s is read with add_geoip_data, then each value has its place", async (type) => {
    const { qid, results } = await ask(type, { ...allTime, field: "host" }, ann.token);
    expect(results.totals.values[0]).not.toHaveProperty("geoip");
    const read = async (query: string) =>
      (await service.call("GET", `/api/query/${qid}${query}`, { token: ann.token })).body.results.totals.values;
    const values = await read("?add_geoip_data=true");
    expect(
      Object.fromEntries(values.map((value: { name: string; geoip: object }) => [value.name, value.geoip])),
    ).toEqual({ "8.8.8.8": { country_code: "US", country: "United States" }, "10.0.0.1": {}, web: {} });
    expect(await read("?add_geoip_data=false")).toEqual(results.totals.values);
  });

  test("when another kind is read with it, then nothing is added", async () => {
    const { qid, results } = await ask("EventRate", allTime, ann.token);
    const { body } = await service.call("GET", `/api/query/${qid}?add_geoip_data=1`, { token: ann.token });
    expect(body.results).toEqual(results);
  });
});
