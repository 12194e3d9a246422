import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { baseFields } from "../../../src/api/fields/base-fields.ts";
import { reservedNames } from "../../../src/eventstore/event/reserved-names.ts";
import { findField } from "../../../src/filter/condition/fields.ts";
import { type Service, startService, type TestUser } from "../../support/service/start-service.ts";

let service: Service;
let ann: TestUser;
let limited: TestUser;
let noSearch: TestUser;
let ingestToken: string;
const now = Math.floor(Date.now() / 1000);

beforeAll(async () => {
  service = await startService();
  ann = await service.createUser({ username: "ann" });
  limited = await service.createUser({ username: "limited", hosts: ["web*"] });
  noSearch = await service.createUser({ username: "nosearch", permissions: ["view_system"] });
  ingestToken = (await service.call("POST", "/api/authtokens", { body: { token_type: "INGEST" } })).body.secret_key;
  const event = (host: string, ts: number, message: string, user_tags: object = {}, rest: object = {}) => ({
    host,
    ts,
    message,
    program: "sshd",
    severity: 6,
    user_tags,
    ...rest,
  });
  await store([
    event("web1", now - 10, "a", { user: "Ann", code: "200", path: "a*b?\\c" }),
    event("web1", now - 9, "b", { user: "bob", code: "404", path: "a-b" }),
    event("web2", now - 8, "c", { user: "anton", code: "200" }, { severity: 3, program: "nginx" }),
    event("db1", now - 7, "d", { secret: "x", user: "andrea", code: "n/a" }, { severity: 0 }),
    event("Web3", now - 3 * 86_400, "old", { ancient: "y" }),
    event("web9", now - 40 * 86_400, "older", { fossil: "z" }),
  ]);
  await store([event("web1", now - 5, "a", { user: "Ann", code: "200", path: "a*b?\\c" })]);
});
afterAll(() => service.close());

async function store(events: object[]): Promise<void> {
  const { status, text } = await service.call("POST", "/incoming", { token: ingestToken, body: { events } });
  if (status !== 200) throw new Error(`not stored: ${status} ${text}`);
}
const get = (query: string, who: TestUser = ann) => service.call("GET", `/api/fields?${query}`, { token: who.token });
const tagsOf = async (query: string, who?: TestUser) =>
  (await get(query, who)).body.fields
    .filter(({ kind }: { kind: string }) => kind === "tag")
    .map(({ name, type }: { name: string; type: string }) => `${name} ${type}`);
const valuesOf = async (query: string, who?: TestUser) =>
  Object.fromEntries(
    (await get(query, who)).body.values.map(({ value, count }: { value: string; count: number }) => [value, count]),
  );

describe("names of fields", () => {
  test("when they are asked for, then base fields come first and then the tags of the last day, with what they are", async () => {
    for (const slash of ["", "/"]) {
      const { status, body } = await service.call("GET", `/api/fields${slash}`, { token: ann.token });
      expect(status).toBe(200);
      expect(body.fields[0]).toEqual({ name: "host", label: "Host", type: "text", kind: "base", has_values: true });
      expect(body.fields.slice(0, baseFields.length).map(({ name }: { name: string }) => name)).toEqual(
        baseFields.map(({ name }) => name),
      );
      expect(body.fields.at(-1)).toEqual({ name: "user", label: "user", type: "text", kind: "tag", has_values: true });
      expect(body.ts_to - body.ts_from).toBe(86_400);
      expect(body).toMatchObject({ is_complete: true, warnings: [] });
    }
    expect(await tagsOf("")).toEqual(["code text", "path text", "secret text", "user text"]);
  });

  test("when a range is named, then the tags are those of events inside it", async () => {
    expect(await tagsOf("ts_from=-345600")).toEqual([
      "ancient text",
      "code text",
      "path text",
      "secret text",
      "user text",
    ]);
    expect(await tagsOf(`ts_from=${now - 9}&ts_to=${now - 7}`)).toEqual(["code number", "path text", "user text"]);
    expect(await tagsOf("ts_from=-345600&ts_to=-172800")).toEqual(["ancient text"]);
  });

  test("when a begin or a limit is named, then only such are listed", async () => {
    const { body } = await get("prefix=SE");
    expect(body.fields.map(({ name }: { name: string }) => name)).toEqual(["severity", "severity_name", "secret"]);
    expect(await tagsOf("limit=2")).toEqual(["code text", "path text"]);
  });

  test("when the caller is limited to hosts, then tags of other hosts are not there", async () => {
    expect(await tagsOf("", limited)).toEqual(["code number", "path text", "user text"]);
    expect((await get("", limited)).text).not.toContain("secret");
  });
});

