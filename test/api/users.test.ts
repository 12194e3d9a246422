import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  adminPassword,
  login,
  request,
  type Service,
  startService,
  type TestUser,
} from "../support/service/start-service.ts";

let service: Service;
let plain: TestUser;
let manager: TestUser;
beforeAll(async () => {
  service = await startService();
  plain = await service.createUser({ username: "plain", first_name: "Pla", last_name: "In", email: "p@example.org" });
  manager = await service.createUser({ username: "manager", permissions: ["manage_users", "view_system"] });
});
afterAll(() => service.close());

let counter = 0;
const newUser = (fields: Record<string, unknown> = {}) => {
  counter += 1;
  return service.createUser({ username: `user-${counter}`, ...fields });
};
const path = (user: { id: number }, rest = "") => `/api/users/${user.id}${rest}`;

describe("the ladder", () => {
  test.each([
    ["GET", "", undefined, [401, 200, 200]],
    ["POST", "", { username: "ladder", password: "long enough" }, [401, 403, 201]],
    ["GET", "/1", undefined, [401, 200, 200]],
    ["PUT", "/ID", { username: "renamed" }, [401, 403, 200]],
    ["PATCH", "/ID", { first_name: "x" }, [401, 403, 200]],
    ["POST", "/ID/password", { password: "long enough" }, [401, 403, 204]],
    ["DELETE", "/ID", undefined, [401, 403, 204]],
    ["PATCH", "/999999", { first_name: "x" }, [401, 404, 404]],
    ["DELETE", "/999999", undefined, [401, 403, 404]],
  ])(
    "when a guest, a user and a manager call %s /api/users%s, then they may or may not",
    async (method, rest, body, expected) => {
      const victim = await newUser();
      const target = `/api/users${rest.replace("ID", String(victim.id))}`;
      const statuses: number[] = [];
      for (const token of ["", plain.token, manager.token])
        statuses.push((await service.call(method, target, { token, body })).status);
      expect(statuses).toEqual(expected);
    },
  );
});

describe("reading users", () => {
  test("when somebody reads himself, then he sees all of himself and never a password", async () => {
    const reply = await service.call("GET", path(plain), { token: plain.token });
    expect(reply.body).toEqual({
      id: plain.id,
      username: "plain",
      first_name: "Pla",
      last_name: "In",
      fullname: "Pla In",
      is_active: true,
      email: "p@example.org",
      is_superuser: false,
      permissions: ["search_events"],
      hosts: [],
      preferences: {},
      created_at: expect.any(Number),
    });
    expect(reply.text).not.toMatch(/password|argon/);
  });

  test("when somebody reads another, then he sees only who that is", async () => {
    const reply = await service.call("GET", "/api/users/1", { token: plain.token });
    expect(Object.keys(reply.body)).toEqual(["id", "username", "first_name", "last_name", "fullname", "is_active"]);
    const list = await service.call("GET", "/api/users?ordering=-id&page_size=2", { token: plain.token });
    expect(list.body).toMatchObject({ page_number: 1, page_size: 2 });
    expect(list.text).not.toContain("permissions");
  });
});

describe("making users", () => {
  test("when no permissions are named, then it is search_events; otherwise exactly what is named", async () => {
    const create = async (fields: Record<string, unknown>) =>
      (
        await service.call("POST", "/api/users", {
          body: { username: `made-${counter++}`, password: "long enough", ...fields },
        })
      ).body;
    expect((await create({})).permissions).toEqual(["search_events"]);
    expect((await create({ permissions: [] })).permissions).toEqual([]);
    expect((await create({ permissions: ["manage_tasks", "manage_tasks"] })).permissions).toEqual(["manage_tasks"]);
  });

  test.each([
    ["no name", { password: "long enough" }, ["username"]],
    ["no password", { username: "a" }, ["password"]],
    ["a short password", { username: "a", password: "1234567" }, ["password"]],
    ["a blank password", { username: "a", password: "        " }, ["password"]],
    ["a name that is taken", { username: "admin", password: "long enough" }, ["username"]],
    ["a long name", { username: "a".repeat(151), password: "long enough" }, ["username"]],
    ["a blank name", { username: "  ", password: "long enough" }, ["username"]],
    ["an unknown permission", { username: "a", password: "long enough", permissions: ["fly"] }, ["permissions.0"]],
    ["an address that is none", { username: "a", password: "long enough", email: "a" }, ["email"]],
    ["an empty host", { username: "a", password: "long enough", hosts: [""] }, ["hosts.0"]],
    ["text for a flag", { username: "a", password: "long enough", is_active: "yes" }, ["is_active"]],
  ])("when there is %s, then it is 400 under that field", async (_, body, fields) => {
    const reply = await service.call("POST", "/api/users", { body });
    expect([reply.status, Object.keys(reply.body)]).toEqual([400, fields]);
  });

  test("when a form makes a user, then lists are JSON text or repeated fields", async () => {
    const form = new URLSearchParams({ username: "form", password: "long enough", hosts: '["web*"]' });
    form.append("permissions", "manage_tasks");
    form.append("permissions", "view_system");
    const reply = await service.call("POST", "/api/users", { body: form });
    expect(reply.body).toMatchObject({ hosts: ["web*"], permissions: ["manage_tasks", "view_system"] });
  });
});

