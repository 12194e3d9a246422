import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { request, type Service, startService, type TestUser } from "../support/service/start-service.ts";

let service: Service;
let now = 1_800_000_000;
let plain: TestUser;
let other: TestUser;
let manager: TestUser;
beforeAll(async () => {
  service = await startService({ clock: () => now * 1000 });
  plain = await service.createUser({ username: "plain" });
  other = await service.createUser({ username: "other" });
  manager = await service.createUser({ username: "manager", permissions: ["manage_authtokens"] });
});
afterAll(() => service.close());

const create = async (token: string, body: Record<string, unknown> = {}) =>
  (await service.call("POST", "/api/authtokens", { token, body })).body;

describe("creating a token", () => {
  test("when nothing is said, then it is a USER token of the caller and its key is shown this once", async () => {
    const reply = await service.call("POST", "/api/authtokens", { token: plain.token, body: {} });
    expect(reply.status).toBe(201);
    expect(reply.body).toEqual({
      ...{ events_per_second: null, bytes_per_day: null, bytes_today: 0 },
      secret_key: expect.stringMatching(/^user-[0-9a-f]{48}$/),
      token_type: "USER",
      owner: { id: plain.id, username: "plain", fullname: "plain" },
      description: "",
      created_at: now,
      last_used_at: null,
      expires_at: null,
    });
    const short = reply.body.secret_key.slice(0, 17);
    const again = await service.call("GET", `/api/authtokens/${reply.body.secret_key}`, { token: plain.token });
    expect(again.body.secret_key).toBe(short);
    expect(again.text).not.toContain(reply.body.secret_key);
    expect((await service.call("GET", `/api/authtokens/${short}/`, { token: plain.token })).body).toEqual(again.body);
  });

  test("when it is an INGEST token, then it says so and opens no path of the API", async () => {
    const token = await create(plain.token, { token_type: "INGEST", description: "fleet" });
    // Bun's toMatchObject puts its matchers into what it is given.
    const key: string = token.secret_key;
    expect(token).toMatchObject({ secret_key: expect.stringMatching(/^ingest-[0-9a-f]{48}$/), description: "fleet" });
    const refused = await service.call("GET", "/api/authtokens", { token: key });
    expect([refused.status, refused.body.detail]).toEqual([
      401,
      expect.stringMatching(/^An INGEST token may send events/),
    ]);
    const wrong = await service.call("GET", "/api/authtokens", { token: `${key.slice(0, -4)}0000` });
    expect([wrong.status, wrong.body.detail]).toEqual([401, expect.stringMatching(/not provided or are not valid/)]);
    const session = { token: "", headers: { cookie: service.adminCookie }, body: [{ message: "a" }] };
    const sent = await service.call("POST", "/incoming", session);
    expect([sent.status, sent.body.detail]).toEqual([401, expect.stringMatching(/^A session sends no events/)]);
    expect((await service.call("GET", "/api/auth/", { token: key })).body).toEqual({ user: null });
    expect((await service.call("DELETE", "/api/auth/", { token: key })).status).toBe(204);
  });

  test.each([
    ["an unknown type", { token_type: "ROOT" }, ["token_type"]],
    ["a type in lower case", { token_type: "user" }, ["token_type"]],
    ["a long description", { description: "x".repeat(256) }, ["description"]],
    ["an owner that is no id", { owner: "1" }, ["owner"]],
    ["null for a type", { token_type: null }, ["token_type"]],
  ])("when it has %s, then it is 400 under that field", async (_, body, fields) => {
    const reply = await service.call("POST", "/api/authtokens", { token: plain.token, body });
    expect([reply.status, Object.keys(reply.body)]).toEqual([400, fields]);
  });

  test("when read-only and unknown fields come along, then they are ignored", async () => {
    const token = await create(plain.token, { secret_key: "user-x", last_used_at: 5, created_at: 5, colour: "red" });
    expect(token).toMatchObject({ last_used_at: null, created_at: now });
  });

  test("when the owner is somebody else, then only who manages tokens may", async () => {
    const refused = await service.call("POST", "/api/authtokens", { token: plain.token, body: { owner: other.id } });
    expect(refused.status).toBe(403);
    const own = await service.call("POST", "/api/authtokens", { token: plain.token, body: { owner: plain.id } });
    expect(own.status).toBe(201);
    expect((await create(manager.token, { owner: other.id })).owner.id).toBe(other.id);
    const asAnswered = { id: other.id, username: "other", fullname: "other" };
    expect((await create(manager.token, { owner: asAnswered })).owner.id).toBe(other.id);
    const nobody = await service.call("POST", "/api/authtokens", { token: manager.token, body: { owner: 999 } });
    expect([nobody.status, Object.keys(nobody.body)]).toEqual([400, ["owner"]]);
  });

  test("when it would act for a superuser, then only a superuser may make it", async () => {
    expect((await service.call("POST", "/api/authtokens", { token: manager.token, body: { owner: 1 } })).status).toBe(
      403,
    );
  });
});

