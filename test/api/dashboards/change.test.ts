import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { widgetsPerDashboardMax } from "../../../src/board/limits.ts";
import { type Board, type Caller, startBoard } from "../../support/service/start-board.ts";

let board: Board;
let ann: Caller;
let bob: Caller;
beforeAll(async () => {
  board = await startBoard();
  ann = await board.createUser("ann");
  bob = await board.createUser("bob");
});
afterAll(() => board.close());

const full = {
  title: "t",
  is_public: true,
  config: { refresh: 5, style_class: "dark" },
  widgets: [{ type: "TopN", title: "w" }],
};
const create = async (body: object = full, caller = ann) => (await caller.call("POST", "/api/dashboards", body)).body;

describe("PUT and PATCH", () => {
  test("when PUT leaves fields out, then they go back to their defaults and the widgets stay", async () => {
    const { id, widgets } = await create();
    const { status, body } = await ann.call("PUT", `/api/dashboards/${id}`, { title: "new" });
    expect([status, body.title, body.is_public, body.config]).toEqual([200, "new", false, {}]);
    expect(body.widgets).toEqual(widgets);
  });

  test("when PATCH leaves fields out, then they stay, and a config is replaced whole", async () => {
    const { id } = await create();
    const first = await ann.call("PATCH", `/api/dashboards/${id}/`, { config: { own: 1 } });
    expect([first.status, first.body.title, first.body.is_public, first.body.config]).toEqual([
      200,
      "t",
      true,
      { own: 1 },
    ]);
    const second = await ann.call("PATCH", `/api/dashboards/${id}`, {});
    expect([second.status, second.body.config]).toEqual([200, { own: 1 }]);
  });

  test.each(["PUT", "PATCH"])("when %s does not fit, then nothing is changed", async (method) => {
    const before = await create();
    const reply = await ann.call(method, `/api/dashboards/${before.id}`, {
      title: "new",
      config: { refresh: "often" },
    });
    expect([reply.status, reply.body]).toEqual([400, { "config.refresh": ['Expected a number, got "often".'] }]);
    expect((await ann.call("GET", `/api/dashboards/${before.id}`)).body).toEqual(before);
  });

  test("when PUT has no title, then it is 400", async () => {
    const { id } = await create();
    expect((await ann.call("PUT", `/api/dashboards/${id}`, { config: {} })).body).toEqual({
      title: ["This field is required."],
    });
  });
});

