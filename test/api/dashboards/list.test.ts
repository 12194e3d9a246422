import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Board, type Caller, startBoard } from "../../support/service/start-board.ts";

let board: Board;
let ann: Caller;
let bob: Caller;
let manager: Caller;
beforeAll(async () => {
  board = await startBoard();
  ann = await board.createUser("ann");
  bob = await board.createUser("bob");
  manager = await board.createUser("mia", { permissions: ["manage_dashboards"] });
  for (const title of ["web", "Web 2", "db", "straße", "web"]) await ann.call("POST", "/api/dashboards", { title });
  for (const title of ["bobs web", "bobs db"]) await bob.call("POST", "/api/dashboards", { title, is_public: true });
});
afterAll(() => board.close());

const titles = async (query: string, caller = ann) => {
  const { status, body } = await caller.call("GET", `/api/dashboards?${query}`);
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body.objects.map(({ title }: { title: string }) => title);
};

describe("whose dashboards are listed", () => {
  test("when somebody lists, then he gets his own, not the public ones of others", async () => {
    const { body } = await bob.call("GET", "/api/dashboards/");
    const { objects, ...envelope } = body;
    expect(envelope).toEqual({ item_count: 2, page_count: 1, page_number: 1, page_size: 100 });
    expect(objects.map(({ title }: { title: string }) => title)).toEqual(["bobs web", "bobs db"]);
  });

  test.each([
    ["show_all without the permission", "show_all=true", () => bob, 2],
    ["the permission without show_all", "", () => manager, 0],
    ["the permission with show_all=false", "show_all=0", () => manager, 0],
    ["the permission and show_all", "show_all=TRUE", () => manager, 7],
    ["a superuser and show_all", "show_all=1", () => board.admin, 7],
  ])("when there is %s, then the right ones come", async (_, query, caller, count) => {
    expect(await titles(query, caller())).toHaveLength(count);
  });

  test("when owners are named, then it is the union of them, within what the caller may list", async () => {
    expect(await titles(`show_all=1&owner=${bob.id}`, manager)).toHaveLength(2);
    expect(await titles(`show_all=1&owner=${bob.id},,${ann.id},`, manager)).toHaveLength(7);
    expect(await titles(`show_all=1&owner=${bob.id}&owner=${ann.id}`, manager)).toHaveLength(7);
    expect(await titles(`show_all=1&owner=,`, manager)).toHaveLength(7);
    expect(await titles(`owner=${bob.id}`, ann)).toEqual([]);
    expect(await titles(`owner=${bob.id},${ann.id}`, ann)).toHaveLength(5);
  });
});

describe("which titles", () => {
  test.each([
    ["title=web", ["web", "web"]],
    ["title=Web", []],
    ["title=web%202", []],
    ["title=a,b", []],
    ["title__iregex=WEB", ["web", "Web 2", "web"]],
    ["title__iregex=%5Eweb$", ["web", "web"]],
    ["title__iregex=STRA(SS|%C3%9F)E", ["straße"]],
    ["title__iregex=d,?b", ["db"]],
    ["title__iregex=", ["web", "Web 2", "db", "straße", "web"]],
    ["title__iregex=e&title=web", ["web", "web"]],
    ["title__iregex=e&ordering=-title", ["web", "web", "straße", "Web 2"]],
    ["title__iregex=e&ordering=-title&page=2&page_size=3", ["Web 2"]],
  ])("when %s is asked, then %j come", async (query, expected) => {
    expect(await titles(query)).toEqual(expected);
  });

  test("when a pattern would take a backtracking engine forever, then it is answered", async () => {
    await bob.call("POST", "/api/dashboards", { title: `${"a".repeat(254)}!` });
    expect(await titles(`title__iregex=${encodeURIComponent("^(a+)+$")}`, bob)).toEqual([]);
  });
});

describe("order and pages", () => {
  test.each([
    ["", ["web", "Web 2", "db", "straße", "web"]],
    ["ordering=-id", ["web", "straße", "db", "Web 2", "web"]],
    ["ordering=title", ["Web 2", "db", "straße", "web", "web"]],
    ["ordering=-title,id", ["web", "web", "straße", "db", "Web 2"]],
    ["page_size=2&page=3", ["web"]],
    ["page_size=2&page=1&ordering=title", ["Web 2", "db"]],
  ])("when the query is %j, then %j come", async (query, expected) => {
    expect(await titles(query)).toEqual(expected);
  });

  test.each(["id", "title", "owner", "created_at", "updated_at"])(
    "when ordered by %s both ways, then ties stand by id and the pages are each other's mirror",
    async (field) => {
      const ids = async (ordering: string) => {
        const pages = [1, 2, 3, 4].map((page) =>
          board.admin.call("GET", `/api/dashboards?show_all=1&page_size=2&page=${page}&ordering=${ordering}`),
        );
        return (await Promise.all(pages)).flatMap(({ body }) => body.objects.map(({ id }: { id: number }) => id));
      };
      const up = await ids(field);
      expect(new Set(up).size).toBe(8);
      expect(await ids(`-${field}`)).toEqual(up.reverse());
    },
  );

  test.each([
    ["page=0", 400, ["page"]],
    ["page=x", 400, ["page"]],
    ["page_size=0", 400, ["page_size"]],
    ["page=2", 404, ["detail"]],
    ["ordering=password_hash", 400, ["ordering"]],
    ["ordering=title;drop", 400, ["ordering"]],
    ["owner=ann", 400, ["owner"]],
    ["title__iregex=(", 400, ["title__iregex"]],
    ["title__iregex=(%3F%3Da)", 400, ["title__iregex"]],
    [`title__iregex=${"a".repeat(1001)}`, 400, ["title__iregex"]],
    ["export=maybe", 400, ["export"]],
    ["show_all=2", 400, ["show_all"]],
  ])("when the query is %s, then it is %d", async (query, status, names) => {
    const reply = await ann.call("GET", `/api/dashboards?${query}`);
    expect([reply.status, Object.keys(reply.body)]).toEqual([status, names]);
  });

  test("when page_size is above the bound, then it is clamped", async () => {
    expect((await ann.call("GET", "/api/dashboards?page_size=5000")).body.page_size).toBe(1000);
  });

  test("when export is asked, then the objects have no ids, owners or times", async () => {
    const { body } = await ann.call("GET", "/api/dashboards?export=true&page_size=1");
    expect([body.item_count, body.objects]).toEqual([5, [{ title: "web", is_public: false, config: {}, widgets: [] }]]);
  });

  test("when a page would be more than one answer may hold, then a smaller one is asked for and given", async () => {
    const widgets = Array(100).fill({ type: "TopN", title: "w", config: { note: "x".repeat(50_000) } });
    for (const title of ["big", "big"]) await manager.call("POST", "/api/dashboards", { title, widgets });
    const reply = await manager.call("GET", "/api/dashboards");
    expect([reply.status, Object.keys(reply.body)]).toEqual([400, ["page_size"]]);
    const smaller = await manager.call("GET", "/api/dashboards?page_size=1&page=2");
    expect([smaller.status, smaller.body.objects[0].widgets.length]).toEqual([200, 100]);
  });
});
