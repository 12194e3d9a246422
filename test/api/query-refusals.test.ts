import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Service, startService, type TestUser } from "../support/service/start-service.ts";

let service: Service;
let ann: TestUser;

beforeAll(async () => {
  service = await startService();
  ann = await service.createUser({ username: "ann" });
});

afterAll(() => service.close());

const condition = { field: "host", value: "x" };
const search = { type: "Search", params: {} };

async function make(): Promise<string> {
  return (await service.call("POST", "/api/query", { token: ann.token, body: search })).body.qid;
}

describe("what does not fit", () => {
  test.each([
    ["no type", { params: {} }, "type"],
    ["a blank type", { type: "", params: {} }, "type"],
    ["an unknown type", { type: "Nonsense", params: {} }, "type"],
    ["a type of another kind", { type: 5, params: {} }, "type"],
    ["no params", { type: "Search" }, "params"],
    ["params of another kind", { type: "Search", params: [] }, "params"],
    ["params null", { type: "Search", params: null }, "params"],
    ["an unknown preset", withParams({ time_range: { preset: "last_week_or_so" } }), "params.time_range.preset"],
    ["a reversed range", withParams({ time_range: { ts_from: 2000, ts_to: 1000 } }), "params.time_range"],
    ["an unknown field in a range", withParams({ time_range: { from: 1000, to: 2000 } }), "params.time_range.from"],
    ["an unknown field in a condition", withParams({ filter: [{ ...condition, not: true }] }), "params.filter.0.not"],
    ["an unknown operator", withParams({ filter: [{ field: "host", op: "~~", value: "x" }] }), "params.filter.0.op"],
    ["a filter of another kind", withParams({ filter: "host" }), "params.filter"],
    ["page 0", withParams({ page: 0 }), "params.page"],
    ["a page in words", withParams({ page: "two" }), "params.page"],
    ["page_size 0", withParams({ page_size: 0 }), "params.page_size"],
    ["page_size 10,001", withParams({ page_size: 10_001 }), "params.page_size"],
    ["a negative offset", withParams({ offset: -1 }), "params.offset"],
    ["an unknown sort", withParams({ sort: "host" }), "params.sort"],
    ["freeze_time in words", withParams({ freeze_time: "maybe" }), "params.freeze_time"],
  ])("when there is %s, then 400 says where", async (_, body, field) => {
    for (const path of ["/api/query", "/api/query?validate_only=1"]) {
      const reply = await service.call("POST", path, { token: ann.token, body });
      expect(reply.status).toBe(400);
      const names = Object.keys(reply.body);
      expect(names.some((name) => name === field || name.startsWith(`${field}.`))).toBe(true);
      expect(Object.values(reply.body).every((messages) => Array.isArray(messages))).toBe(true);
    }
  });

  test.each([
    ["POST", "/api/query?validate_only=perhaps", "validate_only"],
    ["GET", "/api/query/QID?page=0", "page"],
    ["GET", "/api/query/QID?page=-1", "page"],
    ["GET", "/api/query/QID?page=two", "page"],
    ["GET", "/api/query/QID?page=1.5", "page"],
    ["GET", "/api/query/QID?page=", "page"],
    ["GET", "/api/query/QID?page=1,2", "page"],
    ["GET", "/api/query/QID?page_size=0", "page_size"],
    ["GET", "/api/query/QID?page_size=10001", "page_size"],
    ["GET", "/api/query/QID?page_size=x", "page_size"],
    ["GET", "/api/query/QID?offset=-1", "offset"],
    ["GET", "/api/query/QID?offset=x", "offset"],
    ["GET", "/api/query/QID?add_geoip_data=2", "add_geoip_data"],
    ["GET", "/api/query/QID?actions_hint=yes", "actions_hint"],
    ["GET", "/api/query/QID?add_trigger_data=x", "add_trigger_data"],
  ])("when %s %s, then 400 names the parameter", async (method, path, parameter) => {
    const qid = await make();
    const reply = await service.call(method, path.replace("QID", qid), {
      token: ann.token,
      body: method === "POST" ? search : undefined,
    });
    expect(reply.status).toBe(400);
    expect(reply.body).toEqual({ [parameter]: expect.any(String) });
  });

  test("when parameters have their bounds, then they are taken", async () => {
    const qid = await make();
    const path = `/api/query/${qid}?page=1&page_size=10000&offset=0&add_geoip_data=TRUE&actions_hint=0&add_trigger_data=1`;
    expect((await service.call("GET", path, { token: ann.token })).status).toBe(200);
  });

  test("when the body is no JSON or of another type, then 400 and 415", async () => {
    const headers = { "content-type": "application/json" };
    const broken = await service.call("POST", "/api/query", { token: ann.token, body: "{", headers });
    expect([broken.status, Object.keys(broken.body)]).toEqual([400, ["detail"]]);
    const text = { "content-type": "text/plain" };
    expect((await service.call("POST", "/api/query", { token: ann.token, body: "{}", headers: text })).status).toBe(
      415,
    );
  });
});

function withParams(params: object) {
  return { type: "Search", params };
}