describe("changing users", () => {
  test("when somebody changes his own names and address, then he may; PUT puts back what it omits", async () => {
    const user = await newUser({ permissions: ["manage_tasks"], hosts: ["web*"] });
    const patch = await service.call("PATCH", path(user), {
      token: user.token,
      body: { first_name: "A", email: "a@b" },
    });
    expect(patch.body).toMatchObject({ first_name: "A", email: "a@b", permissions: ["manage_tasks"] });
    const put = await service.call("PUT", path(user), {
      token: user.token,
      body: { username: patch.body.username, last_name: "B" },
    });
    expect(put.status).toBe(200);
    expect(put.body).toMatchObject({
      first_name: "",
      last_name: "B",
      email: "",
      permissions: ["manage_tasks"],
      hosts: ["web*"],
    });
  });

  test.each([
    [{ permissions: ["search_events", "manage_users"] }],
    [{ hosts: ["*"] }],
    [{ is_active: false }],
    [{ is_superuser: true }],
    [{ username: "another" }],
  ])("when somebody sends %j about himself, then it is 403, but the values he has pass", async (body) => {
    const user = await newUser();
    expect((await service.call("PATCH", path(user), { token: user.token, body })).status).toBe(403);
    const own = (await service.call("GET", path(user), { token: user.token })).body;
    expect((await service.call("PATCH", path(user), { token: user.token, body: own })).status).toBe(200);
  });

  test("when nothing that is known changes, then the user is answered as he is", async () => {
    const user = await newUser({ first_name: "Uma" });
    for (const body of [{}, { id: 5 }, { nickname: "u" }]) {
      const reply = await service.call("PATCH", path(user), { body });
      expect([reply.status, reply.body.first_name, reply.body.id]).toEqual([200, "Uma", user.id]);
    }
  });

  test("when a list of hosts was given twice the same, then nobody may put another in the second place", async () => {
    const user = await newUser({ hosts: ["web1", "web1"], permissions: ["manage_tasks", "manage_tasks"] });
    const attempt = async (body: Record<string, unknown>) =>
      (await service.call("PATCH", path(user), { token: user.token, body })).status;
    expect(await attempt({ hosts: ["web1", "*"] })).toBe(403);
    expect(await attempt({ permissions: ["manage_tasks", "manage_users"] })).toBe(403);
    expect(await attempt({ hosts: ["web1"] })).toBe(200);
  });

  test("when a manager grants what he lacks or touches a superuser, then it is 403; what he has he may grant", async () => {
    const user = await newUser();
    const boss = await newUser({ is_superuser: true });
    const attempt = async (target: { id: number }, body: Record<string, unknown>, method = "PATCH") =>
      (await service.call(method, path(target), { token: manager.token, body })).status;
    expect(await attempt(user, { permissions: ["view_system"] })).toBe(200);
    expect(await attempt(user, { permissions: ["manage_tasks"] })).toBe(403);
    expect(await attempt(user, { is_superuser: true })).toBe(403);
    expect(await attempt(boss, { first_name: "x" })).toBe(403);
    expect(await attempt(boss, { is_superuser: false })).toBe(403);
    expect(await attempt(manager, { permissions: ["manage_users", "manage_tasks"] })).toBe(403);
    expect((await service.call("DELETE", path(boss), { token: manager.token })).status).toBe(403);
    const reset = await service.call("POST", path(boss, "/password"), {
      token: manager.token,
      body: { password: "long enough" },
    });
    expect(reset.status).toBe(403);
    const made = await service.call("POST", "/api/users", {
      token: manager.token,
      body: { username: "too-much", password: "long enough", permissions: ["manage_tasks"] },
    });
    expect(made.status).toBe(403);
  });

  test("when a manager sets the password of somebody who may or sees more, then it is 403: he could become him", async () => {
    const limited = await newUser({ permissions: ["manage_users"], hosts: ["web*", "db1"] });
    const setPassword = async (token: string, fields: Record<string, unknown>) => {
      const target = path(await newUser(fields), "/password");
      return (await service.call("POST", target, { token, body: { password: "long enough" } })).status;
    };
    expect(await setPassword(manager.token, { permissions: ["manage_tasks"] })).toBe(403);
    expect(await setPassword(manager.token, { permissions: ["view_system", "search_events"] })).toBe(204);
    expect(await setPassword(limited.token, {})).toBe(403);
    expect(await setPassword(limited.token, { hosts: ["db1", "db2"] })).toBe(403);
    expect(await setPassword(limited.token, { hosts: ["db1"] })).toBe(204);
  });

  test("when a manager is limited to hosts, then he makes nobody who sees more", async () => {
    const limited = await newUser({ permissions: ["manage_users"], hosts: ["web*", "db1"] });
    const make = (fields: Record<string, unknown>) =>
      service.call("POST", "/api/users", {
        token: limited.token,
        body: { username: `limited-${counter++}`, password: "long enough", ...fields },
      });
    expect((await make({})).body.hosts).toEqual(["web*", "db1"]);
    expect((await make({ hosts: ["db1"] })).status).toBe(201);
    expect((await make({ hosts: [] })).status).toBe(403);
    expect((await make({ hosts: ["*"] })).status).toBe(403);
  });

  test("when the last active superuser would go, then it is 400 and he stays", async () => {
    for (const [body, field] of [
      [{ is_superuser: false }, "is_superuser"],
      [{ is_active: false }, "is_active"],
    ] as const) {
      const alone = await startService();
      const reply = await alone.call("PATCH", "/api/users/1", { body });
      expect([reply.status, Object.keys(reply.body)]).toEqual([400, [field]]);
      const removal = await alone.call("DELETE", "/api/users/1");
      expect([removal.status, Object.keys(removal.body)]).toEqual([400, ["detail"]]);
      await alone.createUser({ username: "second", is_superuser: true });
      expect((await alone.call("PATCH", "/api/users/1", { body })).status).toBe(200);
      await alone.close();
    }
  });

  test.each([
    ["deactivated", (id: number) => service.call("PATCH", `/api/users/${id}`, { body: { is_active: false } })],
    ["deleted", (id: number) => service.call("DELETE", `/api/users/${id}`)],
  ])("when a user is %s, then his sessions and tokens end at once", async (_, end) => {
    const user = await newUser();
    const shipper = (
      await service.call("POST", "/api/authtokens", { token: user.token, body: { token_type: "INGEST" } })
    ).body;
    await end(user.id);
    expect((await service.call("GET", "/api/users", { token: user.token })).status).toBe(401);
    expect((await request(`${service.url}/api/users`, "GET", { headers: { cookie: user.cookie } })).status).toBe(401);
    expect((await service.call("GET", `/api/authtokens/${shipper.secret_key}`)).status).toBe(404);
  });
});

