import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Service, startService } from "../../support/service/start-service.ts";

let service: Service;
beforeAll(async () => {
  service = await startService();
  const events = [
    { host: "h", message: "one", user_tags: { user: "eve", status: "open" } },
    { host: "h", message: "two", user_tags: { user: "ann" } },
    { host: "named", message: "three", user_tags: { ut_user: "ida", ut_ut_shift: "night" } },
    { host: "twice", message: "four", user_tags: { level: "7", ut_level: "8" } },
  ];
  await service.call("POST", "/incoming", { body: { events } });
});
afterAll(() => service.close());

const yaml = `
- title: Kept as a file
  is_public: true
  config: {time_range: {preset: today}}
  widgets:
    - {type: TopNQuery, title: Users, config: {col: 0, row: 0, field: ut_user, filter: [{field: message, op: qp, value: ""}]}}
    - type: SearchQuery
      config: {title: Open, col: 2, row: 0, filter: [{field: ut_status, op: eq, value: "op*"}]}
`;
const send = (body: string, contentType: string, path = "/api/dashboards", method = "POST") =>
  service.call(method, path, { body, headers: { "content-type": contentType } });

describe("a dashboard that is kept as a file", () => {
  test.each(["application/yaml", "text/yaml", "application/yaml; charset=utf-8"])(
    "when it is sent as %s, in a list alone, then it is made with its widgets",
    async (contentType) => {
      const { status, body } = await send(yaml, contentType);
      expect([status, body.title, body.is_public]).toEqual([201, "Kept as a file", true]);
      expect(body.widgets.map(({ title, type }: { title: string; type: string }) => [title, type])).toEqual([
        ["Users", "TopNQuery"],
        ["Open", "SearchQuery"],
      ]);
    },
  );

  test("when it is a JSON list of one, then it is taken as well, also as a replacement", async () => {
    const made = await send('[{"title": "json"}]', "application/json");
    expect([made.status, made.body.title]).toEqual([201, "json"]);
    const replaced = await send("title: again", "application/yaml", `/api/dashboards/${made.body.id}`, "PUT");
    expect([replaced.status, replaced.body.title]).toEqual([200, "again"]);
  });

  test("when it has empty members, yes and no, and numbers in quotes, then it is taken as it is meant", async () => {
    const loose = `
title: Loosely written
owner:
is_public: Yes
config:
widgets:
  - type: TopN
    title: Hosts
    is_public: off
    position: "3"
    config: {field: host, limit: "7", sizeX: "3", show_other: on, subfields: null, time_range: ~, note: null, mine: "yes"}
  - {type: LastN, title: Empty, config: }
  - {type: System_CPU, title: Load, config: {cpu: null, row: "1"}}
  - {type: Search, title: Latest, config: {limit: ~, columns: [host], description: "on"}}
`;
    const { status, body } = await send(loose, "application/yaml");
    expect([status, body.is_public, body.config]).toEqual([201, true, {}]);
    expect(body.widgets.map(({ config }: { config: object }) => config)).toEqual([
      {},
      { row: 1 },
      { columns: ["host"], description: "on" },
      { field: "host", limit: 7, sizeX: 3, show_other: true, note: null, mine: "yes" },
    ]);
    expect(body.widgets.at(-1)).toMatchObject({ is_public: false, position: 3 });
    const asJson = { title: "null", widgets: null, config: { refresh: "60", time_range: null } };
    const made = await send(JSON.stringify(asJson), "application/json");
    expect([made.status, made.body.config]).toEqual([201, { refresh: 60 }]);
  });

  test.each([
    ["is_public: maybe", "is_public"],
    ['config: {refresh: "soon"}', "config.refresh"],
    ['widgets: [{type: TopN, title: a, config: {limit: "0"}}]', "widgets.0.config.limit"],
    ['widgets: [{type: TopN, title: a, config: {limit: ""}}]', "widgets.0.config.limit"],
    ['widgets: [{type: TopN, title: a, config: {show_other: "2"}}]', "widgets.0.config.show_other"],
    ["widgets: [{type: Nothing, title: a, config: {limit: 1}}]", "widgets.0.type"],
    ["widgets: [{type: constructor, title: a, config: {limit: 1}}]", "widgets.0.type"],
    ["widgets: [{type: __proto__, title: a, config: {limit: 1}}]", "widgets.0.type"],
    ["widgets: [{type: {toString: 1}, title: a, config: {limit: 1}}]", "widgets.0.type"],
    ["widgets: [null]", "widgets.0"],
  ])("when it is not clear what %s means, then it is refused by its name", async (fields, name) => {
    const { status, body } = await send(`title: unclear\n${fields}`, "application/yaml");
    expect([status, Object.keys(body)]).toEqual([400, [name]]);
  });

  test("when a dashboard is changed, then its fields are as strict as ever", async () => {
    const made = await send("title: strict", "application/yaml");
    const { status } = await send(
      '{"is_public": "yes"}',
      "application/json",
      `/api/dashboards/${made.body.id}`,
      "PATCH",
    );
    expect(status).toBe(400);
  });

  test("when what the widgets ask is asked, then an empty word query takes all, and ut_ finds the tag", async () => {
    const ask = async (type: string, params: object) =>
      (await service.call("POST", "/api/query", { body: { type, params } })).body;
    const filter = [{ field: "message", op: "qp", value: "" }];
    const top = await ask("TopNQuery", { field: "ut_user", filter });
    expect(top.results.totals.values).toEqual([
      { name: "ann", count: 1 },
      { name: "eve", count: 1 },
      { name: "ida", count: 1 },
    ]);
    expect(top.warnings).toEqual([]);
    const found = await ask("Search", {
      filter: [
        { field: "ut_status", value: "op*" },
        { field: "ut_user", value: "eve" },
      ],
    });
    expect(found.results.events.objects.map(({ message }: { message: string }) => message)).toEqual(["one"]);
    expect((await ask("Search", { filter: [{ field: "ut_user", value: "nobody" }] })).results.events.item_count).toBe(
      0,
    );
  });

  test("when a sender itself writes ut_ in front, then the tag is found with and without it", async () => {
    const find = async (q: string) =>
      (await service.call("POST", "/api/query", { body: { type: "Search", params: { q } } })).body.results.events
        .objects;
    for (const q of ["ut_user:ida", "user:ida", "ut_shift:night", "shift:night"])
      expect((await find(q)).map(({ user_tags }: { user_tags: object }) => user_tags)).toEqual([
        { shift: "night", user: "ida" },
      ]);
    const [twice] = await find("ut_level:7");
    expect([twice.user_tags, twice.extra_fields]).toEqual([{ level: "7" }, { level: "8" }]);
  });

  test.each([
    ["a list of two", '[{"title": "a"}, {"title": "b"}]', "application/json", 400],
    ["an empty list", "[]", "application/yaml", 400],
    ["no YAML", "title: [", "application/yaml", 400],
    [
      "aliases without end",
      `a: &a [x, x]\nb: &b [${"*a, ".repeat(400)}x]\nc: [${"*b, ".repeat(400)}x]`,
      "text/yaml",
      400,
    ],
    ["long texts by aliases", `t: &t ${"x".repeat(100_000)}\nc: [${"*t, ".repeat(2_000)}x]`, "text/yaml", 400],
    ["more than a document may be", `title: ${"x".repeat(1024 * 1024)}`, "text/yaml", 413],
  ])("when it is %s, then it is refused", async (_, body, contentType, status) => {
    expect((await send(body, contentType)).status).toBe(status);
  });

  test("when another kind of body is sent as YAML, then that is refused as before", async () => {
    expect((await send("title: a", "application/yaml", "/api/tasks")).status).toBe(415);
  });
});
