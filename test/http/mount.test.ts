import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { type CredentialStore, createGuard } from "../../src/http/access/guard.ts";
import { type Listener, listen } from "../../src/http/listen.ts";
import { mount } from "../../src/http/mount.ts";
import { listParameters } from "../../src/http/pagination.ts";
import { booleanParameter, idInPath, idListParameter, listParameter } from "../../src/http/parameters.ts";
import { route } from "../../src/http/route.ts";
import { invalidField, invalidParameter } from "../../src/lib/errors.ts";
import { sha256Hex } from "../../src/lib/ids.ts";
import { createLog } from "../../src/lib/log.ts";
import { rawExchange } from "../support/service/raw-exchange.ts";
import { request } from "../support/service/start-service.ts";

const userKey = `user-${"1".repeat(48)}`;
const ingestKey = `ingest-${"2".repeat(48)}`;
const sessionKey = "3".repeat(64);
const user = { userId: 7, username: "u", isSuperuser: false, permissions: ["manage_tasks"], hosts: ["web*"] };
const store: CredentialStore = {
  findSession: (hash) => (hash === sha256Hex(sessionKey) ? { ...user, sessionId: 5, renewedAt: 1e12 } : undefined),
  findToken: (hash) => {
    if (hash === sha256Hex(userKey)) return { ...user, tokenId: 1, tokenType: "USER", lastUsedAt: 1e12 };
    if (hash === sha256Hex(ingestKey)) return { ...user, tokenId: 2, tokenType: "INGEST", lastUsedAt: 1e12 };
    return undefined;
  },
  renewSession: () => undefined,
  touchToken: () => undefined,
};

const answer = { status: 200, schema: z.unknown() };
const common = { tag: "test", summary: "test", answer } as const;
const thing = z.object({
  name: z.string().min(1),
  size: z.number().min(1).max(9).optional(),
  open: z.boolean().default(false),
  config: z.record(z.string(), z.unknown()).default({}),
  list: z.array(z.number()).optional(),
  either: z.union([z.string(), z.object({ a: z.int() })]).optional(),
  nothing: z.int().nullable().optional(),
});
const routes = [
  route({
    ...common,
    method: "GET",
    path: "/api/things",
    who: "user",
    query: z.object({
      flag: booleanParameter(),
      ids: idListParameter(),
      names: listParameter(),
      text: z.string().optional(),
      ...listParameters(["id", "name"]),
    }),
    handle: ({ query }) => query,
  }),
  route({ ...common, method: "POST", path: "/api/things", who: "user", body: thing, handle: ({ body }) => body }),
  route({
    ...common,
    method: "GET",
    path: "/api/things/{id}",
    who: "user",
    parameters: z.object({ id: idInPath() }),
    handle: ({ path }) => path,
  }),
  route({ ...common, method: "GET", path: "/api/things/{id}/act", who: "user", acts: true, handle: () => ({}) }),
  route({
    ...common,
    method: "DELETE",
    path: "/api/managed",
    who: "user",
    permission: "manage_users",
    handle: () => ({}),
  }),
  route({
    ...common,
    method: "POST",
    path: "/incoming",
    who: "shipper",
    body: "raw",
    handle: (call) => call.principal,
  }),
  route({
    ...common,
    method: "GET",
    path: "/open",
    who: "anyone",
    handle: ({ principal, address, secure }) => ({ principal, address, secure }),
  }),
  route({
    ...common,
    method: "GET",
    path: "/open/fault",
    who: "anyone",
    query: z.object({ kind: z.string() }),
    handle: ({ query }) => {
      if (query.kind === "field") throw invalidField("params.filter.0.op", "no such operator");
      if (query.kind === "parameter") throw invalidParameter("ftype", "no such format");
      if (query.kind === "full") throw Object.assign(new Error("full"), { code: "SQLITE_FULL" });
      throw new Error("secret inside");
    },
  }),
  route({
    ...common,
    method: "GET",
    path: "/open/file",
    who: "anyone",
    answer: { status: 200, schema: "file" },
    handle: () => new Response("bytes", { headers: { "content-type": "application/csv" } }),
  }),
];