describe("users by name", () => {
  test("when a part of a name is given, then those who have it in one of theirs are listed, signs as they are", async () => {
    await newUser({ username: "n-anders", first_name: "Zoé" });
    await newUser({ username: "n-bo", first_name: "Bo", last_name: "van Anderlecht" });
    await newUser({ username: "n-100%_x" });
    const find = async (name: string) => {
      const { body } = await service.call("GET", `/api/users?name=${encodeURIComponent(name)}&ordering=username`);
      return [body.item_count, body.objects.map(({ username }: { username: string }) => username)];
    };
    expect(await find("ANDER")).toEqual([2, ["n-anders", "n-bo"]]);
    expect(await find("bo van ander")).toEqual([1, ["n-bo"]]);
    expect(await find("0%_")).toEqual([1, ["n-100%_x"]]);
    expect(await find("n-%")).toEqual([0, []]);
    expect(await find("\\")).toEqual([0, []]);
    expect((await service.call("GET", `/api/users?name=${"x".repeat(151)}`)).status).toBe(400);
  });
});

describe("preferences", () => {
  test("when somebody sets his own, then his session says so, and only what fits is taken", async () => {
    const user = await newUser();
    const set = (preferences: unknown) =>
      service.call("PATCH", path(user), { token: user.token, body: { preferences } });
    const wanted = { language: "de", timezone: "Europe/Berlin", theme: "dark" };
    expect((await set(wanted)).body.preferences).toEqual(wanted);
    const asked = await service.call("GET", "/api/auth", { token: user.token });
    expect(asked.body.user.preferences).toEqual(wanted);
    for (const [name, value] of [
      ["language", "../de"],
      ["timezone", "Mars/Olympus"],
      ["theme", "pink"],
    ] as const)
      expect(Object.keys((await set({ ...wanted, [name]: value })).body)).toEqual([`preferences.${name}`]);
    // As a whole: what is not named is the browser's again.
    expect((await set({ theme: "light", colour: "blue" })).body.preferences).toEqual({ theme: "light" });
  });

  test("when another who does not manage users sets or reads them, then he does not", async () => {
    const [user, other] = [await newUser(), await newUser()];
    const body = { preferences: { theme: "dark" } };
    expect((await service.call("PATCH", path(user), { token: other.token, body })).status).toBe(403);
    const { body: seen } = await service.call("GET", path(user), { token: other.token });
    expect(seen).not.toHaveProperty("preferences");
  });
});

