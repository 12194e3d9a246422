import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Board, type Caller, startBoard } from "../../support/service/start-board.ts";

let board: Board;
let ann: Caller;
let bob: Caller;
let manager: Caller;
let widgetManager: Caller;
let ingest: string;
/** Of Ann: one that only she sees, one that all see. */
let secret: { id: number; widgets: { id: number }[] };
let shared: { id: number; widgets: { id: number }[] };

beforeAll(async () => {
  board = await startBoard();
  ann = await board.createUser("ann");
  bob = await board.createUser("bob");
  manager = await board.createUser("mia", { permissions: ["manage_dashboards"] });
  widgetManager = await board.createUser("wim", { permissions: ["manage_widgets"] });
  ingest = await board.createIngestToken();
});
beforeEach(async () => {
  const widgets = [{ type: "TopN", title: "hosts" }];
  secret = (await ann.call("POST", "/api/dashboards", { title: "secret", widgets })).body;
  shared = (await ann.call("POST", "/api/dashboards", { title: "shared", is_public: true, widgets })).body;
});
afterAll(() => board.close());

const rows: [method: string, path: string, body: unknown][] = [
  ["GET", "/api/dashboards", undefined],
  ["POST", "/api/dashboards", { title: "new" }],
  ["GET", "/api/dashboards/{id}", undefined],
  ["PUT", "/api/dashboards/{id}", { title: "new" }],
  ["PATCH", "/api/dashboards/{id}", { title: "new" }],
  ["POST", "/api/dashboards/{id}/templates", { path: "linux/hosts" }],
  ["POST", "/api/dashboards/{id}/widgets", { type: "Search", title: "new" }],
  ["DELETE", "/api/dashboards/{id}/widgets", undefined],
  ["DELETE", "/api/dashboards/{id}/widgets/{widget}", undefined],
  ["DELETE", "/api/dashboards/{id}", undefined],
  ["GET", "/api/widgets", undefined],
  ["GET", "/api/widgets/{widget}", undefined],
  ["PUT", "/api/widgets/{widget}", { type: "TopN", title: "new" }],
  ["PATCH", "/api/widgets/{widget}", { title: "new" }],
  ["DELETE", "/api/widgets/{widget}", undefined],
];
const ofOne = rows.filter(([, path]) => path.includes("{"));

function fill(path: string, { id, widgets }: typeof secret): string {
  return path.replace("{id}", String(id)).replace("{widget}", String(widgets[0]!.id));
}

describe("the ladder", () => {
  test.each(rows)(
    "when a guest or an ingest token asks %s %s, then it is 401 and nothing is told",
    async (method, path, body) => {
      for (const slash of ["", "/"]) {
        const target = fill(path, shared) + slash;
        const guest = await board.guest.call(method, target, body);
        const shipper = await bob.call(method, target, body, { token: ingest });
        expect([guest.status, shipper.status]).toEqual([401, 401]);
        expect(guest.text + shipper.text).not.toContain("shared");
      }
    },
  );

  test.each(ofOne)(
    "when another user asks %s %s of what he may not see, then it is 404",
    async (method, path, body) => {
      const reply = await bob.call(method, fill(path, secret), body);
      expect([reply.status, reply.body]).toEqual([404, { detail: "Not found." }]);
      expect((await ann.call("GET", `/api/dashboards/${secret.id}`)).body).toEqual(secret);
    },
  );

  test.each(ofOne)(
    "when another user asks %s %s of what he may only see, then he reads it and changes nothing",
    async (method, path, body) => {
      const reply = await bob.call(method, fill(path, shared), body);
      expect(reply.status).toBe(method === "GET" ? 200 : 403);
      if (method === "GET") expect(reply.body.is_read_only).toBe(true);
      expect((await ann.call("GET", `/api/dashboards/${shared.id}`)).body).toEqual(shared);
    },
  );

  test.each(ofOne)(
    "when the owner, a manager or a superuser asks %s %s, then it is done",
    async (method, path, body) => {
      const chief = path.startsWith("/api/widgets") ? widgetManager : manager;
      for (const caller of [ann, chief, board.admin]) {
        const { body: fresh } = await ann.call("POST", "/api/dashboards", {
          title: "x",
          widgets: [{ type: "TopN", title: "w" }],
        });
        const reply = await caller.call(method, fill(path, fresh), body);
        expect(reply.status).toBe(method === "DELETE" ? 204 : 200);
      }
    },
  );

  test.each(["0", "999999", "1.5", "abc", "-1", "1e3", "99999999999999999999", "%00"])(
    "when the id is %s, then it is 404",
    async (id) => {
      for (const path of [`/api/dashboards/${id}`, `/api/widgets/${id}`])
        expect((await board.admin.call("GET", path)).status).toBe(404);
    },
  );

  test.each([
    ["/api/widgets", "POST"],
    ["/api/dashboards/1/templates", "GET"],
    ["/api/dashboards", "DELETE"],
  ])("when %s is asked with %s, then it is 405 and says what is allowed", async (path, method) => {
    const reply = await ann.call(method, path);
    expect([reply.status, reply.headers.get("allow") !== null]).toEqual([405, true]);
  });
});