describe("a token for somebody who may more than its maker", () => {
  test("when it would act for him, then it is 403; one that only brings events is made", async () => {
    const keeper = await service.createUser({ username: "keeper", permissions: ["manage_tasks"] });
    const make = async (tokenType: string) => {
      const body = { owner: keeper.id, token_type: tokenType };
      return (await service.call("POST", "/api/authtokens", { token: manager.token, body })).status;
    };
    expect([await make("USER"), await make("INGEST")]).toEqual([403, 201]);
  });
});

describe("listing tokens", () => {
  test("when a user lists, then it is his own in the short form, newest first; all with show_all, for anybody", async () => {
    const fresh = await service.createUser({ username: "fresh" });
    now += 10;
    await create(fresh.token, { token_type: "INGEST", description: "second" });
    const mine = (await service.call("GET", "/api/authtokens", { token: fresh.token })).body;
    expect(mine).toMatchObject({ item_count: 2, page_count: 1, page_number: 1, page_size: 100 });
    expect(mine.objects.map((token: { description: string }) => token.description)).toEqual(["second", ""]);
    const all = await service.call("GET", "/api/authtokens?show_all=TRUE", { token: fresh.token });
    expect(new Set(all.body.objects.map((token: { owner: { id: number } }) => token.owner.id)).size).toBeGreaterThan(3);
    expect(all.text).not.toMatch(/[0-9a-f]{13}/);
    const ingest = (await service.call("GET", "/api/authtokens?token_type=INGEST", { token: fresh.token })).body;
    expect(ingest.objects.map((token: { token_type: string }) => token.token_type)).toEqual(["INGEST"]);
  });

  test("when it is asked for by page and order, then pages follow each other and end", async () => {
    const paged = await service.createUser({ username: "paged" });
    for (const description of ["b", "a", "c"]) await create(paged.token, { description });
    const page = async (query: string) => service.call("GET", `/api/authtokens?${query}`, { token: paged.token });
    const first = await page("ordering=description&page_size=3");
    const second = await page("ordering=description&page_size=3&page=2");
    const descriptions = [...first.body.objects, ...second.body.objects].map((token) => token.description);
    expect(descriptions).toEqual(["", "a", "b", "c"]);
    expect(second.body).toMatchObject({ item_count: 4, page_count: 2, page_number: 2, page_size: 3 });
    const past = await page("page_size=3&page=3");
    expect([past.status, past.body]).toEqual([404, { detail: "Invalid page." }]);
  });

  test.each(["token_type=ROOT", "show_all=yes", "ordering=key_hash", "page=0"])(
    "when %s is asked, then it is 400",
    async (query) => {
      const reply = await service.call("GET", `/api/authtokens?${query}`);
      expect([reply.status, Object.keys(reply.body)]).toEqual([400, [query.split("=")[0]]]);
    },
  );
});

