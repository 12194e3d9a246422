import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { patienceMs } from "../../support/patience.ts";
import { type Board, type Caller, startBoard } from "../../support/service/start-board.ts";

describe("links to dashboards", () => {
  let board: Board;
  let ann: Caller;
  beforeAll(async () => {
    board = await startBoard();
    ann = await board.createUser("ann", { hosts: ["web-*"] });
    const events = ["web-1", "web-2", "db-1"].map((host) => ({ host, program: "shop", message: `hello of ${host}` }));
    await board.admin.call("POST", "/incoming", events);
  }, patienceMs);
  afterAll(() => board?.close());

  const hosts = { type: "TopN", title: "Hosts", config: { field: "host", q: "program:shop", col: 2 } };

  async function makeBoard(caller: Caller, widgets: object[] = [hosts]) {
    const { status, body, text } = await caller.call("POST", "/api/dashboards", { title: "Wall", widgets });
    if (status !== 201) throw new Error(text);
    return body as { id: number; widgets: { id: number }[] };
  }

  async function makeLink(caller: Caller, dashboard_id: number, fields: object = {}) {
    const { status, body, text } = await caller.call("POST", "/api/dashboard-links", { dashboard_id, ...fields });
    if (status !== 201) throw new Error(text);
    return body;
  }

  /** As somebody without an account who was given the key. */
  const look = (key: string, path = "") =>
    board.guest.call("GET", `/api/shared-dashboard${path}`, undefined, { headers: { authorization: `Token ${key}` } });
  const namesIn = (reply: { body: { results: { totals: { values: { name: string }[] } } } }) =>
    reply.body.results.totals.values.map(({ name }) => name);

  test("when a guest has the key, then he sees the dashboard and its answers, and not what they were asked", async () => {
    const { id, widgets } = await makeBoard(board.admin);
    const link = await makeLink(board.admin, id);
    const seen = await look(link.secret_key);
    expect(seen.status).toBe(200);
    expect(seen.body).toEqual({
      ...{ title: "Wall", refresh: 0, ends_at: link.ends_at, left_out: 0 },
      widgets: [{ id: widgets[0]!.id, type: "TopN", title: "Hosts", config: { field: "host", col: 2 } }],
    });
    const answer = await look(link.secret_key, `/widgets/${widgets[0]!.id}`);
    expect(answer.body.status).toBe("SUCCESS");
    expect(namesIn(answer)).toEqual(["db-1", "web-1", "web-2"]);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(`${seen.text}${answer.text}`).not.toMatch(/admin|owner|program:shop/);
  });

  test("when who made it sees some hosts only, then the link shows no others, and follows his rights", async () => {
    const { id, widgets } = await makeBoard(ann);
    const { secret_key } = await makeLink(ann, id);
    const path = `/widgets/${widgets[0]!.id}`;
    expect(namesIn(await look(secret_key, path))).toEqual(["web-1", "web-2"]);
    await board.admin.call("PATCH", `/api/users/${ann.id}`, { hosts: ["web-1"] });
    expect(namesIn(await look(secret_key, path))).toEqual(["web-1"]);
    await board.admin.call("PATCH", `/api/users/${ann.id}`, { permissions: [] });
    expect((await look(secret_key, path)).status).toBe(403);
    await board.admin.call("PATCH", `/api/users/${ann.id}`, { permissions: ["search_events"], hosts: ["web-*"] });
  });

  test("when others let a widget ask more than its maker let be seen, then it is left out until he agrees", async () => {
    const { id, widgets } = await makeBoard(ann);
    const { secret_key, id: link } = await makeLink(board.admin, id);
    const [{ id: widget }] = widgets as [{ id: number }];
    await ann.call("PATCH", `/api/widgets/${widget}`, { title: "Renamed", config: { ...hosts.config, col: 0 } });
    expect((await look(secret_key)).body.widgets[0]).toMatchObject({ title: "Renamed", config: { col: 0 } });
    await ann.call("PATCH", `/api/widgets/${widget}`, { config: { field: "message" } });
    await ann.call("POST", `/api/dashboards/${id}/widgets`, { type: "Search", title: "All there is" });
    expect((await look(secret_key)).body).toMatchObject({ left_out: 2, widgets: [] });
    expect((await look(secret_key, `/widgets/${widget}`)).status).toBe(404);
    expect((await ann.call("PATCH", `/api/dashboard-links/${link}`, { show_changed: true })).status).toBe(403);
    const listed = await board.admin.call("GET", `/api/dashboard-links?dashboard=${id}`);
    expect(listed.body.objects).toMatchObject([{ id: link, changed_widgets: 2 }]);
    await board.admin.call("PATCH", `/api/dashboard-links/${link}`, { show_changed: true });
    expect((await look(secret_key)).body).toMatchObject({ left_out: 0, widgets: [{}, {}] });
    await ann.call("PATCH", `/api/dashboards/${id}`, { config: { time_range: { preset: "last_90_days" } } });
    expect((await look(secret_key)).body).toMatchObject({ left_out: 2 });
  });

  test("when a widget lies on no dashboard of the link, then its answer is not there", async () => {
    const { id } = await makeBoard(board.admin);
    const other = await makeBoard(board.admin);
    const { secret_key } = await makeLink(board.admin, id);
    expect((await look(secret_key, `/widgets/${other.widgets[0]!.id}`)).status).toBe(404);
  });

  test("when a link is taken back, its maker is switched off or its dashboard goes, then it opens nothing", async () => {
    const bob = await board.createUser("bob");
    const open = async () => {
      const { id } = await makeBoard(bob);
      return { board: id, ...(await makeLink(bob, id)) };
    };
    const [back, gone, off] = [await open(), await open(), await open()];
    for (const { secret_key } of [back, gone, off]) expect((await look(secret_key)).status).toBe(200);
    expect((await bob.call("DELETE", `/api/dashboard-links/${back.id}`)).status).toBe(204);
    await bob.call("DELETE", `/api/dashboards/${gone.board}`);
    await board.admin.call("PATCH", `/api/users/${bob.id}`, { is_active: false });
    await board.admin.call("PATCH", `/api/users/${bob.id}`, { is_active: true });
    const unknown = await look(`link-${"0".repeat(48)}`);
    for (const { secret_key } of [back, gone, off]) {
      const reply = await look(secret_key);
      expect([reply.status, reply.body]).toEqual([404, unknown.body]);
    }
  });

  test("when a dashboard is given to somebody else, then the link of who may no longer change it opens nothing", async () => {
    const { id } = await makeBoard(ann);
    const { secret_key } = await makeLink(ann, id);
    await board.admin.call("PATCH", `/api/dashboards/${id}`, { owner: 1, is_public: true });
    expect((await look(secret_key)).status).toBe(404);
    expect((await ann.call("POST", "/api/dashboard-links", { dashboard_id: id })).status).toBe(403);
  });

  test("when its end has come, then it opens nothing", async () => {
    const { id } = await makeBoard(board.admin);
    const { secret_key, id: link } = await makeLink(board.admin, id);
    expect((await look(secret_key)).status).toBe(200);
    board.client.prepare("UPDATE dashboard_links SET ends_at = unixepoch() WHERE id = ?").run(link);
    expect((await look(secret_key)).status).toBe(404);
    const now = Math.floor(Date.now() / 1000);
    for (const ends_at of [now - 1, now + 367 * 86_400]) {
      const { status, body } = await board.admin.call("PATCH", `/api/dashboard-links/${link}`, { ends_at });
      expect([status, Object.keys(body)]).toEqual([400, ["ends_at"]]);
    }
    await board.admin.call("PATCH", `/api/dashboard-links/${link}`, { ends_at: now + 3600 });
    expect((await look(secret_key)).status).toBe(200);
  });

  test("when the key is shown anywhere but in the header, or is no key of a link, then it opens nothing", async () => {
    const { id } = await makeBoard(board.admin);
    const { secret_key } = await makeLink(board.admin, id);
    expect((await board.guest.call("GET", `/api/shared-dashboard?AUTHTOKEN=${secret_key}`)).status).toBe(404);
    expect((await look(secret_key.slice(0, 17))).status).toBe(404);
    const asToken = { headers: { authorization: `Token ${secret_key}` } };
    for (const path of ["/api/dashboards", `/api/dashboards/${id}`, "/api/dashboard-links", "/api/fields"])
      expect((await board.guest.call("GET", path, undefined, asToken)).status).toBe(401);
    const stored = board.client.prepare("SELECT * FROM dashboard_links").all();
    expect(JSON.stringify(stored)).not.toContain(secret_key);
  });

  test("when a dashboard has as many links as it may, then one more is refused until one is gone", async () => {
    const { id } = await makeBoard(board.admin);
    const made = [];
    for (let n = 0; n < 20; n++) made.push(await makeLink(board.admin, id));
    expect((await board.admin.call("POST", "/api/dashboard-links", { dashboard_id: id })).status).toBe(409);
    await board.admin.call("DELETE", `/api/dashboard-links/${made[0].id}`);
    await makeLink(board.admin, id);
  });
});