describe("a private widget on a public dashboard", () => {
  test("when it is asked for by who may see the dashboard, then it is shown, read-only, without dashboards he may not see", async () => {
    const widget = shared.widgets[0]!.id;
    await ann.call("POST", `/api/dashboards/${secret.id}/widgets`, { id: widget });
    const { status, body } = await bob.call("GET", `/api/widgets/${widget}`);
    expect([status, body.is_read_only, body.is_public, body.dashboards]).toEqual([200, true, false, [shared.id]]);
    expect((await ann.call("GET", `/api/widgets/${widget}`)).body.dashboards).toEqual([secret.id, shared.id]);
  });

  test("when the dashboard becomes private, then the widget is gone for others", async () => {
    await ann.call("PATCH", `/api/dashboards/${shared.id}`, { is_public: false });
    expect((await bob.call("GET", `/api/widgets/${shared.widgets[0]!.id}`)).status).toBe(404);
  });

  test("when the widget itself is public on a private dashboard, then others see it and not where it lies", async () => {
    await ann.call("PATCH", `/api/widgets/${secret.widgets[0]!.id}`, { is_public: true });
    const { status, body } = await bob.call("GET", `/api/widgets/${secret.widgets[0]!.id}`);
    expect([status, body.dashboards]).toEqual([200, []]);
  });
});

describe("fields that are not the caller's to set", () => {
  const forged = { id: 7, created_at: 1, updated_at: 1, is_read_only: true, dashboards: [1] };

  test("when a body forges id and times, then they are ignored", async () => {
    const { body } = await ann.call("POST", "/api/dashboards", {
      title: "x",
      ...forged,
      widgets: [{ type: "TopN", title: "w", ...forged, owner: 1 }],
    });
    expect(body.id).not.toBe(7);
    expect(body.created_at).toBeGreaterThan(1_700_000_000);
    expect([body.is_read_only, body.widgets[0].is_read_only, body.widgets[0].owner.id]).toEqual([false, false, ann.id]);
    for (const method of ["PUT", "PATCH"]) {
      const changed = await ann.call(method, `/api/dashboards/${body.id}`, { title: "y", ...forged, widgets: [] });
      expect([changed.status, changed.body.id, changed.body.created_at]).toEqual([200, body.id, body.created_at]);
      expect(changed.body.widgets).toHaveLength(1);
    }
    const widget = await ann.call("PATCH", `/api/widgets/${body.widgets[0].id}`, { ...forged, owner: bob.id });
    expect([widget.status, widget.body.id, widget.body.owner.id]).toEqual([200, body.widgets[0].id, ann.id]);
  });

  test.each([
    ["POST", "/api/dashboards"],
    ["PUT", "/api/dashboards/{id}"],
    ["PATCH", "/api/dashboards/{id}"],
  ])("when %s %s names another owner, then only a manager is obeyed", async (method, path) => {
    const target = fill(path, secret);
    const refused = await ann.call(method, target, { title: "x", owner: bob.id });
    const same = await ann.call(method, target, { title: "x", owner: ann.id });
    const obeyed = await manager.call(method, target, { title: "x", owner: bob.id });
    const nobody = await manager.call(method, target, { title: "x", owner: 999_999 });
    expect([refused.status, same.status < 300, obeyed.body.owner]).toEqual([
      403,
      true,
      { id: bob.id, username: "bob", fullname: "bob" },
    ]);
    expect([nobody.status, nobody.body]).toEqual([400, { owner: ["There is no user 999999."] }]);
  });

  test("when a record is sent back as it was answered, then it stays as it is", async () => {
    const sent = await ann.call("PUT", `/api/dashboards/${shared.id}`, shared);
    expect([sent.status, { ...sent.body, updated_at: 0 }]).toEqual([200, { ...shared, updated_at: 0 }]);
  });
});

describe("a user who goes", () => {
  test("when he is deleted, then what only he saw goes with him, and what others use stays", async () => {
    const gone = await board.createUser("gone");
    const { body: own } = await gone.call("POST", "/api/dashboards", { title: "own" });
    const { body: shared } = await gone.call("POST", "/api/dashboards", {
      title: "shared",
      is_public: true,
      widgets: [{ type: "TopN", title: "w" }],
    });
    const { body: mine } = await ann.call("POST", `/api/dashboards?source_id=${shared.id}`, {});
    expect((await board.admin.call("DELETE", `/api/users/${gone.id}`)).status).toBe(204);
    expect((await board.admin.call("GET", `/api/dashboards/${own.id}`)).status).toBe(404);
    expect((await ann.call("GET", `/api/dashboards/${shared.id}`)).status).toBe(200);
    expect((await ann.call("GET", `/api/dashboards/${mine.id}`)).body.widgets).toHaveLength(1);
  });
});
