import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { adminPassword, login, request, type Service, startService } from "../support/service/start-service.ts";

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const authUrl = () => `${service.url}/api/auth/`;

describe("who is logged in", () => {
  test("when nobody is, then the user is null", async () => {
    const reply = await request(authUrl(), "GET");
    expect([reply.status, reply.body]).toEqual([200, { user: null }]);
  });

  test("when a session is shown, then its user is described and nothing secret with it", async () => {
    const reply = await request(authUrl(), "GET", { headers: { cookie: service.adminCookie } });
    expect(reply.body).toEqual({
      user: {
        id: 1,
        username: "admin",
        fullname: "admin",
        first_name: "",
        last_name: "",
        email: "",
        is_superuser: true,
        permissions: [],
        hosts: [],
        preferences: {},
      },
    });
  });

  test.each([
    ["an unknown token", { authorization: "token user-0" }],
    ["a scheme we do not know", { authorization: "Negotiate abc" }],
    ["an empty authorization", { authorization: "token" }],
  ])("when %s stands beside a good session, then the user is null: the token wins", async (_, headers) => {
    const reply = await request(authUrl(), "GET", { headers: { cookie: service.adminCookie, ...headers } });
    expect([reply.status, reply.body]).toEqual([200, { user: null }]);
  });
});

describe("login", () => {
  test("when name and password are right, then there is a cookie with all its attributes", async () => {
    const reply = await request(authUrl(), "POST", { body: { username: "admin", password: adminPassword } });
    expect(reply.status).toBe(200);
    expect(reply.body.user.username).toBe("admin");
    expect(reply.headers.get("set-cookie")).toMatch(
      /^sessionid=[0-9a-f]{64}; Max-Age=1209600; Path=\/; HttpOnly; SameSite=Lax$/,
    );
  });

  test("when a session logs in again, then it gets a new one and the old one is gone", async () => {
    const old = await login(service.url, "admin", adminPassword);
    const reply = await request(authUrl(), "POST", {
      headers: { cookie: old },
      body: { username: "admin", password: adminPassword },
    });
    const renewed = reply.headers.get("set-cookie")?.split(";")[0] ?? "";
    expect(renewed).not.toBe(old);
    const users = await Promise.all([old, renewed].map((cookie) => request(authUrl(), "GET", { headers: { cookie } })));
    expect(users.map(({ body }) => body.user?.username)).toEqual([undefined, "admin"]);
  });

  test("when the name or the password is wrong or the user is inactive, then it is one and the same 403", async () => {
    const { id } = await service.createUser({ username: "gone" });
    await service.call("PATCH", `/api/users/${id}`, { body: { is_active: false } });
    const replies = await Promise.all(
      [
        { username: "admin", password: "not that one" },
        { username: "nobody", password: adminPassword },
        { username: "gone", password: "password of gone" },
      ].map((body) => request(authUrl(), "POST", { body })),
    );
    for (const reply of replies) {
      expect(reply.status).toBe(403);
      expect(reply.body).toEqual({ detail: "The user name or the password is wrong." });
      expect(reply.headers.has("set-cookie")).toBe(false);
    }
  });

  test.each([
    ["no body", undefined, undefined, ["username", "password"]],
    ["an empty object", {}, undefined, ["username", "password"]],
    ["a missing password", { username: "admin" }, undefined, ["password"]],
    ["blank values", { username: " ", password: "" }, undefined, ["username", "password"]],
    ["a number for a name", { username: 1, password: "x" }, undefined, ["username"]],
    ["a list", [], undefined, ["non_field_errors"]],
    ["broken JSON", "{", "application/json", []],
    ["broken multipart", "--x", "multipart/form-data; boundary=x", undefined],
  ])("when it is sent %s, then it is 400 with detail and the fields that do not fit", async (_, body, type, fields) => {
    const headers: Record<string, string> = type ? { "content-type": type } : {};
    const reply = await request(authUrl(), "POST", { body, headers });
    expect(reply.status).toBe(400);
    const { detail, ...rest } = reply.body;
    expect(typeof detail).toBe("string");
    if (fields) expect(Object.keys(rest).sort()).toEqual([...fields].sort());
  });

  test("when it is sent more than names and passwords take, then it is 413 whoever sends it", async () => {
    const body = { username: "admin", password: "x".repeat(70_000) };
    const reply = await request(authUrl(), "POST", { body });
    expect([reply.status, Object.keys(reply.body)]).toEqual([413, ["detail"]]);
  });

  test.each([
    ["urlencoded", () => new URLSearchParams({ username: "admin", password: adminPassword })],
    ["multipart", () => formOf({ username: "admin", password: adminPassword })],
  ])("when the credentials come %s, then they are as good as JSON", async (_, body) => {
    expect((await request(authUrl(), "POST", { body: body() })).status).toBe(200);
  });
});

