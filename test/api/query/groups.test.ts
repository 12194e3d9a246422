import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Service, startService } from "../../support/service/start-service.ts";

let service: Service;
beforeAll(async () => {
  service = await startService();
  const events = [
    { host: "web1", program: "nginx", severity: 6, message: "served", user_tags: { code: 200 } },
    { host: "web1", program: "nginx", severity: 3, message: "upstream timed out", user_tags: { code: 504 } },
    { host: "db1", program: "postgres", severity: 3, message: "connection refused" },
    { host: "db1", program: "cron", severity: 6, message: "job done" },
  ];
  await service.call("POST", "/incoming", { body: { events } });
});
afterAll(() => service.close());

async function found(params: object): Promise<string[]> {
  const { status, body } = await service.call("POST", "/api/query", { body: { type: "Search", params } });
  expect([status, body.status]).toEqual([201, "SUCCESS"]);
  return body.results.events.objects.map(({ message }: { message: string }) => message).sort();
}

describe("alternatives, groups and their opposite", () => {
  test.each([
    ["code>=500 | program:cron", ["job done", "upstream timed out"]],
    ["(host:db1 | code:200) severity:info", ["job done", "served"]],
    ["-(host:web1 severity:error)", ["connection refused", "job done", "served"]],
    ["-code>=500", ["connection refused", "job done", "served"]],
    ["host:db1 (refused | program:cron)", ["connection refused", "job done"]],
    ["refused | served | program:cron", ["connection refused", "job done", "served"]],
  ])("when the line is %s, then these events are found, also by the filter that it becomes", async (q, messages) => {
    expect(await found({ q })).toEqual(messages);
  });

  test("when a filter has them, then counts, rates and searches agree", async () => {
    const condition = (field: string, value: unknown, op = "eq") => ({ field, value, op });
    const filter = [
      {
        any: [condition("code", 500, "ge"), { all: [condition("host", "db1"), { not: condition("program", "cron") }] }],
      },
    ];
    expect(await found({ filter })).toEqual(["connection refused", "upstream timed out"]);
    const ask = (type: string, params: object) => service.call("POST", "/api/query", { body: { type, params } });
    const top = await ask("TopN", { field: "program", filter });
    expect(top.body.results.totals.values).toEqual([
      { name: "nginx", count: 1 },
      { name: "postgres", count: 1 },
    ]);
    expect((await ask("EventRate", { filter })).body.results.totals.sum).toBe(2);
    expect(
      (await ask("EventRate", { filter: [{ not: { any: [condition("severity", 3)] } }] })).body.results.totals.sum,
    ).toBe(2);
  });

  test("when they are wrong, then the answer names the place", async () => {
    const params = { filter: [{ any: [{ field: "a", op: "lt", value: "x" }] }] };
    const { status, body } = await service.call("POST", "/api/query", { body: { type: "Search", params } });
    expect([status, body]).toEqual([400, { "params.filter.0.any.0.value": ['Expected a number, got "x".'] }]);
  });

  test("when a trigger has them, then it fires for what they mean and answers them as they were sent", async () => {
    const filter = [{ any: [{ field: "host", value: "web9" }, { not: { field: "program", value: "*" } }] }];
    const made = await service.call("POST", "/api/triggers", {
      body: { name: "groups", filter, mark_actionable: true },
    });
    expect(made.status).toBe(201);
    const full = { op: "eq", ignore_case: true };
    expect(made.body.filter).toEqual([
      { any: [{ field: "host", value: "web9", ...full }, { not: { field: "program", value: "*", ...full } }] },
    ]);
    const events = [
      { host: "web9", program: "x", message: "by host" },
      { host: "a", message: "by no program" },
      { host: "b", program: "x", message: "neither" },
    ];
    await service.call("POST", "/incoming", { body: { events } });
    expect(await found({ filter: [{ field: "trigger_ids", value: String(made.body.id) }] })).toEqual([
      "by host",
      "by no program",
    ]);
  });
});