describe("passwords", () => {
  test("when one's own is changed, then the current one is needed and the other sessions end, not this one", async () => {
    const user = await newUser();
    const name = `user-${counter}`;
    const second = await login(service.url, name, `password of ${name}`);
    const change = (body: Record<string, unknown>) =>
      request(`${service.url}${path(user, "/password")}`, "POST", { headers: { cookie: second }, body });
    const missing = await change({ password: "new password" });
    expect([missing.status, Object.keys(missing.body)]).toEqual([400, ["current_password"]]);
    const wrong = await change({ password: "new password", current_password: "wrong" });
    expect([wrong.status, Object.keys(wrong.body)]).toEqual([400, ["current_password"]]);
    const short = await change({ password: "new", current_password: `password of ${name}` });
    expect([short.status, Object.keys(short.body)]).toEqual([400, ["password"]]);
    const done = await change({ password: "new password", current_password: `password of ${name}` });
    expect([done.status, done.text]).toEqual([204, ""]);
    const isOpen = async (cookie: string) =>
      (await request(`${service.url}/api/users`, "GET", { headers: { cookie } })).status === 200;
    expect([await isOpen(user.cookie), await isOpen(second)]).toEqual([false, true]);
    await login(service.url, name, "new password");
  });

  test("when a superuser changes his own, then he too has to give the current one", async () => {
    const reply = await service.call("POST", "/api/users/1/password", { body: { password: "new password" } });
    expect(reply.status).toBe(400);
    await login(service.url, "admin", adminPassword);
  });
});

describe("the throttle", () => {
  test("when ten logins of a name failed, then even the right password is 429, other names are not", async () => {
    await newUser();
    const name = `user-${counter}`;
    const attempt = (username: string, password: string) =>
      request(`${service.url}/api/auth/`, "POST", { body: { username, password } });
    const failed = await Promise.all(Array.from({ length: 12 }, () => attempt(name, "wrong")));
    expect(failed.map(({ status }) => status).sort()).toEqual([...Array(10).fill(403), 429, 429]);
    const right = await attempt(name, `password of ${name}`);
    expect([right.status, Object.keys(right.body)]).toEqual([429, ["detail"]]);
    expect(Number(right.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await attempt("nobody at all", "x")).status).toBe(403);
  });
});
