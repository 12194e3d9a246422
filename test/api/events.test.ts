import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Service, startService, type TestUser } from "../support/service/start-service.ts";

let service: Service;
let ann: TestUser;
let limited: TestUser;
let noSearch: TestUser;
let ingestToken: string;
/** By message. */
let ids: Record<string, string>;

const start = Math.floor(Date.now() / 1000) - 100;

beforeAll(async () => {
  service = await startService({
    settings: { links: { src_ip: [{ name: "intel", label: "Intelligence", url: "https://intel.example/{value}" }] } },
  });
  ann = await service.createUser({ username: "ann" });
  limited = await service.createUser({ username: "limited", hosts: ["web*"] });
  noSearch = await service.createUser({ username: "nosearch", permissions: [] });
  const created = await service.call("POST", "/api/authtokens", { body: { token_type: "INGEST" } });
  ingestToken = created.body.secret_key;
  const web = { host: "web1", program: "sshd", severity: 4, facility: 10 };
  await store([
    {
      ...web,
      ts: start + 0.25,
      message: "Failed password",
      user_tags: { src_ip: "192.0.2.1" },
      extra_fields: { a: { b: 1 } },
    },
    { host: "db1", ts: start, message: "on another host" },
  ]);
  await store([{ ...web, ts: start + 2.5, message: "Failed password", user_tags: { src_ip: "192.0.2.1" } }]);
  await store([{ ...web, ts: start + 1, message: "Failed password", user_tags: { src_ip: "192.0.2.1" } }]);
  const { body } = await service.call("POST", "/api/query", { body: { type: "Search", params: {} } });
  ids = Object.fromEntries(
    body.results.events.objects.map((event: { id: string; message: string }) => [event.message, event.id]),
  );
});

afterAll(() => service.close());

async function store(events: object[]): Promise<void> {
  const { status, text } = await service.call("POST", "/incoming", { token: ingestToken, body: { events } });
  if (status !== 200) throw new Error(`not stored: ${status} ${text}`);
}

const get = (path: string, token = ann.token) => service.call("GET", path, { token });
const failed = () => `/api/events/${ids["Failed password"]}`;

describe("an event by its id", () => {
  test.each(["", "/"])("when the path ends with %j, then all of it is answered", async (slash) => {
    const { status, body, headers } = await get(`${failed()}${slash}`);
    expect([status, headers.get("content-type")]).toEqual([200, "application/json"]);
    expect(body).toEqual({
      id: ids["Failed password"],
      _id: ids["Failed password"],
      first_occurrence: start + 0.25,
      last_occurrence: start + 2.5,
      first_occurrence_date: expect.stringMatching(/^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d$/),
      last_occurrence_date: expect.stringMatching(/^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d$/),
      counter: 3,
      host: "web1",
      program: "sshd",
      message: "Failed password",
      pattern: "p1c80b3f476858cbbe",
      cisco_mnemonic: "",
      severity: 4,
      severity_name: "WARNING",
      facility: 10,
      facility_name: "AUTHPRIV",
      status: 0,
      status_name: "UNKNOWN",
      type: "HTTP",
      user_tags: { src_ip: "192.0.2.1" },
      extra_fields: { a: { b: 1 } },
      trigger_ids: [],
      triggers_fired_count: 0,
      triggers_fired_data: [],
      notes: [],
    });
  });

  test("when it is read by a search, then it is the same to the letter", async () => {
    const { body: query } = await service.call("POST", "/api/query", { body: { type: "Search", params: {} } });
    const found = query.results.events.objects.find(({ id }: { id: string }) => id === ids["Failed password"]);
    expect((await get(failed())).body).toEqual(found);
    const hinted = await service.call("GET", `/api/query/${query.qid}?actions_hint=1`);
    const foundHinted = hinted.body.results.events.objects.find(
      ({ id }: { id: string }) => id === ids["Failed password"],
    );
    expect((await get(`${failed()}?actions_hint=1`)).body).toEqual(foundHinted);
  });

  test("when actions are asked for, then fields have theirs and the administrator's links", async () => {
    const { body } = await get(`${failed()}?actions_hint=true&add_trigger_data=true`);
    expect(body.triggers_fired_data).toEqual([]);
    expect(Object.keys(body.actions).sort()).toEqual([
      "_event",
      "facility",
      "host",
      "message",
      "program",
      "severity",
      "src_ip",
      "status",
      "type",
    ]);
    expect(body.actions.src_ip.map(({ name }: { name: string }) => name)).toEqual([
      "filter",
      "exclude",
      "top_n",
      "geoip",
      "whois",
      "intel",
    ]);
    expect(body.actions.src_ip.at(-1).url).toBe("https://intel.example/192.0.2.1");
    expect((await get(`${failed()}?actions_hint=false`)).body).not.toHaveProperty("actions");
  });

  test.each(["actions_hint=maybe", "add_trigger_data=2", "actions_hint="])(
    "when the parameter is %s, then 400 names it",
    async (query) => {
      const { status, body } = await get(`${failed()}?${query}`);
      expect([status, Object.keys(body)]).toEqual([400, [query.split("=")[0]]]);
    },
  );
});

