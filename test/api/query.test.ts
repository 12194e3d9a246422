import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Service, startService, type TestUser } from "../support/service/start-service.ts";

let service: Service;
let ann: TestUser;
let bob: TestUser;
let limited: TestUser;
let noSearch: TestUser;
let ingestToken: string;

beforeAll(async () => {
  service = await startService();
  ann = await service.createUser({ username: "ann" });
  bob = await service.createUser({ username: "bob" });
  limited = await service.createUser({ username: "limited", hosts: ["web*"] });
  noSearch = await service.createUser({ username: "nosearch", permissions: ["manage_tasks"] });
  const created = await service.call("POST", "/api/authtokens", { body: { token_type: "INGEST" } });
  ingestToken = created.body.secret_key;
  await store(
    Array.from({ length: 250 }, (_, index) => ({
      host: index % 5 === 0 ? "db1" : "web1",
      program: index % 2 === 0 ? "sshd" : "cron",
      message: `event number ${index}`,
      severity: 3,
    })),
  );
});

afterAll(() => service.close());

const lastHour = { time_range: { preset: "last_1_hours" } };
const search = { type: "Search", params: lastHour };
const topHosts = { type: "TopN", params: { ...lastHour, field: "host" } };

async function store(events: object[]): Promise<void> {
  const { status, text } = await service.call("POST", "/incoming", { token: ingestToken, body: { events } });
  if (status !== 200) throw new Error(`not stored: ${status} ${text}`);
}

async function make(body: object, token = ann.token): Promise<string> {
  const { status, body: record, text } = await service.call("POST", "/api/query", { token, body });
  if (status !== 201) throw new Error(`not made: ${status} ${text}`);
  return record.qid;
}

const get = (path: string, token = ann.token) => service.call("GET", path, { token });

/** The record when it is finished. */
async function finished(qid: string, token = ann.token) {
  for (;;) {
    const { body } = await get(`/api/query/${qid}`, token);
    if (body.status !== "PENDING" && body.status !== "IN_PROGRESS") return body;
  }
}

describe("an event with several occurrences", () => {
  test("when some lie outside the range of a search, then those within are told; and only then", async () => {
    const at = 1_790_000_000;
    const events = [0, 20, 40].map((seconds) => ({ host: "ticks", message: "tick", ts: at + seconds }));
    await service.call("POST", "/incoming", { body: { events } });
    const shown = async (from: number, to: number) => {
      const params = { q: "host:ticks", time_range: { ts_from: at + from, ts_to: at + to } };
      const { body } = await service.call("POST", "/api/query", { body: { type: "Search", params } });
      return body.results.events.objects.map(({ counter, last_occurrence, in_range }: Record<string, unknown>) => [
        counter,
        last_occurrence,
        in_range,
      ]);
    };
    const part = (first: number, last: number, counter: number) => ({
      first_occurrence: at + first,
      last_occurrence: at + last,
      counter,
    });
    expect(await shown(10, 30)).toEqual([[3, at + 40, part(20, 20, 1)]]);
    expect(await shown(0, 40)).toEqual([[3, at + 40, part(0, 20, 2)]]);
    expect(await shown(0, 41)).toEqual([[3, at + 40, undefined]]);
    expect(await shown(21, 40)).toEqual([]);
  });
});

