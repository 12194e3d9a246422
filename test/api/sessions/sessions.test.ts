import { afterAll, beforeAll, expect, test } from "vitest";
import { adminPassword, login, request, type Service, startService } from "../../support/service/start-service.ts";

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const as = (cookie: string, method: string, path: string) =>
  request(service.url + path, method, { headers: { cookie } });
const whoIs = async (cookie: string) => (await as(cookie, "GET", "/api/auth")).body.user?.username ?? null;

async function loginAs(username: string, userAgent: string): Promise<string> {
  const body = { username, password: `password of ${username}` };
  const reply = await request(`${service.url}/api/auth`, "POST", { headers: { "user-agent": userAgent }, body });
  return reply.headers.get("set-cookie")!.split(";")[0]!;
}

test("when somebody lists his sessions, then each says from where and with what, and which is this one", async () => {
  const { id, cookie } = await service.createUser({ username: "ann" });
  await loginAs("ann", "Lynx/2.9");
  const { body } = await as(cookie, "GET", "/api/sessions?ordering=id");
  expect(body.item_count).toBe(2);
  expect(body.objects.map(({ is_current }: { is_current: boolean }) => is_current)).toEqual([true, false]);
  expect(body.objects[1]).toEqual({
    id: expect.any(Number),
    user: { id, username: "ann", fullname: "ann" },
    created_at: expect.any(Number),
    last_used_at: expect.any(Number),
    expires_at: expect.any(Number),
    address: "127.0.0.1",
    user_agent: "Lynx/2.9",
    is_current: false,
  });
});

test("when a browser says more of itself than is kept, then the rest is cut, and he is logged in", async () => {
  await service.createUser({ username: "long" });
  const cookie = await loginAs("long", "x".repeat(5000));
  const { body } = await as(cookie, "GET", "/api/sessions?ordering=-id");
  expect(body.objects[0].user_agent).toBe("x".repeat(512));
});

test("when somebody ends one of his sessions, then that one is over and the others go on", async () => {
  const { cookie } = await service.createUser({ username: "ben" });
  const other = await loginAs("ben", "a phone");
  const { objects } = (await as(cookie, "GET", "/api/sessions")).body;
  const { id } = objects.find(({ user_agent }: { user_agent: string }) => user_agent === "a phone");
  expect((await as(cookie, "DELETE", `/api/sessions/${id}`)).status).toBe(204);
  expect([await whoIs(cookie), await whoIs(other)]).toEqual(["ben", null]);
  expect((await as(cookie, "DELETE", `/api/sessions/${id}`)).status).toBe(404);
});

test("when somebody ends all others, then his own goes on, and so do those of other people", async () => {
  const { cookie, token } = await service.createUser({ username: "cleo" });
  const others = [await loginAs("cleo", "1"), await loginAs("cleo", "2")];
  expect((await as(cookie, "DELETE", "/api/sessions")).status).toBe(204);
  expect(await Promise.all([cookie, ...others].map(whoIs))).toEqual(["cleo", null, null]);
  expect(await whoIs(service.adminCookie)).toBe("admin");
  // A token is no session: all are others.
  expect((await service.call("DELETE", "/api/sessions", { token })).status).toBe(204);
  expect(await whoIs(cookie)).toBe(null);
});

test("when everybody's are asked for, then only who manages users sees them", async () => {
  const plain = await service.createUser({ username: "dora" });
  const keeper = await service.createUser({ username: "emil", permissions: ["manage_users"] });
  const usersOf = async (cookie: string, query: string) => {
    const { body } = await as(cookie, "GET", `/api/sessions?page_size=1000&${query}`);
    return new Set(body.objects.map(({ user }: { user: { username: string } }) => user.username));
  };
  expect([...(await usersOf(plain.cookie, "show_all=true"))]).toEqual(["dora"]);
  expect([...(await usersOf(plain.cookie, `show_all=true&user=${keeper.id}`))]).toEqual([]);
  expect((await usersOf(keeper.cookie, "show_all=true")).has("dora")).toBe(true);
  expect([...(await usersOf(keeper.cookie, `show_all=true&user=${plain.id}`))]).toEqual(["dora"]);
  expect([...(await usersOf(keeper.cookie, ""))]).toEqual(["emil"]);
});

test("when who manages users ends others' sessions, then it is over, but not a superuser's", async () => {
  const plain = await service.createUser({ username: "fritz" });
  const keeper = await service.createUser({ username: "gerd", permissions: ["manage_users"] });
  const sessionOf = async (user: number) =>
    (await as(keeper.cookie, "GET", `/api/sessions?show_all=true&user=${user}`)).body.objects[0].id;
  expect((await as(keeper.cookie, "DELETE", `/api/sessions/${await sessionOf(plain.id)}`)).status).toBe(204);
  expect(await whoIs(plain.cookie)).toBe(null);
  const admin = await login(service.url, "admin", adminPassword);
  expect((await as(keeper.cookie, "DELETE", `/api/sessions/${await sessionOf(1)}`)).status).toBe(403);
  expect(await whoIs(admin)).toBe("admin");
});