describe("logout", () => {
  test("when logged in, then the session ends and the cookie is taken away", async () => {
    const cookie = await login(service.url, "admin", adminPassword);
    const reply = await request(authUrl(), "DELETE", { headers: { cookie } });
    expect([reply.status, reply.text]).toEqual([204, ""]);
    expect(reply.headers.get("set-cookie")).toContain("Max-Age=0");
    expect((await request(authUrl(), "GET", { headers: { cookie } })).body).toEqual({ user: null });
    expect((await request(`${service.url}/api/users`, "GET", { headers: { cookie } })).status).toBe(401);
  });

  test("when nobody is logged in, or a token is bad, then it is 204 all the same", async () => {
    expect((await request(authUrl(), "DELETE")).status).toBe(204);
    expect((await request(authUrl(), "DELETE", { token: "user-0" })).status).toBe(204);
  });

  test("when a bad token stands beside the session, then the session goes on", async () => {
    const cookie = await login(service.url, "admin", adminPassword);
    await request(authUrl(), "DELETE", { headers: { cookie, authorization: "token user-0" } });
    expect((await request(authUrl(), "GET", { headers: { cookie } })).body.user.id).toBe(1);
  });
});

describe("requests of other sites", () => {
  const foreign = [{ "sec-fetch-site": "cross-site" }, { origin: "http://evil.example" }, { "sec-fetch-site": "" }];

  test.each(foreign)("when one logs in with %j, then it is 403 and there is no cookie", async (headers) => {
    const reply = await request(authUrl(), "POST", {
      headers: headers as unknown as Record<string, string>,
      body: { username: "admin", password: adminPassword },
    });
    expect([reply.status, Object.keys(reply.body), reply.headers.has("set-cookie")]).toEqual([403, ["detail"], false]);
  });

  test.each(foreign)("when one logs out with %j, then it is 204 and the session goes on", async (headers) => {
    const cookie = await login(service.url, "admin", adminPassword);
    const all = { ...headers, cookie } as unknown as Record<string, string>;
    const reply = await request(authUrl(), "DELETE", { headers: all });
    expect([reply.status, reply.headers.has("set-cookie")]).toEqual([204, false]);
    expect((await request(authUrl(), "GET", { headers: { cookie } })).body.user.id).toBe(1);
  });
});

describe("behind a proxy that speaks https", () => {
  test("when it is trusted, then the cookie is for https only; a stranger's word changes nothing", async () => {
    const headers = { "x-forwarded-proto": "https" };
    const body = { username: "admin", password: adminPassword };
    const behind = await startService({ settings: { trustedProxies: ["127.0.0.1"] } });
    const secure = await request(`${behind.url}/api/auth/`, "POST", { headers, body });
    expect(secure.headers.get("set-cookie")).toContain("; Secure");
    await behind.close();
    expect((await request(authUrl(), "POST", { headers, body })).headers.get("set-cookie")).not.toContain("Secure");
  });
});

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}
