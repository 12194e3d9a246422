import { afterAll, beforeAll, describe, expect, test } from "vitest";
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

const post = (body: unknown, query = "", caller = ann) => caller.call("POST", `/api/dashboards${query}`, body);

describe("from its fields", () => {
  test("when only a title is given, then the rest has its defaults", async () => {
    const { status, body } = await post({ title: "Web" });
    const { id, created_at, updated_at, ...rest } = body;
    expect(status).toBe(201);
    expect([Number.isInteger(id), created_at === updated_at, Number.isInteger(created_at)]).toEqual([true, true, true]);
    expect(rest).toEqual({
      title: "Web",
      owner: { id: ann.id, username: "ann", fullname: "ann" },
      is_public: false,
      config: {},
      widgets: [],
      is_read_only: false,
    });
  });

  test("when a config has fields of others, then it comes back letter by letter", async () => {
    const config = {
      refresh: 30,
      style_class: "dark",
      z: [1, { "": null, ключ: "😀" }],
      a: 1.5,
      time_range: { preset: "today" },
    };
    const { body } = await post({ title: "x", config });
    expect(JSON.stringify(body.config)).toBe(JSON.stringify(config));
    expect(JSON.stringify((await ann.call("GET", `/api/dashboards/${body.id}`)).body.config)).toBe(
      JSON.stringify(config),
    );
  });

  test("when the title stands in the config only, then it is taken from there", async () => {
    const dashboard = await post({
      config: { title: "from config" },
      widgets: [{ type: "TopN", config: { title: "inner" } }],
    });
    expect([dashboard.status, dashboard.body.title, dashboard.body.widgets[0].title]).toEqual([
      201,
      "from config",
      "inner",
    ]);
  });

  test("when a form or a multipart body is sent, then it makes the same dashboard as JSON", async () => {
    const fields = {
      title: "form",
      is_public: "true",
      config: '{"refresh": 5}',
      widgets: '[{"type": "LastN", "title": "w"}]',
    };
    const multipart = new FormData();
    for (const [name, value] of Object.entries(fields)) multipart.set(name, value);
    for (const form of [new URLSearchParams(fields), multipart]) {
      const { status, body } = await post(form);
      expect([status, body.title, body.is_public, body.config, body.widgets[0].type]).toEqual([
        201,
        "form",
        true,
        { refresh: 5 },
        "LastN",
      ]);
    }
  });

  const long = "é".repeat(256);
  test.each<[string, unknown, Record<string, unknown>]>([
    ["no title", {}, { title: ["This field is required."] }],
    ["a blank title", { title: " \t" }, { title: ["This field may not be blank."] }],
    ["a title of 256 characters", { title: long }, { title: ["Expected at most 255 characters."] }],
    ["a title that is no text", { title: 5 }, { title: ["Expected text, got 5."] }],
    ["a blank title in the config", { config: { title: "" } }, { "config.title": ["This field may not be blank."] }],
    ["a config that is a list", { title: "x", config: [] }, { config: ["Expected an object, got a list."] }],
    [
      "is_public that is a word",
      { title: "x", is_public: "maybe" },
      { is_public: ['Expected true or false, got "maybe".'] },
    ],
    ["a refresh below zero", { title: "x", config: { refresh: -1 } }, { "config.refresh": [expect.any(String)] }],
    [
      "a time range that is a word",
      { title: "x", config: { time_range: "today" } },
      { "config.time_range": ['Expected an object, got "today".'] },
    ],
    [
      "a time range with an unknown preset",
      { title: "x", config: { time_range: { preset: "last_1_fortnights" } } },
      { "config.time_range.preset": [expect.stringContaining("yesterday")] },
    ],
    ["an owner that is a name", { title: "x", owner: "bob" }, { owner: ["Expected the id of a user."] }],
    [
      "a config of 64 KiB and more",
      { title: "x", config: { note: "x".repeat(65_536) } },
      { config: [expect.stringContaining("65536 bytes")] },
    ],
    [
      "101 widgets",
      { title: "x", widgets: Array(101).fill({ type: "TopN", title: "w" }) },
      { widgets: ["Expected at most 100 widgets."] },
    ],
  ])("when it has %s, then it is 400 and says where", async (_, body, expected) => {
    const reply = await post(body);
    expect([reply.status, reply.body]).toEqual([400, expected]);
  });

  test("when the title has 255 characters of two units each, then it is kept", async () => {
    const title = "😀".repeat(255);
    expect((await post({ title })).body.title).toBe(title);
  });
});

