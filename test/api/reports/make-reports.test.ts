import { readdirSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { request, type Service, startService, type TestUser } from "../../support/service/start-service.ts";

let service: Service;
let limited: TestUser;
let mute: TestUser;
beforeAll(async () => {
  service = await startService();
  limited = await service.createUser({ username: "limited", hosts: ["web1"] });
  mute = await service.createUser({ username: "mute", permissions: [] });
  const body = Array.from({ length: 300 }, (_, i) => ({
    host: `web${i % 3}`,
    program: "nginx",
    message: `request ${i}, =1+1 "quoted" שלום 🌡️`,
    severity: i % 8,
  }));
  await service.call("POST", "/incoming", { body });
});
afterAll(() => service.close());

const topHosts = { type: "TopN", params: { field: "host" } };
const order = (body: Record<string, unknown>, token?: string) =>
  service.call("POST", "/api/reports", { body, ...(token === undefined ? {} : { token }) });
const file = async (id: number, token = service.adminToken) =>
  request(`${service.url}/api/reports/${id}/file`, "GET", { token });
const made = async (body: Record<string, unknown>, token?: string) => {
  const { body: report, status, text } = await order(body, token);
  if (status !== 202) throw new Error(text);
  return { report, file: await file(report.id, token) };
};

describe("a report of a query", () => {
  test("when it is ordered, then it is told at once and made by itself", async () => {
    const reply = await order({ title: "Busy/hosts", format: "csv", query: topHosts });
    expect(reply.status).toBe(202);
    expect(reply.headers.get("location")).toBe(`/api/reports/${reply.body.id}`);
    expect(reply.body).toMatchObject({
      title: "Busy/hosts",
      status: "PENDING",
      source_type: "query",
      source_id: null,
      schedule_id: null,
      format: "csv",
      file_name: "Busy-hosts.csv",
      content_type: "application/csv",
    });
    expect((await file(reply.body.id)).text).toBe("name,count\r\nweb0,100\r\nweb1,100\r\nweb2,100\r\n");
    const { body } = await service.call("GET", `/api/reports/${reply.body.id}`);
    expect(body).toMatchObject({ status: "SUCCESS", progress: 100, size: 42, error: null });
  });

  test("when it is of a search, then it has every event of it, whatever the page", async () => {
    const { file } = await made({ format: "csv", query: { type: "Search", params: { page_size: 5 } } });
    const rows = parse(file.text, { columns: true }) as { host: string; message: string }[];
    expect(rows).toHaveLength(300);
    expect(rows.some(({ message }) => message.includes('=1+1 "quoted" שלום 🌡️'))).toBe(true);
  });

  test("when a zone is named, then times are in it, and presets that name none mean its days", async () => {
    const rate = { type: "EventRate", params: { time_range: { preset: "today", step: 86_400 } } };
    const { file } = await made({ format: "csv", query: rate, timezone: "Asia/Kolkata" });
    expect(file.text).toMatch(/T00:00:00\+05:30/);
  });

  test("when it is of a stored query, then it is of its instant, under the name of the query", async () => {
    const { body: query } = await service.call("POST", "/api/query", { body: topHosts });
    await service.call("POST", "/incoming", { body: [{ host: "late", message: "later" }] });
    const { report, file } = await made({ format: "csv", query: query.qid });
    expect(report).toMatchObject({ source_id: query.qid, title: "TopN query" });
    expect(file.text).not.toContain("late");
  });

  test("when somebody is limited to hosts, then so is his report", async () => {
    const { file } = await made({ format: "csv", query: topHosts }, limited.token);
    expect(file.text).toBe("name,count\r\nweb1,100\r\n");
  });

  test("when it is of a query that was removed, then there is none", async () => {
    const { body: stored } = await service.call("POST", "/api/query", { body: topHosts });
    await service.call("GET", `/api/query/${stored.qid}/remove`);
    const reply = await order({ format: "csv", query: stored.qid });
    expect([reply.status, Object.keys(reply.body)]).toEqual([400, ["query"]]);
  });
});

describe("a report of a dashboard", () => {
  const board = async (fields: Record<string, unknown> = {}, token?: string) => {
    const widgets = [
      { type: "TopN", title: "Hosts", config: { field: "host", limit: 2 } },
      { type: "EventRate", title: "Rate" },
      { type: "Search", title: "Latest", config: { limit: 4 } },
      { type: "Tasks", title: "To do" },
      { type: "System_CPU", title: "Processor" },
    ];
    const body = { title: "Ops", config: { time_range: { preset: "last_2_hours" } }, widgets, ...fields };
    return (await service.call("POST", "/api/dashboards", { body, ...(token ? { token } : {}) })).body.id as number;
  };

  test("when it is ordered, then all its widgets are answered at one instant", async () => {
    const { report, file } = await made({ format: "json", dashboard_id: await board(), timezone: "Europe/Paris" });
    expect(report).toMatchObject({ title: "Ops", source_type: "dashboard", file_name: "Ops.json" });
    const { base_time, timezone, widgets } = JSON.parse(file.text);
    expect([timezone, typeof base_time]).toEqual(["Europe/Paris", "number"]);
    expect(widgets.map((widget: { title: string; error: unknown }) => [widget.title, widget.error])).toEqual(
      ["Hosts", "Rate", "Latest", "To do", "Processor"].map((title) => [title, null]),
    );
    expect(widgets[0].results.totals.values).toHaveLength(2);
    expect(widgets[0].params.time_range).toMatchObject({ preset: "last_2_hours", timezone: "Europe/Paris" });
    expect(widgets[1].results.totals.sum).toBeGreaterThanOrEqual(300);
    expect(widgets[2].results.events.objects).toHaveLength(4);
    expect(widgets[2].results.totals.ts_to).toBe(base_time);
  });

  test.each([
    ["pdf", "%PDF-", "application/pdf"],
    ["docx", "PK\u0003\u0004", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"],
    ["xlsx", "PK\u0003\u0004", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
  ])("when it is ordered as %s, then it is one", async (format, start, type) => {
    const { report, file } = await made({ format, dashboard_id: await board() });
    expect([report.file_name, file.status, file.headers.get("content-type")]).toEqual([`Ops.${format}`, 200, type]);
    expect(file.text.startsWith(start)).toBe(true);
  });

  test("when the caller may not ask all of it, then those widgets say so and show nothing", async () => {
    const { file } = await made({ format: "json", dashboard_id: await board({ is_public: true }) }, mute.token);
    const { widgets } = JSON.parse(file.text);
    expect(widgets.map(({ results }: { results: unknown }) => results === null)).toEqual([
      true,
      true,
      true,
      false,
      true,
    ]);
    expect(file.text).not.toContain("web1");
  });

  test("when the caller is limited to hosts, then only these are counted", async () => {
    const { file } = await made({ format: "json", dashboard_id: await board({ is_public: true }) }, limited.token);
    expect(JSON.parse(file.text).widgets[0].results.totals.values).toEqual([{ name: "web1", count: 100 }]);
  });

  test("when it is somebody's own, then for others it is not there", async () => {
    const reply = await order({ format: "json", dashboard_id: await board() }, limited.token);
    expect([reply.status, Object.keys(reply.body)]).toEqual([400, ["dashboard_id"]]);
  });
});

describe("an order", () => {
  const dashboard = { format: "json", dashboard_id: 1 };
  test.each([
    [{}, ["format"]],
    [{ format: "xml", query: topHosts }, ["format"]],
    [{ format: "csv" }, ["non_field_errors"]],
    [{ ...dashboard, query: topHosts }, ["non_field_errors"]],
    [{ format: "csv", dashboard_id: 1 }, ["format"]],
    [{ format: "json", dashboard_id: 99_999 }, ["dashboard_id"]],
    [{ format: "json", query: "0".repeat(32) }, ["query"]],
    [{ format: "json", query: 7 }, ["query"]],
    [{ format: "json", query: { type: "Nothing", params: {} } }, ["query.type"]],
    [{ format: "json", query: { type: "TopN", params: { limit: 0 } } }, ["query.params.limit"]],
    [{ format: "json", query: topHosts, timezone: "Mars/Olympus" }, ["timezone"]],
    [{ format: "json", query: topHosts, title: "" }, ["title"]],
    [{ format: "json", query: topHosts, title: "x".repeat(256) }, ["title"]],
    [{ format: "pdf", query: { type: "System_CPU", params: {} } }, ["format"]],
  ])("when %j is ordered, then that is 400 on %j", async (body, fields) => {
    const reply = await order(body);
    expect([reply.status, Object.keys(reply.body)]).toEqual([400, fields]);
  });

  test("when who may not search orders a query, then that is 403", async () => {
    expect((await order({ format: "csv", query: topHosts }, mute.token)).status).toBe(403);
  });

  test("when it comes as a form, then the query is JSON text", async () => {
    const form = new URLSearchParams({ format: "csv", query: JSON.stringify(topHosts), title: "7" });
    const { status, body } = await service.call("POST", "/api/reports", { body: form });
    expect([status, body.title]).toEqual([202, "7"]);
  });
});

test("when many are ordered at once, then some wait, all are made, and beyond the bound it is 429", async () => {
  const { token } = await service.createUser({ username: "eager" });
  const replies = await Promise.all(
    Array.from({ length: 60 }, () => order({ format: "csv", query: { type: "Search", params: {} } }, token)),
  );
  const statuses = new Set(replies.map(({ status }) => status));
  expect([...statuses].every((status) => status === 202 || status === 429)).toBe(true);
  for (const { status, headers } of replies) if (status === 429) expect(headers.get("retry-after")).toBe("10");
  for (const { status, body } of replies) if (status === 202) expect((await file(body.id, token)).status).toBe(200);
});

test("when its title is long in any script, then its file has a name that a disk takes, cut between two characters", async () => {
  for (const title of ["週報".repeat(100), "🌡️".repeat(100), "x".repeat(255)]) {
    const { body } = await order({ title, format: "csv", query: topHosts });
    const stem = body.file_name.slice(0, -".csv".length);
    expect([title.startsWith(stem), stem.isWellFormed()]).toEqual([true, true]);
    expect(Buffer.byteLength(stem)).toBeLessThanOrEqual(200);
    expect(Buffer.byteLength(stem)).toBeGreaterThan(195);
  }
});

test("when their owner is deleted, then the files go at once, what is made for him ends, and who waits for it is told", async () => {
  const leaver = await service.createUser({ username: "leaver" });
  const { report } = await made({ format: "csv", query: topHosts }, leaver.token);
  const many = await Promise.all(
    Array.from({ length: 19 }, () => order({ format: "pdf", query: { type: "Search", params: {} } }, leaver.token)),
  );
  const waiting = file(many.at(-1)!.body.id);
  const other = await order({ format: "csv", query: topHosts });
  expect((await service.call("DELETE", `/api/users/${leaver.id}`)).status).toBe(204);
  expect((await waiting).status).toBe(404);
  expect((await file(other.body.id)).status).toBe(200);
  const ids = new Set([report, ...many.map(({ body }) => body)].map(({ id }) => String(id)));
  const left = readdirSync(join(service.dataFolder, "reports")).filter((name) => ids.has(name.split(".")[0]!));
  expect(left).toEqual([]);
});

test("when one is deleted while it waits or is made, then nothing of it is left", async () => {
  const orders = await Promise.all(
    [1, 2, 3, 4, 5].map(() => order({ format: "csv", query: { type: "Search", params: {} } })),
  );
  for (const { body } of orders) expect((await service.call("DELETE", `/api/reports/${body.id}`)).status).toBe(204);
  const last = await made({ format: "csv", query: topHosts });
  expect(last.file.status).toBe(200);
  const ids = new Set(orders.map(({ body }) => String(body.id)));
  const left = readdirSync(join(service.dataFolder, "reports")).filter((name) => ids.has(name.split(".")[0]!));
  expect(left).toEqual([]);
});