describe("one token", () => {
  test("when it is somebody else's, then it is 404 but for who manages tokens", async () => {
    const { secret_key: key } = await create(plain.token);
    for (const method of ["GET", "DELETE"])
      expect((await service.call(method, `/api/authtokens/${key}`, { token: other.token })).status).toBe(404);
    expect((await service.call("GET", `/api/authtokens/${key}`, { token: manager.token })).status).toBe(200);
    expect((await service.call("DELETE", `/api/authtokens/${key.slice(0, 17)}`, { token: manager.token })).status).toBe(
      204,
    );
  });

  test("when it is deleted, then the next request with it is 401 and its name is gone", async () => {
    const { secret_key: key } = await create(plain.token);
    expect((await service.call("GET", "/api/authtokens", { token: key })).status).toBe(200);
    const reply = await service.call("DELETE", `/api/authtokens/${key}/`, { token: plain.token });
    expect([reply.status, reply.text]).toEqual([204, ""]);
    expect((await service.call("GET", "/api/authtokens", { token: key })).status).toBe(401);
    expect((await service.call("GET", `/api/authtokens/${key}`, { token: plain.token })).status).toBe(404);
  });

  test("when the secret part of a key is wrong, then it names nothing", async () => {
    const { secret_key: key } = await create(plain.token);
    const wrong = `${key.slice(0, 17)}${"0".repeat(36)}`;
    expect((await service.call("GET", `/api/authtokens/${wrong}`, { token: plain.token })).status).toBe(404);
    expect((await service.call("GET", "/api/authtokens/user-", { token: plain.token })).status).toBe(404);
  });

  test("when it is used, then the time of use is noted, at most once a minute", async () => {
    const { secret_key: key } = await create(plain.token);
    const lastUsed = async () =>
      (await service.call("GET", `/api/authtokens/${key}`, { token: plain.token })).body.last_used_at;
    const use = () => service.call("GET", "/api/users", { token: key });
    await use();
    const firstUse = now;
    expect(await lastUsed()).toBe(firstUse);
    now += 59;
    await use();
    expect(await lastUsed()).toBe(firstUse);
    now += 1;
    await use();
    expect(await lastUsed()).toBe(firstUse + 60);
  });
});

describe("sessions over time", () => {
  test("when a session is used, then it lives fourteen days on from there; unused, it ends", async () => {
    const user = await service.createUser({ username: "lasting" });
    const ask = () => request(`${service.url}/api/auth/`, "GET", { headers: { cookie: user.cookie } });
    now += 13 * 86_400;
    const renewed = await ask();
    expect(renewed.body.user.username).toBe("lasting");
    expect(renewed.headers.get("set-cookie")).toContain(`${user.cookie}; Max-Age=1209600`);
    now += 10;
    expect((await ask()).headers.has("set-cookie")).toBe(false);
    now += 13 * 86_400;
    expect((await ask()).body.user.username).toBe("lasting");
    now += 14 * 86_400;
    expect((await ask()).body).toEqual({ user: null });
  });

  test("when two sessions and a token of one user are open, then each ends alone", async () => {
    const user = await service.createUser({ username: "twice" });
    const second = (
      await request(`${service.url}/api/auth/`, "POST", { body: { username: "twice", password: "password of twice" } })
    ).headers
      .get("set-cookie")
      ?.split(";")[0] as string;
    await request(`${service.url}/api/auth/`, "DELETE", { headers: { cookie: user.cookie } });
    const isOpen = async (headers: Record<string, string>) =>
      (await request(`${service.url}/api/users`, "GET", { headers })).status === 200;
    expect(await isOpen({ cookie: user.cookie })).toBe(false);
    expect(await isOpen({ cookie: second })).toBe(true);
    expect(await isOpen({ authorization: `Bearer ${user.token}` })).toBe(true);
  });
});

describe("a token with an end", () => {
  test("when its time has come, then it is refused, and still listed", async () => {
    const ends = now + 60;
    const { body: made } = await service.call("POST", "/api/authtokens", { body: { expires_at: ends } });
    expect(made.expires_at).toBe(ends);
    const ask = async () => (await service.call("GET", "/api/tasks", { token: made.secret_key })).status;
    now = ends - 1;
    expect(await ask()).toBe(200);
    now = ends;
    expect(await ask()).toBe(401);
    const listed = await service.call("GET", `/api/authtokens/${made.secret_key.slice(0, 17)}`);
    expect([listed.status, listed.body.expires_at]).toEqual([200, ends]);
  });

  test.each([[0], [1_000_000_000], ["soon"], [1.5]])("when its end is %s, then it is not made", async (expires_at) => {
    const { status, body } = await service.call("POST", "/api/authtokens", { body: { expires_at } });
    expect([status, Object.keys(body)]).toEqual([400, ["expires_at"]]);
  });
});