describe("from an export", () => {
  const widgets = [
    {
      type: "TopNQuery",
      title: "hosts",
      is_public: false,
      config: { field: "host", col: 0, row: 0, sizeX: 6, sizeY: 2 },
      position: 2,
    },
    { type: "Search", title: "all", is_public: true, config: {}, position: 1 },
  ];
  const whole = { title: "Export", is_public: true, config: { refresh: 10 }, widgets };

  test("when an export is posted, then it gives a dashboard whose export is the same", async () => {
    const { body } = await post(whole);
    const exported = await ann.call("GET", `/api/dashboards/${body.id}?export=true`);
    expect(exported.body).toEqual({ ...whole, widgets: [widgets[1], widgets[0]] });
    const again = await post(exported.body, "", bob);
    expect((await bob.call("GET", `/api/dashboards/${again.body.id}?export=1`)).body).toEqual(exported.body);
    expect(again.body.widgets.map(({ owner }: { owner: { id: number } }) => owner.id)).toEqual([bob.id, bob.id]);
  });

  test("when one widget is bad, then nothing is stored and every fault is named", async () => {
    const before = counts();
    const bad = [
      widgets[0],
      { type: "TopN", title: "w", config: { sizeX: 7 } },
      { type: "Search", title: "w", config: { col: -1, limit: "many" } },
    ];
    const reply = await post({ ...whole, widgets: bad });
    expect([reply.status, Object.keys(reply.body)]).toEqual([
      400,
      ["widgets.1.config.sizeX", "widgets.2.config.col", "widgets.2.config.limit"],
    ]);
    expect(counts()).toEqual(before);
  });

  test("when a manager imports for another, then all of it belongs to the other", async () => {
    const { body } = await post({ ...whole, owner: bob.id }, "", board.admin);
    expect([body.owner.id, body.widgets.map((widget: { owner: { id: number } }) => widget.owner.id)]).toEqual([
      bob.id,
      [bob.id, bob.id],
    ]);
  });
});

describe("as a copy", () => {
  const source = {
    title: "Source",
    is_public: true,
    config: { refresh: 1, own: {} },
    widgets: [{ type: "TopN", title: "w", is_public: true, config: { col: 3 }, position: 4 }],
  };

  test("when the widgets are cloned, then they are others and belong to the caller", async () => {
    const { body: original } = await post(source);
    const { status, body } = await post({}, `?source_id=${original.id}&clone_widgets=true`, bob);
    expect([status, body.title, body.is_public, body.config, body.owner.id]).toEqual([
      201,
      "Source (copy)",
      false,
      source.config,
      bob.id,
    ]);
    const [widget] = body.widgets;
    expect([widget.id !== original.widgets[0].id, widget.owner.id, widget.is_read_only, widget.is_public]).toEqual([
      true,
      bob.id,
      false,
      false,
    ]);
    expect([widget.title, widget.type, widget.config, widget.position]).toEqual(["w", "TopN", { col: 3 }, 4]);
    expect((await ann.call("GET", `/api/dashboards/${original.id}`)).body).toEqual(original);
  });

  test.each(["", "&clone_widgets=false"])(
    "when %s the widgets are linked, then they are the same and read-only for others",
    async (flag) => {
      const { body: original } = await post(source);
      const { body } = await post({ title: "Mine" }, `?source_id=${original.id}${flag}`, bob);
      expect([body.title, body.widgets[0].id, body.widgets[0].is_read_only]).toEqual([
        "Mine",
        original.widgets[0].id,
        true,
      ]);
      expect((await bob.call("PATCH", `/api/widgets/${original.widgets[0].id}`, { title: "no" })).status).toBe(403);
      await ann.call("DELETE", `/api/dashboards/${original.id}`);
      expect((await bob.call("GET", `/api/dashboards/${body.id}`)).body.widgets).toHaveLength(1);
      await bob.call("DELETE", `/api/dashboards/${body.id}/widgets/`);
      expect((await board.admin.call("GET", `/api/widgets/${original.widgets[0].id}`)).status).toBe(404);
    },
  );

  test("when no body is sent at all, then the copy is made all the same", async () => {
    const { body: original } = await post(source);
    expect((await post(undefined, `?source_id=${original.id}`)).status).toBe(201);
  });

  test("when the title has no room for the mark, then it is cut", async () => {
    const { body: original } = await post({ title: "😀".repeat(255) });
    const { body } = await post({}, `?source_id=${original.id}`);
    expect(body.title).toBe(`${"😀".repeat(248)} (copy)`);
  });

  test.each([
    ["unknown", "?source_id=999999"],
    ["no number", "?source_id=abc"],
    ["empty", "?source_id="],
  ])("when the source is %s, then it is 400 and names the parameter", async (_, query) => {
    const reply = await post({ title: "x" }, query);
    expect([reply.status, Object.keys(reply.body)]).toEqual([400, ["source_id"]]);
  });

  test("when the source is private to another, then it is 400 as if it were not there", async () => {
    const { body: secret } = await post({ title: "secret" });
    const reply = await post({}, `?source_id=${secret.id}`, bob);
    expect([reply.status, reply.body]).toEqual([400, { source_id: `There is no dashboard ${secret.id}.` }]);
  });

  test("when clone_widgets is no boolean, then it is 400", async () => {
    const reply = await post({ title: "x" }, "?clone_widgets=perhaps");
    expect([reply.status, Object.keys(reply.body)]).toEqual([400, ["clone_widgets"]]);
  });
});

function counts(): unknown {
  const count = (table: string) => board.client.prepare(`SELECT count(*) FROM ${table}`).pluck().get();
  return ["dashboards", "widgets", "dashboard_widgets"].map(count);
}