describe("making a query", () => {
  test.each(["/api/query", "/api/query/"])("when it is quick, then POST %s answers it finished", async (path) => {
    // The first question of a service also starts a thread.
    await finished(await make(topHosts));
    const { status, body, headers } = await service.call("POST", path, { token: ann.token, body: topHosts });
    expect(status).toBe(201);
    expect(headers.get("content-type")).toBe("application/json");
    expect(headers.get("x-request-id")).toBeTruthy();
    expect(body).toMatchObject({
      qid: expect.stringMatching(/^[0-9a-f]{32}$/),
      query_id: body.qid,
      type: "TopN",
      status: "SUCCESS",
      progress: 100,
      owner_id: ann.id,
      error: null,
      warnings: [],
      params: { field: "host", limit: 5, time_range: { preset: "last_1_hours" } },
    });
    expect(body.results.totals.values).toEqual([
      { name: "web1", count: 200 },
      { name: "db1", count: 50 },
    ]);
    expect(Math.abs(body.base_time - Date.now() / 1000)).toBeLessThan(3600);
    expect(Number.isInteger(body.base_time)).toBe(true);
  });

  test.each(["TopN", "TopNQuery"])("when the type is written %s, then it is answered so", async (type) => {
    const { body } = await service.call("POST", "/api/query", { token: ann.token, body: { ...topHosts, type } });
    expect(body.type).toBe(type);
    expect((await get(`/api/query/${body.qid}`)).body.type).toBe(type);
  });

  test.each([
    ["JSON", JSON.stringify(topHosts), "application/json"],
    ["urlencoded", new URLSearchParams({ type: "TopN", params: JSON.stringify(topHosts.params) }), undefined],
    ["multipart", multipart({ type: "TopN", params: JSON.stringify(topHosts.params) }), undefined],
  ])("when the body is %s, then it is understood", async (_, body, type) => {
    const headers: Record<string, string> = type === undefined ? {} : { "content-type": type };
    const reply = await service.call("POST", "/api/query", { token: ann.token, body, headers });
    expect(reply.status).toBe(201);
    expect(reply.body.results.totals.values[0]).toEqual({ name: "web1", count: 200 });
  });

  test("when it is only validated, then it is answered with defaults filled in and cannot be read", async () => {
    const { status, body } = await service.call("POST", "/api/query?validate_only=true", {
      token: ann.token,
      body: { type: "Search", params: {} },
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({ qid: null, query_id: null, results: null, type: "Search", error: null });
    expect(body.params).toMatchObject({ page_size: 100, sort: "-last_occurrence" });
    expect(body.params.time_range).toMatchObject({ preset: "last_1_hours" });
  });

  test("when validate_only is false, then it is evaluated", async () => {
    const path = "/api/query?validate_only=0";
    const { body } = await service.call("POST", path, { token: ann.token, body: search });
    expect(body).toMatchObject({ status: "SUCCESS", results: { totals: { count: 250 } } });
  });

  test("when an event was accepted before, then every query that starts later sees it", async () => {
    for (let round = 0; round < 10; round++) {
      await store([{ host: "fresh", program: "round", message: `round ${round}` }]);
      const filter = [{ field: "program", value: "round" }];
      const { body } = await service.call("POST", "/api/query", {
        token: ann.token,
        body: { type: "Search", params: { time_range: { ts_from: -3600, ts_to: 0 }, filter } },
      });
      expect(body.results.totals.count).toBe(round + 1);
    }
  });
});

function multipart(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

describe("who may", () => {
  const paths = ["", "/recalculate", "/stop", "/remove"];

  test("when a guest or an INGEST token comes, then 401", async () => {
    const qid = await make(search);
    for (const token of ["", ingestToken]) {
      expect((await service.call("POST", "/api/query", { token, body: search })).status).toBe(401);
      for (const path of paths) expect((await get(`/api/query/${qid}${path}`, token)).status).toBe(401);
      expect((await service.call("POST", `/api/query/${qid}/stop`, { token })).status).toBe(401);
    }
  });

  test("when a user may not search, then 403", async () => {
    const qid = await make(search);
    const { token } = noSearch;
    expect((await service.call("POST", "/api/query", { token, body: search })).status).toBe(403);
    for (const path of paths) expect((await get(`/api/query/${qid}${path}`, token)).status).toBe(403);
  });

  test("when it is another user's, then 404 and it stays", async () => {
    const qid = await make(search);
    for (const path of paths) {
      const { status, body } = await get(`/api/query/${qid}${path}`, bob.token);
      expect([status, body]).toEqual([404, { detail: "Not found." }]);
    }
    expect((await service.call("POST", `/api/query/${qid}/stop`, { token: bob.token })).status).toBe(404);
    expect((await get(`/api/query/${qid}`)).status).toBe(200);
  });

  test("when a superuser comes, then he sees it, stops it, removes it", async () => {
    const qid = await make(search);
    for (const path of ["", "/stop", "/recalculate", "/remove"]) {
      const { status, body } = await get(`/api/query/${qid}${path}`, service.adminToken);
      expect([status, body.owner_id]).toEqual([200, ann.id]);
    }
    expect((await get(`/api/query/${qid}`)).status).toBe(404);
  });

  test("when a user sees only some hosts, then no kind of query shows another, not even to an admin who looks", async () => {
    const qid = await make({ type: "TopN", params: { ...lastHour, field: "host" } }, limited.token);
    for (const token of [limited.token, service.adminToken]) {
      const { body } = await get(`/api/query/${qid}`, token);
      expect(body.results.totals.values.map(({ name }: { name: string }) => name)).toEqual(["web1"]);
    }
    const found = await make({ type: "Search", params: { ...lastHour, page_size: 1000 } }, limited.token);
    const { body } = await get(`/api/query/${found}?page=1`, limited.token);
    expect(new Set(body.results.events.objects.map(({ host }: { host: string }) => host))).toEqual(new Set(["web1"]));
    const asked = await make(
      { type: "Search", params: { ...lastHour, filter: [{ field: "host", value: "db1" }] } },
      limited.token,
    );
    expect((await finished(asked, limited.token)).results.totals.count).toBe(0);
  });

  test("when a user's hosts are narrowed, then frozen results of before are not shown any more", async () => {
    const carl = await service.createUser({ username: "carl" });
    const qid = await make({ ...topHosts, params: { ...topHosts.params, freeze_time: true } }, carl.token);
    await service.call("PATCH", `/api/users/${carl.id}`, { body: { hosts: ["db*"] } });
    const { results } = await finished(qid, carl.token);
    expect(results.totals.values).toEqual([{ name: "db1", count: 50 }]);
  });

  test("when the GETs that act come from another site by cookie, then 403", async () => {
    const qid = await make(search);
    const headers = { cookie: ann.cookie, "sec-fetch-site": "cross-site" };
    for (const path of ["/recalculate", "/stop", "/remove"]) {
      const reply = await service.call("GET", `/api/query/${qid}${path}`, { token: "", headers });
      expect(reply.status).toBe(403);
    }
    const own = { cookie: ann.cookie, "sec-fetch-site": "same-origin" };
    expect((await service.call("GET", `/api/query/${qid}/remove`, { token: "", headers: own })).status).toBe(200);
  });

  test.each(["0", "x".repeat(32), "0".repeat(32), "0".repeat(31), "A".repeat(32), "%00"])(
    "when the qid is %s, then 404",
    async (qid) => {
      for (const path of paths) expect((await get(`/api/query/${qid}${path}`)).status).toBe(404);
    },
  );

  test("when the method is another, then 405 with Allow", async () => {
    const qid = await make(search);
    const put = await service.call("PUT", "/api/query", { token: ann.token, body: search });
    expect([put.status, put.headers.get("allow")]).toEqual([405, "POST, OPTIONS"]);
    const posted = await service.call("POST", `/api/query/${qid}/remove`, { token: ann.token });
    expect(posted.status).toBe(405);
  });
});

describe("reading", () => {
  test.each(["", "/"])("when the path ends with %j, then it is read", async (slash) => {
    const qid = await make(search);
    const { status, body } = await get(`/api/query/${qid}${slash}`);
    expect([status, body.qid]).toEqual([200, qid]);
  });

  test("when a relative range is read again, then it has what came in meanwhile; frozen or absolute it has not", async () => {
    const filter = [{ field: "program", value: "again" }];
    const now = Math.floor(Date.now() / 1000);
    const moving = await make({ type: "Search", params: { ...lastHour, filter } });
    const frozen = await make({ type: "Search", params: { ...lastHour, filter, freeze_time: true } });
    const absolute = await make({
      type: "Search",
      params: { filter, time_range: { ts_from: now - 60, ts_to: now + 3600 } },
    });
    await store([{ host: "web1", program: "again", message: "one more" }]);
    expect((await finished(moving)).results.totals.count).toBe(1);
    expect((await finished(frozen)).results.totals.count).toBe(0);
    expect((await finished(absolute)).results.totals.count).toBe(0);
    await get(`/api/query/${absolute}/recalculate`);
    expect((await finished(absolute)).results.totals.count).toBe(1);
  });

  test("when actions are asked for, then each event says what can be done with its fields", async () => {
    const qid = await make(search);
    const { body } = await get(`/api/query/${qid}?actions_hint=true&page_size=1`);
    const [event] = body.results.events.objects;
    expect(event.actions.program.map(({ name }: { name: string }) => name)).toEqual(["filter", "exclude", "top_n"]);
    expect(event.actions._event).toHaveLength(2);
    const without = await get(`/api/query/${qid}?page_size=1`);
    expect(without.body.results.events.objects[0]).not.toHaveProperty("actions");
  });
});

describe("paging", () => {
  test("when events stream in, then the pages of a minute are one instant: nothing twice, nothing missing", async () => {
    const filter = [{ field: "message", op: "=~", value: "^event number" }];
    const qid = await make({ type: "Search", params: { ...lastHour, filter, page_size: 30 } });
    const first = await get(`/api/query/${qid}?page=1`);
    const ids: string[] = [];
    for (let page = 1; page <= 9; page++) {
      await store(
        Array.from({ length: 20 }, (_, index) => ({ host: "late", message: `event number late ${page} ${index}` })),
      );
      const { status, body } = await get(`/api/query/${qid}?page=${page}`);
      expect(status).toBe(200);
      expect(body.base_time).toBe(first.body.base_time);
      expect(body.results.totals.count).toBe(250);
      expect(body.results.events).toMatchObject({ item_count: 250, page_count: 9, page_number: page, page_size: 30 });
      ids.push(...body.results.events.objects.map(({ id }: { id: string }) => id));
    }
    expect(ids).toHaveLength(250);
    expect(new Set(ids).size).toBe(250);
    const beyond = await get(`/api/query/${qid}?page=10`);
    expect([beyond.status, beyond.body]).toEqual([404, { detail: "Invalid page." }]);
    const renewed = await get(`/api/query/${qid}`);
    expect(renewed.body.results.totals.count).toBe(430);
  });

  test("when offset and page are given, then offset wins", async () => {
    const qid = await make(search);
    const { body } = await get(`/api/query/${qid}?page=3&offset=5&page_size=2`);
    expect(body.results.events).toMatchObject({ offset: 5, page_size: 2 });
    expect(body.results.events.objects).toHaveLength(2);
  });

  test("when the offset is past the end, then 404, and at the last event it is there", async () => {
    const qid = await make({ type: "Search", params: { ...lastHour, filter: [{ field: "host", value: "db1" }] } });
    expect((await get(`/api/query/${qid}?offset=49`)).body.results.events.objects).toHaveLength(1);
    expect((await get(`/api/query/${qid}?offset=50`)).status).toBe(404);
    expect((await get(`/api/query/${qid}?page=9007199254740991&page_size=10000`)).status).toBe(404);
  });

  test("when the query is of another kind, then paging is ignored", async () => {
    const qid = await make(topHosts);
    const { status, body } = await get(`/api/query/${qid}?page=99&page_size=1&offset=77`);
    expect([status, body.status]).toEqual([200, "SUCCESS"]);
  });
});

describe("stop, recalculate, remove", () => {
  test.each(["recalculate", "recalculate/"])(
    "when %s is called, then it is PENDING with a new base_time, and then finished",
    async (path) => {
      const qid = await make({ ...search, params: { ...lastHour, freeze_time: true } });
      const { status, body } = await get(`/api/query/${qid}/${path}`);
      expect(status).toBe(200);
      expect(body).toMatchObject({ qid, status: "PENDING", progress: 0, results: null });
      expect((await finished(qid)).status).toBe("SUCCESS");
    },
  );

  test.each(["remove", "remove/"])(
    "when %s is called, then the last record comes, and 404 ever after",
    async (path) => {
      const qid = await make(search);
      const { status, body } = await get(`/api/query/${qid}/${path}`);
      expect([status, body.status, body.results.totals.count > 0]).toEqual([200, "SUCCESS", true]);
      for (const again of ["", "/stop", "/recalculate", "/remove"])
        expect((await get(`/api/query/${qid}${again}`)).status).toBe(404);
    },
  );

  test.each([
    ["GET", "stop", undefined],
    ["GET", "stop/", undefined],
    ["POST", "stop", undefined],
    ["POST", "stop/", { type: "TopN", params: 7 }],
    ["POST", "stop", "{ this is no JSON"],
  ])("when a finished query gets %s %s with body %j, then nothing changes", async (method, path, body) => {
    const qid = await make(topHosts);
    const reply = await service.call(method, `/api/query/${qid}/${path}`, { token: ann.token, body });
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({ qid, type: "TopN", status: "SUCCESS", progress: 100 });
  });
});

describe("bounds", () => {
  test("when a user has more than 100 finished queries, then those not used for longest give way", async () => {
    const dora = await service.createUser({ username: "dora" });
    const qids: string[] = [];
    for (let count = 0; count < 100; count++) qids.push(await make(topHosts, dora.token));
    expect((await get(`/api/query/${qids[0]}`, dora.token)).status).toBe(200);
    qids.push(await make(topHosts, dora.token), await make(topHosts, dora.token));
    const statusOf = async (index: number) => (await get(`/api/query/${qids[index]}`, dora.token)).status;
    expect([await statusOf(1), await statusOf(0), await statusOf(101)]).toEqual([404, 200, 200]);
  });
});
