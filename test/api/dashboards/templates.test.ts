import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { shippedTemplates } from "../../../src/api/dashboards/shipped-templates.ts";
import { type Board, type Caller, startBoard } from "../../support/service/start-board.ts";

let board: Board;
let ann: Caller;
beforeAll(async () => {
  board = await startBoard();
  ann = await board.createUser("ann");
});
afterAll(() => board.close());

const json = (value: unknown) => JSON.stringify(value);
const widget = { type: "TopN", title: "hosts", config: { field: "host" } };

async function createDashboard() {
  const widgets = [{ type: "LastN", title: "old" }];
  return (await ann.call("POST", "/api/dashboards", { title: "Mine", is_public: true, config: { old: 1 }, widgets }))
    .body;
}

async function apply(path: unknown) {
  const before = await createDashboard();
  const reply = await ann.call("POST", `/api/dashboards/${before.id}/templates`, { path });
  const after = (await ann.call("GET", `/api/dashboards/${before.id}`)).body;
  return { before, reply, after };
}

function write(path: string, content: string | Uint8Array): void {
  const file = join(board.templatesFolder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

describe("a shipped template", () => {
  test("when it is applied, then config and widgets are its, title and the rest stay, and the body comes back", async () => {
    const { before, reply, after } = await apply("linux/hosts");
    expect([reply.status, reply.body]).toEqual([200, { path: "linux/hosts" }]);
    expect([after.title, after.is_public, after.config.refresh, after.config.old]).toEqual([
      "Mine",
      true,
      60,
      undefined,
    ]);
    expect(after.widgets.length).toBeGreaterThanOrEqual(5);
    expect(after.widgets.every((one: { owner: { id: number } }) => one.owner.id === ann.id)).toBe(true);
    expect((await ann.call("GET", `/api/widgets/${before.widgets[0].id}`)).status).toBe(404);
  });

  test.each([...shippedTemplates.keys()])(
    "when %s is applied, then the engine takes every question of it",
    async (path) => {
      const { reply } = await apply(path);
      expect([reply.status, reply.body]).toEqual([200, { path }]);
    },
  );

  test("when a manager applies it for another, then the widgets belong to the dashboard's owner", async () => {
    const { id } = await createDashboard();
    await board.admin.call("POST", `/api/dashboards/${id}/templates/`, new URLSearchParams({ path: "web/server" }));
    const { body } = await ann.call("GET", `/api/dashboards/${id}`);
    expect(body.widgets.every((one: { is_read_only: boolean }) => !one.is_read_only)).toBe(true);
  });

  test.each([
    "no/such",
    "linux",
    "/linux/hosts",
    "../templates/linux/hosts",
    "linux/../linux/hosts",
    "linux//hosts",
    "linux\\hosts",
    "linux/hosts/",
    ".",
    "linux/hosts.json\u0000",
    "C:linux",
    "a".repeat(255),
    `${"a/".repeat(127)}a`,
  ])("when the path is %j, then it is 400 and nothing is changed", async (path) => {
    const { before, reply, after } = await apply(path);
    expect([reply.status, reply.body]).toEqual([400, { path: [`There is no template "${path}".`] }]);
    expect(after).toEqual(before);
  });

  test.each([
    ["missing", undefined],
    ["empty", ""],
    ["a number", 5],
    ["too long", "a".repeat(256)],
  ])("when the path is %s, then it is 400", async (_, path) => {
    const { reply } = await apply(path);
    expect([reply.status, Object.keys(reply.body)]).toEqual([400, ["path"]]);
  });
});

describe("a template of the user's own", () => {
  test.each([
    ["own.json", json({ title: "ignored", config: { refresh: 7 }, widgets: [widget] })],
    ["own.yaml", "config:\n  refresh: 7\nwidgets:\n  - type: TopN\n    title: hosts\n    config: {field: host}\n"],
    ["deep/er/own.yml", "config: {refresh: 7}\nwidgets: [{type: TopN, title: hosts, config: &a {field: host}}]\n"],
  ])("when %s lies in the folder, then it is found with and without its ending", async (file, content) => {
    write(file, content);
    for (const path of [file, file.replace(/\.\w+$/, "")]) {
      const { reply, after } = await apply(path);
      expect([reply.status, after.config, after.widgets.length, after.widgets[0].config]).toEqual([
        200,
        { refresh: 7 },
        1,
        { field: "host" },
      ]);
    }
    rmSync(join(board.templatesFolder, file));
  });

  test("when it is an export, then applying it gives the same export", async () => {
    const { after } = await apply("errors/overview");
    const exported = (await ann.call("GET", `/api/dashboards/${after.id}?export=1`)).body;
    write("exported.json", json(exported));
    const { after: again } = await apply("exported");
    expect({ ...(await ann.call("GET", `/api/dashboards/${again.id}?export=1`)).body }).toEqual(exported);
  });

  test("when it has the name of a shipped one, then it stands before it", async () => {
    write("vigie/self.yaml", "widgets: []\n");
    expect((await apply("vigie/self")).after.widgets).toEqual([]);
    rmSync(join(board.templatesFolder, "vigie/self.yaml"));
    expect((await apply("vigie/self")).after.widgets).not.toEqual([]);
  });

  const deep = `${"[".repeat(100)}${"]".repeat(100)}`;
  test.each<[string, string, string | Uint8Array, RegExp]>([
    ["broken JSON", "a.json", "{", /JSON/],
    ["broken YAML", "a.yaml", "a: [1\nb: :", /cannot be used/],
    ["empty", "a.yaml", "", /does not fit/],
    ["a list", "a.json", "[]", /Expected an object/],
    ["two documents", "a.yaml", "widgets: []\n---\nwidgets: []\n", /Expected an object/],
    [
      "a bad widget",
      "a.json",
      json({ widgets: [widget, { ...widget, config: { col: 9 } }] }),
      /widgets\.1\.config\.col/,
    ],
    [
      "a widget without a type",
      "a.json",
      json({ widgets: [{ title: "x" }] }),
      /widgets\.0\.type: This field is required/,
    ],
    ["a bad config", "a.json", json({ config: { refresh: "often" } }), /config\.refresh/],
    ["a megabyte and more", "a.json", json({ note: "x".repeat(1024 * 1024) }), /more than 1048576 bytes/],
    ["no UTF-8", "a.json", new Uint8Array([0x22, 0xff, 0x22]), /UTF-8/],
    ["too deep", "a.json", `{"x": ${deep}}`, /too deep/],
    ["50,000 levels of JSON", "a.json", "[".repeat(50_000) + "]".repeat(50_000), /cannot be used: it is .*too deep\.$/],
    ["50,000 levels of YAML", "a.yaml", `${"- ".repeat(50_000)}x`, /cannot be used: it is nested too deep\.$/],
    ["an alias of itself", "a.yaml", "config: &a\n  b: *a\n", /too deep/],
    ["a bomb of aliases", "a.yaml", bomb(), /cannot be used/],
  ])("when it is %s, then it is 400, says why, and nothing is changed", async (_, file, content, reason) => {
    write(file, content);
    const { before, reply, after } = await apply("a");
    rmSync(join(board.templatesFolder, file));
    expect([reply.status, Object.keys(reply.body)]).toEqual([400, ["path"]]);
    expect(reply.body.path[0]).toMatch(reason);
    expect(after).toEqual(before);
  });

  test("when a link leads out of the folder, then it is refused, and inside it is followed", async () => {
    const outside = mkdtempSync(join(tmpdir(), "vigie-outside-"));
    writeFileSync(join(outside, "secret.json"), json({ widgets: [] }));
    write("inside.json", json({ widgets: [] }));
    symlinkSync(join(outside, "secret.json"), join(board.templatesFolder, "file.json"));
    symlinkSync(outside, join(board.templatesFolder, "folder"));
    symlinkSync("inside.json", join(board.templatesFolder, "good.json"));
    symlinkSync("loop.json", join(board.templatesFolder, "loop.json"));
    const replies = await Promise.all(
      ["file", "folder/secret", "good", "loop"].map(async (path) => (await apply(path)).reply),
    );
    rmSync(outside, { recursive: true });
    expect(replies.map(({ status }) => status)).toEqual([400, 400, 200, 400]);
    expect(replies[0]!.body.path[0]).toContain("out of the templates folder");
  });

  test.skipIf(process.platform === "win32")("when it is a folder or a pipe, then it is refused at once", async () => {
    mkdirSync(join(board.templatesFolder, "folder.json"), { recursive: true });
    execFileSync("mkfifo", [join(board.templatesFolder, "pipe.json")]);
    for (const path of ["folder.json", "pipe"]) {
      const { reply } = await apply(path);
      expect([reply.status, reply.body.path[0]]).toEqual([400, expect.stringContaining("not a file")]);
    }
  });
});

/** Each line names the line before nine times. */
function bomb(): string {
  const lines = [..."bcdefghijkl"].map(
    (name, index) => `${name}: &${name} [${Array(9).fill(`*${"abcdefghijk"[index]}`).join(", ")}]`,
  );
  return ["a: &a [1, 2, 3]", ...lines].join("\n");
}

describe("the list of templates", () => {
  test("when it is asked for, then shipped and own ones stand in it, own ones in place of shipped ones", async () => {
    write(
      "network/mine.yaml",
      "title: My network\nwidgets: [{type: TopN, title: hosts}, {type: EventRate, title: rate}]",
    );
    write("linux/auth.json", json({ title: "Ours", widgets: [] }));
    write("listed/broken.json", "{");
    write(".hidden.json", "{}");
    write("notes.txt", "no template");
    const { status, body } = await ann.call("GET", "/api/dashboard-templates?page_size=1000");
    expect(status).toBe(200);
    const byPath = new Map(body.objects.map((template: { path: string }) => [template.path, template]));
    expect(byPath.get("network/mine")).toEqual({
      path: "network/mine",
      title: "My network",
      source: "own",
      widget_types: ["TopN", "EventRate"],
      error: null,
    });
    expect(byPath.get("linux/auth")).toMatchObject({ title: "Ours", source: "own" });
    expect(byPath.get("linux/hosts")).toMatchObject({ source: "shipped", error: null });
    expect(byPath.get("listed/broken")).toMatchObject({
      source: "own",
      error: expect.stringContaining("cannot be used"),
    });
    expect([byPath.has(".hidden"), byPath.has("notes")]).toEqual([false, false]);
    expect([...shippedTemplates.keys()].every((path) => byPath.has(path))).toBe(true);
    for (const path of ["linux/auth.json", "listed/broken.json"]) rmSync(join(board.templatesFolder, path));
  });

  test("when it is asked for backwards and in pages, then each template comes once", async () => {
    const pages = await Promise.all(
      [1, 2].map((page) => ann.call("GET", `/api/dashboard-templates?ordering=-path&page_size=8&page=${page}`)),
    );
    const paths = pages.flatMap(({ body }) => body.objects.map(({ path }: { path: string }) => path));
    expect(paths).toEqual([...new Set(paths)].sort().reverse());
    expect((await ann.call("GET", "/api/dashboard-templates?page=99")).status).toBe(404);
    expect((await board.guest.call("GET", "/api/dashboard-templates")).status).toBe(401);
  });
});