let listener: Listener;
let diskFull = false;
beforeAll(() => {
  const log = createLog("silent");
  const guard = createGuard(store, log);
  listener = listen(
    mount(routes, { guard, log, trustedProxies: ["127.0.0.1"], isDiskFull: () => diskFull, onChange: () => undefined }),
    "127.0.0.1",
    0,
  );
});
afterAll(() => listener.close(0));

const call = (method: string, path: string, options: Parameters<typeof request>[2] = {}) =>
  request(`${listener.url}${path}`, method, { token: userKey, ...options });

describe("paths and methods", () => {
  test.each(["/api/things/5", "/api/things/5/"])("when %s is asked for, then it is the same thing", async (path) => {
    const reply = await call("GET", path);
    expect([reply.status, reply.body]).toEqual([200, { id: 5 }]);
  });

  test.each([
    "/api/things/x",
    "/api/things/-1",
    "/api/things/1.5",
    "/api/things/%E0%A4%A",
    "/api/things/99999999999999999",
    "/api/nothing",
    "/api",
  ])("when %s is asked for, then it is 404 for a user and 401 for a guest", async (path) => {
    const reply = await call("GET", path);
    expect([reply.status, Object.keys(reply.body)]).toEqual([404, ["detail"]]);
    expect((await call("GET", path, { token: "" })).status).toBe(401);
  });

  test("when a method is not there, then it is 405 and names those that are, for a guest only on open paths", async () => {
    const reply = await call("PATCH", "/api/things");
    expect([reply.status, reply.headers.get("allow")]).toEqual([405, "GET, POST, HEAD, OPTIONS"]);
    expect((await call("PATCH", "/api/things", { token: "" })).status).toBe(401);
    expect((await call("POST", "/open", { token: "" })).status).toBe(405);
  });

  test("when OPTIONS is asked, then it is 204 with the methods", async () => {
    const reply = await call("OPTIONS", "/api/things/");
    expect([reply.status, reply.headers.get("allow"), reply.text]).toEqual([204, "GET, POST, HEAD, OPTIONS", ""]);
    expect(reply.headers.has("access-control-allow-origin")).toBe(false);
  });

  test.each(["TRACE", "CONNECT", "PROPFIND"])("when the method is %s, then it is 405", async (method) => {
    const text = await rawExchange(listener.port, `${method} /open HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    expect(text).toContain("HTTP/1.1 405 ");
  });

  test("when HEAD is asked, then it has the fields of GET and no body", async () => {
    const text = await rawExchange(listener.port, "HEAD /open HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(text.toLowerCase()).toMatch(/content-length: [1-9]/);
    expect(text.endsWith("\r\n\r\n")).toBe(true);
  });

  test.each([
    ["HTTP/1.0 without Host", "GET /api/things/5?AUTHTOKEN=KEY HTTP/1.0\r\n\r\n"],
    ["a Host that is none", "GET /api/things/5?AUTHTOKEN=KEY HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n"],
    ["a Host of one letter", "GET /api/things/5?AUTHTOKEN=KEY HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"],
  ])("when a request comes as %s, then it is answered like any other", async (_, text) => {
    const reply = await rawExchange(listener.port, text.replace("KEY", userKey));
    expect(reply).toContain(" 200 OK");
    expect(reply).toContain('{"id":5}');
  });

  test("when the header is larger than 16 KiB, then it is 431", async () => {
    const text = await rawExchange(listener.port, `GET /open HTTP/1.1\r\nHost: a\r\nX: ${"a".repeat(17_000)}\r\n\r\n`);
    expect(text).toContain("HTTP/1.1 431 ");
  });
});

describe("who may", () => {
  test.each([
    ["a guest", {}, [401, 401, 200]],
    ["a USER token", { authorization: `token ${userKey}` }, [200, 200, 200]],
    ["an INGEST token", { authorization: `Token ${ingestKey}` }, [401, 200, 200]],
    ["a session", { cookie: `sessionid=${sessionKey}` }, [200, 401, 200]],
    [
      "a bad token beside a session",
      { authorization: "token user-1", cookie: `sessionid=${sessionKey}` },
      [401, 401, 200],
    ],
  ])("when it is %s, then things, intake and the open path answer so", async (_, headers, expected) => {
    const replies = [
      await call("GET", "/api/things/5", { token: "", headers: headers as unknown as Record<string, string> }),
      await call("POST", "/incoming", { token: "", headers: headers as unknown as Record<string, string> }),
      await call("GET", "/open", { token: "", headers: headers as unknown as Record<string, string> }),
    ];
    expect(replies.map(({ status }) => status)).toEqual(expected);
    for (const reply of replies.filter(({ status }) => status === 401)) {
      expect(reply.headers.get("www-authenticate")).toBe("Token");
      expect(Object.keys(reply.body)).toEqual(["detail"]);
    }
  });

  test.each([
    `token ${userKey}`,
    `TOKEN ${userKey}`,
    `Bearer ${userKey}`,
    `splunk ${userKey}`,
    `ApiKey ${userKey}`,
    `Basic ${btoa(`anything:${userKey}`)}`,
    `basic ${btoa(`:${userKey}`)}`,
  ])("when the token comes as %s, then it is taken", async (authorization) => {
    expect((await call("GET", "/api/things/5", { headers: { authorization } })).status).toBe(200);
  });

  test.each([
    userKey,
    `token ${userKey.slice(0, 17)}`,
    `token ${userKey.toUpperCase()}`,
    `token ${userKey} ${userKey}`,
    `Basic ${btoa(userKey)}`,
    "Basic %%%",
    "token",
    "",
  ])("when the token comes as %s, then it is refused", async (authorization) => {
    expect((await call("GET", "/api/things/5", { headers: { authorization } })).status).toBe(401);
  });

  test("when the token is in the URL, then it is taken, but one in the header wins", async () => {
    expect((await call("GET", `/api/things/5?AUTHTOKEN=${userKey}`, { token: "" })).status).toBe(200);
    expect((await call("GET", `/api/things/5?AUTHTOKEN=${userKey}`, { token: "user-0" })).status).toBe(401);
    expect(
      (await call("GET", "/api/things/5?AUTHTOKEN=", { headers: { cookie: `sessionid=${sessionKey}` } })).status,
    ).toBe(401);
  });

  test("when an INGEST token comes to an open path, then it is a guest", async () => {
    expect((await call("GET", "/open", { token: ingestKey })).body.principal).toBeNull();
    expect((await call("GET", "/open")).body.principal).toMatchObject({ userId: 7, via: "token", hosts: ["web*"] });
  });

  test("when the permission is missing, then it is 403", async () => {
    const reply = await call("DELETE", "/api/managed");
    expect([reply.status, Object.keys(reply.body)]).toEqual([403, ["detail"]]);
  });
});

describe("cross-site", () => {
  const cookie = `sessionid=${sessionKey}`;
  const foreign: Record<string, string>[] = [
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "" },
    { "sec-fetch-site": "same-origin, same-origin" },
    { "sec-fetch-site": "new-word", origin: "http://127.0.0.1" },
    { origin: "null" },
    { origin: "http://127.0.0.1:1" },
    { origin: "http://evil.example" },
  ];
  test.each(foreign)(
    "when a session comes with %j, then unsafe methods and acting GETs are 403, other GETs are not",
    async (headers) => {
      const all = { ...headers, cookie };
      expect((await call("POST", "/api/things", { token: "", headers: all, body: { name: "x" } })).status).toBe(403);
      expect((await call("GET", "/api/things/5/act", { token: "", headers: all })).status).toBe(403);
      expect((await call("HEAD", "/api/things/5/act", { token: "", headers: all })).status).toBe(403);
      expect((await call("GET", "/api/things/5", { token: "", headers: all })).status).toBe(200);
    },
  );

  test.each(foreign)("when a token comes with %j, then it passes: no browser adds one", async (headers) => {
    expect((await call("POST", "/api/things", { token: userKey, headers, body: { name: "x" } })).status).toBe(200);
  });

  test("when a session comes from our own page or from no browser, then it passes", async () => {
    const own = [{}, { "sec-fetch-site": "same-origin" }, { "sec-fetch-site": "none" }, { origin: listener.url }];
    for (const headers of own) {
      const all = { ...headers, cookie } as unknown as Record<string, string>;
      expect((await call("POST", "/api/things", { token: "", headers: all, body: { name: "x" } })).status).toBe(200);
    }
  });

  test("when a trusted proxy names the host, then that one counts", async () => {
    const headers = {
      cookie,
      origin: "https://logs.example",
      "x-forwarded-host": "logs.example",
      "x-forwarded-proto": "https",
    };
    expect((await call("POST", "/api/things", { token: "", headers, body: { name: "x" } })).status).toBe(200);
  });
});

describe("query parameters", () => {
  test("when values look like lists or JSON, then they stay the text they are", async () => {
    const reply = await call(
      "GET",
      `/api/things?text=${encodeURIComponent('{"a":1},[2]')}&ids=3,,4&ids=5&names=a,b%2Cc`,
    );
    expect(reply.body).toMatchObject({ text: '{"a":1},[2]', ids: [3, 4, 5], names: ["a", "b", "c"] });
  });

  test.each(["TRUE", "1", "true"])("when a boolean is %s, then it is true", async (value) => {
    expect((await call("GET", `/api/things?flag=${value}`)).body.flag).toBe(true);
  });

  test.each([
    ["flag", "yes"],
    ["flag", ""],
    ["ids", "1,x"],
    ["ids", "-1"],
    ["page", "0"],
    ["page", "x"],
    ["page", "1.5"],
    ["page", ""],
    ["page", "1&page=2"],
    ["page_size", "0"],
    ["page_size", `-${"9".repeat(400)}`],
    ["page", "1e3"],
    ["page_size", "many"],
    ["ordering", "size"],
    ["ordering", "id,-size"],
    ["ordering", "__proto__"],
  ])("when %s is %j, then it is 400 with one message under its name", async (name, value) => {
    const reply = await call("GET", `/api/things?${name}=${value}`);
    expect([reply.status, Object.keys(reply.body), typeof reply.body[name]]).toEqual([400, [name], "string"]);
  });

  test("when an ordering is refused, then the allowed ones are named", async () => {
    expect((await call("GET", "/api/things?ordering=size")).body.ordering).toContain("id, name");
  });

  test("when the page size is larger than a thousand, then it is a thousand", async () => {
    for (const size of ["5000", "9".repeat(17), "9".repeat(400)])
      expect((await call("GET", `/api/things?page_size=${size}`)).body.page_size).toBe(1000);
  });

  test("when a parameter is unknown or named like a prototype, then it is ignored", async () => {
    const reply = await call("GET", "/api/things?__proto__=1&constructor=2&other=3");
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({ page: 1, page_size: 100, ordering: [{ field: "id", descending: false }] });
  });
});

describe("bodies", () => {
  const whole = { name: "x", size: 3, open: true, config: { a: [1] }, list: [1, 2], either: { a: 1 }, nothing: null };

  test("when one thing comes as JSON, urlencoded and multipart, then it is the same thing", async () => {
    const fields = {
      name: "x",
      size: "3",
      open: "1",
      config: '{"a":[1]}',
      list: "[1,2]",
      either: '{"a":1}',
      nothing: "",
    };
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    const replies = [
      await call("POST", "/api/things", { body: whole }),
      await call("POST", "/api/things", { body: new URLSearchParams(fields) }),
      await call("POST", "/api/things", { body: form }),
    ];
    for (const reply of replies) expect([reply.status, reply.body]).toEqual([200, whole]);
  });

  test.each([
    ["a missing field", {}, ["name"]],
    ["a blank", { name: "" }, ["name"]],
    [
      "wrong kinds",
      { name: 1, size: "3", open: "true", config: [], list: {} },
      ["config", "list", "name", "open", "size"],
    ],
    ["a number out of bounds", { name: "x", size: 10 }, ["size"]],
    ["something inside a list", { name: "x", list: [1, "2"] }, ["list.1"]],
    ["something inside an object of a choice", { name: "x", either: { a: 1.5 } }, ["either.a"]],
    ["a list", [], ["non_field_errors"]],
    ["text", '"x"', ["non_field_errors"]],
    ["null", "null", ["non_field_errors"]],
  ])("when JSON has %s, then each field that does not fit has a list of messages", async (_, body, names) => {
    const headers = { "content-type": "application/json" };
    const reply = await call("POST", "/api/things", {
      body: typeof body === "string" ? body : JSON.stringify(body),
      headers,
    });
    expect([reply.status, Object.keys(reply.body).sort()]).toEqual([400, names]);
    for (const messages of Object.values(reply.body)) expect(messages).toEqual([expect.any(String)]);
  });

  test.each([
    ["a number that is none", "name=x&size=many", ["size"]],
    ["an empty number", "name=x&size=", ["size"]],
    ["a boolean that is none", "name=x&open=yes", ["open"]],
    ["broken JSON text", "name=x&config=%7Ba", ["config"]],
    ["a field twice", "name=x&name=y", ["name"]],
    ["only strange fields", "__proto__=1&constructor=2", ["name"]],
  ])("when a form has %s, then it is refused in the same shape", async (_, text, names) => {
    const reply = await call("POST", "/api/things", { body: new URLSearchParams(text) });
    expect([reply.status, Object.keys(reply.body)]).toEqual([400, names]);
  });

  test("when a form carries __proto__, then no prototype changes", async () => {
    const reply = await call("POST", "/api/things", {
      body: new URLSearchParams('name=x&__proto__={"polluted":1}&config={"__proto__":{"polluted":1}}'),
    });
    expect(reply.status).toBe(200);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test.each([
    ["broken JSON", "{", "application/json"],
    ["JSON with a byte that is no UTF-8", new Uint8Array([0x22, 0xff, 0x22]), "application/json"],
    ["multipart without its boundary", "x", "multipart/form-data"],
    ["JSON 65 deep", "[".repeat(65) + "]".repeat(65), "application/json"],
    ["JSON of more values than the bound", `[${"0,".repeat(200_000)}0]`, "application/json"],
    ["a form of more fields than the bound", "a&".repeat(1000), "application/x-www-form-urlencoded"],
  ])("when the body is %s, then it is 400 with detail", async (_, body, type) => {
    const reply = await call("POST", "/api/things", { body, headers: { "content-type": type } });
    expect([reply.status, Object.keys(reply.body)]).toEqual([400, ["detail"]]);
  });

  test("when brackets stand in text, then they are no depth", async () => {
    expect((await call("POST", "/api/things", { body: { name: '["'.repeat(100) } })).status).toBe(200);
  });

  test.each([
    ["text/plain", {}],
    ["application/xml", {}],
    ["application/json", { "content-encoding": "gzip" }],
  ])("when the type is %s with %j, then it is 415", async (type, headers) => {
    const reply = await call("POST", "/api/things", { body: "{}", headers: { "content-type": type, ...headers } });
    expect([reply.status, Object.keys(reply.body)]).toEqual([415, ["detail"]]);
  });

  test.each(["Application/JSON; charset=UTF-8", "application/merge-patch+json"])(
    "when the type is %s, then it is JSON",
    async (type) => {
      const reply = await call("POST", "/api/things", { body: '{"name":"x"}', headers: { "content-type": type } });
      expect(reply.status).toBe(200);
    },
  );

  test("when a body is over 10 MiB, announced or in chunks, then it is 413", async () => {
    const bytes = new Uint8Array(10 * 1024 * 1024 + 1).fill(0x20);
    const headers = { "content-type": "application/json", authorization: `token ${userKey}` };
    const announced = await fetch(`${listener.url}/api/things`, { method: "POST", headers, body: bytes });
    const chunked = await fetch(`${listener.url}/api/things`, {
      method: "POST",
      headers,
      body: new Blob([bytes]).stream(),
    });
    for (const reply of [announced, chunked]) {
      expect(reply.status).toBe(413);
      expect(await reply.json()).toEqual({ detail: "The body is larger than 10 MiB." });
    }
    expect((await call("GET", "/open")).status).toBe(200);
  });
});

describe("answers", () => {
  test.each([
    ["text/html", 406],
    ["application/json;q=0, */*", 406],
    ["image/*", 406],
    ["text/html, */*;q=0.1", 200],
    ["application/*", 200],
    ["APPLICATION/JSON", 200],
  ])("when %s is accepted, then the answer is %d", async (accept, status) => {
    expect((await call("GET", "/api/things/5", { headers: { accept } })).status).toBe(status);
  });

  test("when a file is asked for, then any Accept will do", async () => {
    const reply = await call("GET", "/open/file", { headers: { accept: "text/csv" } });
    expect([reply.status, reply.text, reply.headers.get("content-type")]).toEqual([200, "bytes", "application/csv"]);
  });

  test.each([
    ["/api/things/5", 200, "no-store"],
    ["/api/nothing", 404, "no-store"],
    ["/open", 200, null],
    ["/open/fault?kind=x", 500, null],
  ])("when %s is answered, then it has the fields that every answer has", async (path, status, cacheControl) => {
    const reply = await call("GET", path);
    expect(reply.status).toBe(status);
    expect(reply.headers.get("x-request-id")).toMatch(/^[0-9a-f]{16}$/);
    expect(reply.headers.get("x-content-type-options")).toBe("nosniff");
    expect(reply.headers.get("referrer-policy")).toBe("same-origin");
    expect(reply.headers.get("cross-origin-resource-policy")).toBe("same-origin");
    expect(reply.headers.get("cache-control")).toBe(cacheControl);
  });

  test("when it is our fault, then the answer has the request id and nothing of the error", async () => {
    const reply = await call("GET", "/open/fault?kind=x");
    expect([reply.status, Object.keys(reply.body)]).toEqual([500, ["error", "request_id"]]);
    expect(reply.body.request_id).toBe(reply.headers.get("x-request-id"));
    expect(reply.text).not.toContain("secret");
  });

  test.each([
    ["field", 400, { "params.filter.0.op": ["no such operator"] }],
    ["parameter", 400, { ftype: "no such format" }],
    ["full", 503, { detail: expect.any(String) }],
  ])("when a handler finds a fault of kind %s, then it is %d in its own shape", async (kind, status, body) => {
    const reply = await call("GET", `/open/fault?kind=${kind}`);
    expect([reply.status, reply.body]).toEqual([status, body]);
    expect(reply.headers.has("retry-after")).toBe(status === 503);
  });

  test("when the disk is full, then writes are 503 with Retry-After; reading, deleting and asking go on", async () => {
    diskFull = true;
    try {
      const reply = await call("POST", "/api/things", { body: { name: "x" } });
      expect([reply.status, reply.headers.has("retry-after")]).toEqual([503, true]);
      expect((await call("GET", "/api/things")).status).toBe(200);
      expect((await call("DELETE", "/api/managed")).status).toBe(403);
    } finally {
      diskFull = false;
    }
  });
});

describe("the client's address", () => {
  test("when a trusted proxy forwards, then it is what it says, read from the right", async () => {
    const headers = { "x-forwarded-for": "6.6.6.6, 1.2.3.4, 127.0.0.1", "x-forwarded-proto": "https" };
    expect((await call("GET", "/open", { headers })).body).toMatchObject({ address: "1.2.3.4", secure: true });
  });

  test("when nobody forwards, then it is the peer", async () => {
    expect((await call("GET", "/open")).body).toMatchObject({ address: "127.0.0.1", secure: false });
  });
});
