import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { patienceMs } from "../../support/patience.ts";
import { type Service, startService, type TestUser } from "../../support/service/start-service.ts";

let service: Service;
let now = 1_000_000;
let ann: TestUser;
let bob: TestUser;
beforeAll(async () => {
  service = await startService({ clock: () => now * 1000 });
  ann = await service.createUser({ username: "ann" });
  bob = await service.createUser({ username: "bob" });
  const A = ann.id;
  const B = bob.id;
  const rows: [TestUser, Record<string, unknown>][] = [
    [ann, { title: "a1", status: "new", due: 999_999, assigned_to: A }],
    [ann, { title: "a2", status: "in_progress", due: 1_000_100, assigned_to: B }],
    [ann, { title: "a3", status: "resolved", due: 999_999, assigned_to: null }],
    [bob, { title: "b1", status: "closed", due: null, assigned_to: A }],
    [bob, { title: "b2", status: "new", due: null, assigned_to: null }],
    [bob, { title: "b,3", status: "new", due: 1, assigned_to: 1 }],
  ];
  for (const [who, body] of rows) {
    expect((await service.call("POST", "/api/tasks", { token: who.token, body })).status).toBe(200);
    now += 10;
  }
  now = 1_000_000;
});
afterAll(() => service.close());

const list = (query: string, who = ann) =>
  service.call("GET", `/api/tasks?${query.replaceAll("ANN", `${ann.id}`).replaceAll("BOB", `${bob.id}`)}`, {
    token: who.token,
  });
const titlesOf = async (query: string, who = ann) =>
  (await list(query, who)).body.objects.map(({ title }: { title: string }) => title);

describe("filters", () => {
  test.each([
    ["", ["a1", "a2", "a3", "b1", "b2", "b,3"]],
    ["owner=ANN", ["a1", "a2", "a3"]],
    ["owner=ANN,BOB", ["a1", "a2", "a3", "b1", "b2", "b,3"]],
    ["owner=BOB,,", ["b1", "b2", "b,3"]],
    ["owner=", ["a1", "a2", "a3", "b1", "b2", "b,3"]],
    ["owner=BOB&owner=ANN", ["a1", "a2", "a3", "b1", "b2", "b,3"]],
    ["owner=999999", []],
    ["assigned_to=ANN", ["a1", "b1"]],
    ["assigned_to=me", ["a1", "b1"]],
    ["assigned_to=me,BOB", ["a1", "a2", "b1"]],
    ["assigned_to=1&assigned_to=BOB", ["a2", "b,3"]],
    ["assigned_to=", ["a3", "b2"]],
    ["assigned_to=,", ["a3", "b2"]],
    ["unassigned=true", ["a3", "b2"]],
    ["unassigned=0", ["a1", "a2", "b1", "b,3"]],
    ["assigned_to=BOB&unassigned=true", ["a2", "a3", "b2"]],
    ["assigned_to=BOB&unassigned=false", ["a2"]],
    ["assigned_to=&unassigned=false", []],
    ["is_open=true", ["a1", "a2", "b2", "b,3"]],
    ["is_open=FALSE", ["a3", "b1"]],
    ["is_overdue=1", ["a1", "b,3"]],
    ["is_overdue=false", ["a2", "a3", "b1", "b2"]],
    ["is_open=true&is_overdue=false", ["a2", "b2"]],
    ["is_open=false&is_overdue=true", []],
    ["title=a1", ["a1"]],
    ["title=A1", []],
    ["title=b%2C3", ["b,3"]],
    ["title=b,3", ["b,3"]],
    ["title=a", []],
    ["owner=BOB&is_open=1&unassigned=1", ["b2"]],
  ])("when the list is asked with %s, then it has these tasks", async (query, expected) => {
    expect(await titlesOf(`ordering=id&${query}`)).toEqual(expected);
    expect((await list(query)).body.item_count).toBe(expected.length);
  });

  test("when another asks for his own, then me is he", async () => {
    expect(await titlesOf("assigned_to=me", bob)).toEqual(["a2"]);
  });

  test("when time goes on, then more is overdue", async () => {
    now = 1_000_101;
    expect(await titlesOf("is_overdue=true&ordering=id")).toEqual(["a1", "a2", "b,3"]);
    now = 1_000_000;
  });
});