describe("widgets on a dashboard", () => {
  test("when one is added, then it belongs to who added it and lies there", async () => {
    const { id } = await create({ title: "t" });
    const { status, body } = await ann.call("POST", `/api/dashboards/${id}/widgets`, {
      type: "TopNQuery",
      title: "hosts",
      config: { col: 1 },
      position: 3,
      id: 999,
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.any(Number),
      title: "hosts",
      type: "TopNQuery",
      config: { col: 1 },
      position: 3,
      is_public: false,
      owner: { id: ann.id, username: "ann", fullname: "ann" },
      dashboards: [id],
      is_read_only: false,
      created_at: expect.any(Number),
      updated_at: expect.any(Number),
    });
    expect((await ann.call("GET", `/api/dashboards/${id}`)).body.widgets).toEqual([body]);
  });

  test("when one is linked twice, by JSON or by a form, then it lies there once", async () => {
    const from = await create();
    const { id } = await create({ title: "to" });
    for (const body of [{ id: from.widgets[0].id }, new URLSearchParams({ id: String(from.widgets[0].id) })]) {
      const reply = await ann.call("POST", `/api/dashboards/${id}/widgets/`, body);
      expect([reply.status, reply.body.id, reply.body.dashboards]).toEqual([200, from.widgets[0].id, [from.id, id]]);
    }
    expect((await ann.call("GET", `/api/dashboards/${id}`)).body.widgets).toHaveLength(1);
  });

  test.each<[string, unknown, Record<string, unknown>]>([
    ["neither id nor type", {}, { type: [expect.stringContaining("required")] }],
    ["an id that is none", { id: "x" }, { id: ["Expected the id of a widget."] }],
    ["an unknown id", { id: 999_999 }, { id: ["There is no widget 999999."] }],
    ["an unknown type", { type: "Pie", title: "w" }, { type: [expect.stringContaining('"Pie"')] }],
    ["a type without a title", { type: "TopN" }, { title: ["This field is required."] }],
    ["a position below zero", { type: "TopN", title: "w", position: -1 }, { position: [expect.any(String)] }],
    [
      "a config that does not fit its type",
      { type: "EventRate", title: "w", config: { view_type: "list" } },
      { "config.view_type": [expect.stringContaining("badge")] },
    ],
    [
      "a limit that the engine refuses",
      { type: "SearchQuery", title: "w", config: { limit: 10_001 } },
      { "config.limit": [expect.stringContaining("10000")] },
    ],
    [
      "a time range that ends before it begins",
      { type: "TopN", title: "w", config: { time_range: { ts_from: 5, ts_to: 3 } } },
      { "config.time_range.ts_from": [expect.stringContaining("before")] },
    ],
    [
      "an unknown zone",
      { type: "EventRate", title: "w", config: { time_range: { preset: "today", timezone: "Mars/Base" } } },
      { "config.time_range.timezone": [expect.any(String)] },
    ],
    [
      "a filter that does not compile",
      { type: "EventRate", title: "w", config: { filter: [{ field: "host", op: "=~", value: "(" }] } },
      { "config.filter.0.value": [expect.any(String)] },
    ],
  ])("when the body has %s, then it is 400", async (_, body, expected) => {
    const { id } = await create({ title: "t" });
    const reply = await ann.call("POST", `/api/dashboards/${id}/widgets`, body);
    expect([reply.status, reply.body]).toEqual([400, expected]);
  });

  test("when another's private widget is linked, then it is 400 as if it were not there", async () => {
    const { id } = await create({ title: "mine" }, bob);
    const { widgets } = await create({ ...full, is_public: false });
    const reply = await bob.call("POST", `/api/dashboards/${id}/widgets`, { id: widgets[0].id });
    expect([reply.status, reply.body]).toEqual([400, { id: [`There is no widget ${widgets[0].id}.`] }]);
  });

  test("when the dashboard is full, then one more is 400 and leaves nothing behind", async () => {
    const { id } = await create({
      title: "t",
      widgets: Array(widgetsPerDashboardMax).fill({ type: "TopN", title: "w" }),
    });
    const reply = await ann.call("POST", `/api/dashboards/${id}/widgets`, { type: "TopN", title: "too many" });
    expect([reply.status, Object.keys(reply.body)]).toEqual([400, ["non_field_errors"]]);
    expect((await ann.call("GET", "/api/widgets?title=too%20many")).body.item_count).toBe(0);
  });

  test("when all are taken off, then those on no other dashboard are gone and the others stay", async () => {
    const { id, widgets } = await create({
      title: "t",
      widgets: [
        { type: "TopN", title: "a" },
        { type: "TopN", title: "b" },
      ],
    });
    const other = await create({ title: "o" });
    await ann.call("POST", `/api/dashboards/${other.id}/widgets`, { id: widgets[1].id });
    expect((await ann.call("DELETE", `/api/dashboards/${id}/widgets/`)).status).toBe(204);
    expect((await ann.call("GET", `/api/dashboards/${id}`)).body.widgets).toEqual([]);
    const statuses = await Promise.all(
      widgets.map((widget: { id: number }) => ann.call("GET", `/api/widgets/${widget.id}`)),
    );
    expect(statuses.map(({ status }) => status)).toEqual([404, 200]);
  });

  test("when one is taken off, then the others stay, and a second time it is 404", async () => {
    const { id, widgets } = await create({
      title: "t",
      widgets: [
        { type: "TopN", title: "a" },
        { type: "TopN", title: "b" },
      ],
    });
    const path = `/api/dashboards/${id}/widgets/${widgets[0].id}`;
    expect((await ann.call("DELETE", path)).status).toBe(204);
    expect((await ann.call("DELETE", path)).status).toBe(404);
    expect((await ann.call("GET", `/api/dashboards/${id}`)).body.widgets).toEqual([widgets[1]]);
  });

  test("when a dashboard is deleted, then it and the widgets that lay only there are gone for good", async () => {
    const { id, widgets } = await create();
    expect((await ann.call("DELETE", `/api/dashboards/${id}`)).status).toBe(204);
    expect((await ann.call("DELETE", `/api/dashboards/${id}`)).status).toBe(404);
    expect((await ann.call("GET", `/api/widgets/${widgets[0].id}`)).status).toBe(404);
    expect((await create()).id).toBeGreaterThan(id);
  });
});