describe("its timestamps", () => {
  test.each(["", "/"])("when the path ends with %j, then every occurrence is there, ascending", async (slash) => {
    const { status, body } = await get(`${failed()}/timestamps${slash}`);
    expect(status).toBe(200);
    expect(body).toEqual({
      ev_id: ids["Failed password"],
      count: 3,
      first_occurrence: start + 0.25,
      last_occurrence: start + 2.5,
      timestamps: [start + 0.25, start + 1, start + 2.5].map((ts) => ({ ts, trigger_ids: [] })),
    });
  });
});

describe("its triggers", () => {
  test.each(["", "/"])("when the path ends with %j and none fired, then there are none", async (slash) => {
    const { status, body } = await get(`${failed()}/triggers${slash}`);
    expect(status).toBe(200);
    expect(body).toEqual({ ev_id: ids["Failed password"], triggers_fired_count: 0, triggers: [] });
  });
});

describe("who may", () => {
  const parts = ["", "/timestamps", "/triggers"];

  test("when a guest or an INGEST token comes, then 401", async () => {
    for (const token of ["", ingestToken])
      for (const part of parts) expect((await get(`${failed()}${part}`, token)).status).toBe(401);
  });

  test("when a user may not search, then 403", async () => {
    for (const part of parts) expect((await get(`${failed()}${part}`, noSearch.token)).status).toBe(403);
  });

  test("when a user may not see its host, then 404 as if there were none, and others he sees", async () => {
    for (const part of parts) {
      const hidden = await get(`/api/events/${ids["on another host"]}${part}`, limited.token);
      expect([hidden.status, hidden.body]).toEqual([404, { detail: "Not found." }]);
      expect((await get(`${failed()}${part}`, limited.token)).status).toBe(200);
    }
  });

  test("when an admin comes, then he sees all", async () => {
    for (const part of parts)
      expect((await get(`/api/events/${ids["on another host"]}${part}`, service.adminToken)).status).toBe(200);
  });

  test.each([
    "999999",
    "9007199254740991",
    "9007199254740993",
    "99999999999999999999",
    "-1",
    "+1",
    "01",
    "1.0",
    "1e3",
    "0x1",
    "abc",
    "%00",
    "%20",
  ])("when the id is %s, then 404", async (id) => {
    for (const part of parts) expect((await get(`/api/events/${id}${part}`)).status).toBe(404);
  });

  test.each(["POST", "PUT", "PATCH", "DELETE"])("when the method is %s, then 405 with Allow", async (method) => {
    const { status, headers } = await service.call(method, failed(), { token: ann.token });
    expect([status, headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
  });
});