describe("values of a field", () => {
  test.each([
    ["name=host", { web1: 3, web2: 1, db1: 1 }],
    ["name=host&prefix=we", { web1: 3, web2: 1 }],
    ["name=host&prefix=WEB&limit=1", { web1: 3 }],
    ["name=host&prefix=we&ts_from=-604800", { web1: 3, web2: 1, Web3: 1 }],
    ["name=host&prefix=nothing", {}],
    ["name=program&prefix=n", { nginx: 1 }],
    ["name=user&prefix=an", { Ann: 2, andrea: 1, anton: 1 }],
    ["name=code&prefix=2", { "200": 3 }],
    ["name=code", { "200": 3, "404": 1, "n/a": 1 }],
    ["name=severity", { "6": 3, "3": 1, "0": 1 }],
    ["name=severity&prefix=err", { "3": 1 }],
    ["name=severity_name&prefix=e", { ERROR: 1, EMERGENCY: 1 }],
    ["name=type", { HTTP: 5 }],
    [`name=path&prefix=${encodeURIComponent("a*")}`, { "a*b?\\c": 2 }],
    [`name=path&prefix=${encodeURIComponent("a*b?\\")}`, { "a*b?\\c": 2 }],
    ["name=path&prefix=a-", { "a-b": 1 }],
    ["name=unknown_tag", {}],
  ])("when it is asked with %s, then it has these", async (query, expected) => {
    expect(await valuesOf(query)).toEqual(expected);
  });

  test("when it is answered, then the range that was counted is told", async () => {
    const { status, body } = await get("name=host&prefix=web2");
    expect(status).toBe(200);
    expect(body).toEqual({
      name: "host",
      values: [{ value: "web2", count: 1 }],
      ts_from: expect.any(Number),
      ts_to: expect.any(Number),
      is_complete: true,
      warnings: [],
    });
    expect(body.ts_to).toBeGreaterThan(now);
    expect(body.ts_to - body.ts_from).toBeLessThanOrEqual(86_400 + 120);
  });

  test("when the caller is limited to hosts, then values of other hosts are not there, nor counted", async () => {
    expect(await valuesOf("name=host", limited)).toEqual({ web1: 3, web2: 1 });
    expect(await valuesOf("name=host&prefix=db", limited)).toEqual({});
    expect(await valuesOf("name=user", limited)).toEqual({ Ann: 2, bob: 1, anton: 1 });
    expect(await valuesOf("name=secret", limited)).toEqual({});
    expect(await valuesOf("name=severity", limited)).toEqual({ "6": 3, "3": 1 });
  });

  test("when something is stored just now, then it is among them", async () => {
    await store([{ host: "brand-new", message: "first" }]);
    expect(await valuesOf("name=host&prefix=brand")).toEqual({ "brand-new": 1 });
  });
});

describe("who may and what fits", () => {
  test("when guest, shipper, somebody without search_events, a user and the admin ask, then they may or may not", async () => {
    for (const query of ["", "name=host"]) {
      const statuses: number[] = [];
      for (const token of ["", ingestToken, noSearch.token, ann.token, service.adminToken])
        statuses.push((await service.call("GET", `/api/fields?${query}`, { token })).status);
      expect(statuses).toEqual([401, 401, 403, 200, 200]);
    }
    const wrong = await service.call("POST", "/api/fields", { body: {} });
    expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
  });

  test.each([
    ["name=", "name"],
    ["name=message", "name"],
    ["name=counter", "name"],
    ["name=id", "name"],
    ["name=_id", "name"],
    ["name=first_occurrence", "name"],
    ["name=user_tags", "name"],
    [`name=${"x".repeat(256)}`, "name"],
    [`name=host&prefix=${"x".repeat(256)}`, "prefix"],
    ["limit=0", "limit"],
    ["limit=1001", "limit"],
    ["limit=x", "limit"],
    ["ts_from=x", "ts_from"],
    ["ts_to=1.5", "ts_to"],
    ["ts_from=-10&ts_to=-20", "ts_from"],
    ["ts_from=0", "ts_from"],
    ["ts_from=-2678401", "ts_from"],
    ["name=host&ts_from=-2678401", "ts_from"],
    ["name=host&ts_from=9000000001&ts_to=9000000002", "ts_from"],
  ])("when %s is asked, then that is 400 on %s", async (query, parameter) => {
    const reply = await get(query);
    expect([reply.status, reply.body]).toEqual([400, { [parameter]: expect.any(String) }]);
  });

  test("when the longest range is asked, then it is answered", async () => {
    expect((await get("ts_from=-2678400")).status).toBe(200);
    expect((await get("name=host&ts_from=-2678400&limit=1000")).status).toBe(200);
  });
});

test("when the filter knows a field, then it is listed here as what it is", () => {
  const searchable = [...reservedNames].filter((name) => {
    try {
      return name !== "_id" && findField(name).kind !== "tag";
    } catch {
      return false;
    }
  });
  expect(baseFields.map(({ name }) => name).sort()).toEqual(searchable.sort());
});
