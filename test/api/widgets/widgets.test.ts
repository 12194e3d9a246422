import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { widgetTypes } from "../../../src/board/widget-type.ts";
import { type Board, type Caller, startBoard } from "../../support/service/start-board.ts";

let board: Board;
let ann: Caller;
let bob: Caller;
let manager: Caller;
let dashboard: { id: number };
beforeAll(async () => {
  board = await startBoard();
  ann = await board.createUser("ann");
  bob = await board.createUser("bob");
  manager = await board.createUser("wim", { permissions: ["manage_widgets"] });
  dashboard = (await ann.call("POST", "/api/dashboards", { title: "d" })).body;
});
afterAll(() => board.close());

async function create(body: object) {
  const reply = await ann.call("POST", `/api/dashboards/${dashboard.id}/widgets`, body);
  expect(reply.status).toBe(200);
  return reply.body;
}

describe("GET", () => {
  test("when a widget is exported, then it has the fields of a dashboard's export", async () => {
    const fields = { type: "TopNQuery", title: "w", is_public: true, config: { limit: 3 }, position: 2 };
    const { id } = await create(fields);
    expect((await ann.call("GET", `/api/widgets/${id}/?export=true`)).body).toEqual(fields);
    const listed = await ann.call("GET", "/api/widgets?export=1&title=w");
    expect(listed.body.objects).toEqual([fields]);
    await ann.call("DELETE", `/api/widgets/${id}`);
  });

  test("when widgets are listed, then own ones come, and all only for who manages them and asks", async () => {
    const { body: others } = await bob.call("POST", "/api/dashboards", {
      title: "o",
      is_public: true,
      widgets: [{ type: "Search", title: "bobs", is_public: true }],
    });
    const { id } = await create({ type: "Search", title: "anns" });
    const titles = async (caller: Caller, query: string) =>
      (await caller.call("GET", `/api/widgets?${query}`)).body.objects.map(({ title }: { title: string }) => title);
    expect(await titles(ann, "")).toEqual(["anns"]);
    expect(await titles(ann, "show_all=1")).toEqual(["anns"]);
    expect(await titles(manager, "")).toEqual([]);
    expect(await titles(manager, "show_all=1")).toEqual(["bobs", "anns"]);
    expect(await titles(manager, "show_all=1&ordering=title")).toEqual(["anns", "bobs"]);
    expect(await titles(manager, "show_all=1&ordering=-type,title&page_size=1&page=2")).toEqual(["bobs"]);
    expect(await titles(manager, "show_all=1&title=bobs")).toEqual(["bobs"]);
    expect(await titles(manager, "show_all=1&title=Bobs")).toEqual([]);
    await bob.call("DELETE", `/api/dashboards/${others.id}`);
    await ann.call("DELETE", `/api/widgets/${id}`);
  });

  test.each([
    ["page=0", 400, ["page"]],
    ["page=2", 404, ["detail"]],
    ["ordering=config", 400, ["ordering"]],
    ["show_all=x", 400, ["show_all"]],
    ["export=x", 400, ["export"]],
  ])("when the list is asked with %s, then it is %d", async (query, status, names) => {
    const reply = await ann.call("GET", `/api/widgets?${query}`);
    expect([reply.status, Object.keys(reply.body)]).toEqual([status, names]);
  });
});

/** What a config has to say, of types that cannot do without. */
const demanded: Partial<Record<(typeof widgetTypes)[number], object>> = {
  Around: { id: "1" },
  Differences: { selection_q: "severity<=3" },
};

describe("PUT and PATCH", () => {
  test.each(widgetTypes)("when the type is %s, then both spellings make one, and it stays in its own", async (type) => {
    for (const [given, other] of [
      [type, `${type}Query`],
      [`${type}Query`, type],
    ] as const) {
      const config = demanded[type];
      const { id } = await create({
        type: given,
        title: "w",
        config: { col: 2, ...config },
        position: 5,
        is_public: true,
      });
      const put = await ann.call("PUT", `/api/widgets/${id}`, { type: other, title: "new", config });
      expect([put.status, put.body.type, put.body.config, put.body.position, put.body.is_public]).toEqual([
        200,
        given,
        config ?? {},
        0,
        false,
      ]);
      await ann.call("DELETE", `/api/widgets/${id}`);
    }
  });

  test("when PATCH names a part, then the rest stays and the config is replaced whole", async () => {
    const before = await create({
      type: "TopN",
      title: "w",
      config: { col: 2, own: [1] },
      position: 5,
      is_public: true,
    });
    const { status, body } = await ann.call(
      "PATCH",
      `/api/widgets/${before.id}`,
      new URLSearchParams({ config: '{"row": 1}' }),
    );
    expect([status, { ...body, updated_at: 0 }]).toEqual([200, { ...before, config: { row: 1 }, updated_at: 0 }]);
  });

  test.each<[string, string, unknown, Record<string, unknown>]>([
    ["PUT", "another type", { type: "LastN", title: "w" }, { type: ['The type cannot be changed; it is "TopN".'] }],
    ["PATCH", "another type", { type: "Tasks" }, { type: ['The type cannot be changed; it is "TopN".'] }],
    ["PUT", "no type", { title: "w" }, { type: ["This field is required."] }],
    ["PUT", "no title", { type: "TopN" }, { title: ["This field is required."] }],
    ["PATCH", "a blank title", { title: "" }, { title: ["This field may not be blank."] }],
    ["PATCH", "a broken position", { position: 1.5 }, { position: ["Expected a whole number, got 1.5."] }],
    ["PATCH", "a config that is null", { config: null }, { config: ["Expected an object, got null."] }],
    [
      "PATCH",
      "a config of another type's view",
      { config: { view_type: "line" } },
      { "config.view_type": [expect.any(String)] },
    ],
  ])("when %s has %s, then it is 400 and nothing is changed", async (method, _, body, expected) => {
    const before = await create({ type: "TopN", title: "w", config: { limit: 7 } });
    const reply = await ann.call(method, `/api/widgets/${before.id}`, body);
    expect([reply.status, reply.body]).toEqual([400, expected]);
    expect((await ann.call("GET", `/api/widgets/${before.id}`)).body).toEqual(before);
  });
});

describe("DELETE", () => {
  test("when a widget is deleted, then it is gone from every dashboard", async () => {
    const { id } = await create({ type: "TopN", title: "w" });
    const { body: other } = await ann.call("POST", `/api/dashboards?source_id=${dashboard.id}`, {});
    expect((await ann.call("DELETE", `/api/widgets/${id}/`)).status).toBe(204);
    expect((await ann.call("GET", `/api/widgets/${id}`)).status).toBe(404);
    const { body } = await ann.call("GET", `/api/dashboards/${other.id}`);
    expect(body.widgets.map((widget: { id: number }) => widget.id)).not.toContain(id);
  });
});