describe("order and pages", () => {
  test.each([
    ["", ["b,3", "b2", "b1", "a3", "a2", "a1"]],
    ["ordering=title", ["a1", "a2", "a3", "b,3", "b1", "b2"]],
    ["ordering=-id", ["b,3", "b2", "b1", "a3", "a2", "a1"]],
    ["ordering=status", ["b1", "a2", "a1", "b2", "b,3", "a3"]],
    ["ordering=due", ["b1", "b2", "b,3", "a1", "a3", "a2"]],
    ["ordering=-owner,title", ["b,3", "b1", "b2", "a1", "a2", "a3"]],
    ["ordering=owner,-title", ["a3", "a2", "a1", "b2", "b1", "b,3"]],
    ["ordering=assigned_to,id", ["a3", "b2", "b,3", "a1", "b1", "a2"]],
    ["ordering=created_at", ["a1", "a2", "a3", "b1", "b2", "b,3"]],
    ["ordering=-updated_at", ["b,3", "b2", "b1", "a3", "a2", "a1"]],
    ["page_size=2&page=3", ["a2", "a1"]],
  ])("when the list is asked with %s, then it stands in this order", async (query, expected) => {
    expect(await titlesOf(query)).toEqual(expected);
  });

  test("when a page is asked, then the envelope tells where it is", async () => {
    const { objects, ...envelope } = (await list("page=2&page_size=3&is_open=true")).body;
    expect(envelope).toEqual({ item_count: 4, page_count: 2, page_number: 2, page_size: 3 });
    expect(objects).toHaveLength(1);
    expect((await list("title=none")).body).toEqual({
      objects: [],
      item_count: 0,
      page_count: 1,
      page_number: 1,
      page_size: 100,
    });
    expect((await list("page_size=100000")).body.page_size).toBe(1000);
  });
});

describe("parameters that do not fit", () => {
  test.each([
    ["owner=ann", 400, "owner"],
    ["owner=me", 400, "owner"],
    ["assigned_to=you", 400, "assigned_to"],
    ["assigned_to=1,-2", 400, "assigned_to"],
    ["unassigned=maybe", 400, "unassigned"],
    ["is_open=yes", 400, "is_open"],
    ["is_open=", 400, "is_open"],
    ["is_overdue=2", 400, "is_overdue"],
    ["ordering=description", 400, "ordering"],
    ["ordering=--id", 400, "ordering"],
    ["page=0", 400, "page"],
    ["page=x", 400, "page"],
    ["page_size=0", 400, "page_size"],
    ["page=2", 404, "detail"],
  ])("when the list is asked with %s, then that is %d on %s", async (query, status, field) => {
    const reply = await list(query);
    expect([reply.status, reply.body]).toEqual([status, { [field]: expect.any(String) }]);
  });

  test(
    "when more is asked than one answer may hold, then it says to ask for less",
    async () => {
      const body = { title: "long", description: "\u{1F600}".repeat(5000) };
      const made: number[] = [];
      for (let count = 0; count < 425; count += 25)
        await Promise.all(
          Array.from({ length: 25 }, async () =>
            made.push((await service.call("POST", "/api/tasks", { body })).body.id),
          ),
        );
      expect(made).toHaveLength(425);
      const reply = await list("page_size=1000");
      expect([reply.status, reply.body]).toEqual([400, { page_size: expect.any(String) }]);
      expect((await list("page_size=400")).status).toBe(200);
      for (const id of made) await service.call("DELETE", `/api/tasks/${id}`);
    },
    patienceMs,
  );
});
