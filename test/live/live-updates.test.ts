import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type LiveClient, openLiveClient } from "../support/live/live-client.ts";
import { login, type Service, startService, type TestUser } from "../support/service/start-service.ts";

let service: Service;
let ann: TestUser;
let bob: TestUser;
let ingestToken: string;
const clients: LiveClient[] = [];

beforeAll(async () => {
  service = await startService();
  ann = await service.createUser({ username: "ann", permissions: ["search_events"] });
  bob = await service.createUser({ username: "bob", permissions: ["search_events"] });
  ingestToken = (await service.call("POST", "/api/authtokens", { body: { token_type: "INGEST" } })).body.secret_key;
});

afterAll(async () => {
  for (const client of clients) client.close();
  await service.close();
});

let stored = 0;
async function store(host: string): Promise<void> {
  const body = { events: [{ host, program: "sshd", message: `event ${++stored}`, severity: 3 }] };
  const { status } = await service.call("POST", "/incoming", { token: ingestToken, body });
  expect(status).toBe(200);
}

async function open(headers: Record<string, string>): Promise<LiveClient> {
  const client = await openLiveClient(service.url, headers);
  clients.push(client);
  return client;
}
const openAs = (token: string) => open({ authorization: `token ${token}` });

async function make(method: string, path: string, body: object, token = ann.token) {
  const reply = await service.call(method, path, { token, body });
  if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`);
  return reply.body;
}

const counted = (host: string) => ({ q: `host:${host}`, time_range: { preset: "last_1_hours" } });
const makeQuery = async (type: string, params: object, token = ann.token): Promise<string> =>
  (await make("POST", "/api/query", { type, params }, token)).qid;
const makeBoard = async (body: object, token = ann.token): Promise<number> =>
  (await make("POST", "/api/dashboards", body, token)).id;
const makeWidget = async (board: number, body: object, token = ann.token): Promise<number> =>
  (await make("POST", `/api/dashboards/${board}/widgets`, { title: "w", ...body }, token)).id;
const rateOf = (host: string) => ({ type: "EventRate", config: { q: `host:${host}` } });

/** Status of a handshake. */
async function shake(headers: Record<string, string>, path = "/ws/live-updates"): Promise<number> {
  const reply = await service.call("GET", path, { token: "", headers: { ...handshake, ...headers } });
  return reply.status;
}
const handshake = {
  connection: "Upgrade",
  upgrade: "websocket",
  "sec-websocket-version": "13",
  "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
};

describe("the handshake", () => {
  test("when it comes with a session, a USER token in the header or in the address, then the connection opens", async () => {
    await open({ cookie: ann.cookie });
    await open({ authorization: `Bearer ${ann.token}` });
    const socket = new WebSocket(`${service.url.replace("http", "ws")}/ws/live-updates/?AUTHTOKEN=${ann.token}`);
    await new Promise((resolve, reject) => {
      socket.addEventListener("open", resolve);
      socket.addEventListener("error", reject);
    });
    socket.close();
  });

  test("when it comes from nobody, a shipper or with a wrong key, then it is 401", async () => {
    expect(await shake({})).toBe(401);
    expect(await shake({ authorization: `token ${ingestToken}` })).toBe(401);
    expect(await shake({ authorization: "token user-1" })).toBe(401);
    await expect(openLiveClient(service.url, {})).rejects.toThrow("closed");
  });

  test("when a page of another site sends the session, then it is 403; a token is not sent by browsers", async () => {
    expect(await shake({ cookie: ann.cookie, origin: "http://elsewhere.example" })).toBe(403);
    expect(await shake({ cookie: ann.cookie, "sec-fetch-site": "cross-site" })).toBe(403);
    await open({ cookie: ann.cookie, origin: service.url });
    await open({ authorization: `token ${ann.token}`, origin: "http://elsewhere.example" });
  });

  test("when the request is no handshake, then it is 426 and says what is expected", async () => {
    const reply = await service.call("GET", "/ws/live-updates");
    expect(reply.status).toBe(426);
    expect(reply.headers.get("upgrade")).toBe("websocket");
    expect(reply.body.detail).toContain("WebSocket");
    expect((await service.call("POST", "/ws/live-updates", { body: {} })).status).toBe(405);
  });

  test("when a user has twenty connections, then the next is 429 until one is closed", async () => {
    const carl = await service.createUser({ username: "carl" });
    const own: LiveClient[] = [];
    for (let i = 0; i < 20; i++) own.push(await openAs(carl.token));
    expect(await shake({ authorization: `token ${carl.token}` })).toBe(429);
    own[0]!.close();
    await own[0]!.closed;
    await openAs(carl.token);
    for (const client of own) client.close();
  });
});

describe("a query", () => {
  test("when events come in that change its results, then they are sent, and nothing else is", async () => {
    const [qid, client] = [await makeQuery("EventRate", counted("alpha")), await openAs(ann.token)];
    const first = await client.subscribe("query", qid);
    expect(first).toHaveLength(4);
    expect(first[3]).toMatchObject({ qid, type: "EventRate", status: "SUCCESS", results: { totals: { sum: 0 } } });
    await store("beta");
    await store("alpha");
    const second = await client.next();
    expect(second.slice(0, 3)).toEqual(["update", "query", qid]);
    expect(second[3].results.totals.sum).toBe(1);
    expect(client.taken()).toEqual([]);
  });

  test("when a search is watched and only the clock moves or others' events come, then nothing is sent", async () => {
    const search = await makeQuery("Search", counted("gamma"));
    const rate = await makeQuery("EventRate", counted("delta"));
    const client = await openAs(ann.token);
    await client.subscribe("query", search);
    await client.subscribe("query", rate);
    for (let i = 1; i <= 2; i++) {
      await store("delta");
      expect((await client.next()).slice(0, 3)).toEqual(["update", "query", rate]);
    }
    await store("gamma");
    const [, , id, record] = await client.nextLike("update", "query", search);
    expect(id).toBe(search);
    expect(record.results.events.objects).toHaveLength(1);
  });

  test("when it is another's, unknown or removed, then the error says that there is nothing", async () => {
    const qid = await makeQuery("EventRate", counted("alpha"));
    const client = await openAs(bob.token);
    client.send(["subscribe", "query", qid]);
    expect(await client.next()).toEqual(["error", "query", qid, 404, "Not found."]);
    client.send(["subscribe", "query", "0".repeat(32)]);
    expect(await client.next()).toEqual(["error", "query", "0".repeat(32), 404, "Not found."]);
    const owner = await openAs(ann.token);
    await owner.subscribe("query", qid);
    await service.call("GET", `/api/query/${qid}/remove`, { token: ann.token });
    expect(await owner.next()).toEqual(["error", "query", qid, 404, "Not found."]);
  });

  test("when two clients of one user and a superuser watch it, then each is told", async () => {
    const qid = await makeQuery("TopN", { field: "host", ...counted("eps*") });
    const watchers = [await openAs(ann.token), await openAs(ann.token), await openAs(service.adminToken)];
    for (const client of watchers) await client.subscribe("query", qid);
    await store("eps1");
    for (const client of watchers) {
      const [, , , record] = await client.next();
      expect(record.results.totals.values).toEqual([{ name: "eps1", count: 1 }]);
    }
  });

  test("when a frozen query is calculated again, then that is shown, and not what merely came in", async () => {
    const qid = await makeQuery("EventRate", { ...counted("zeta"), freeze_time: true });
    const other = await makeQuery("EventRate", counted("zeta"));
    const client = await openAs(ann.token);
    await client.subscribe("query", qid);
    await client.subscribe("query", other);
    await store("zeta");
    expect((await client.next())[2]).toBe(other);
    await service.call("GET", `/api/query/${qid}/recalculate`, { token: ann.token });
    const [, , id, record] = await client.next();
    expect([id, record.results.totals.sum]).toEqual([qid, 1]);
  });

  test("when the caller may not search, then it is 403", async () => {
    const writer = await service.createUser({ username: "writer", permissions: ["manage_tasks"] });
    const client = await openAs(writer.token);
    client.send(["subscribe", "query", "0".repeat(32)]);
    expect((await client.next()).slice(0, 4)).toEqual(["error", "query", "0".repeat(32), 403]);
  });
});

describe("widgets and dashboards", () => {
  test("when a dashboard of ten widgets is watched, then each sends its results and only those that changed follow", async () => {
    const board = await makeBoard({ title: "ten", config: { time_range: { preset: "last_6_hours" } } });
    const ids: number[] = [];
    for (let i = 0; i < 10; i++) ids.push(await makeWidget(board, rateOf(`ten${i}`)));
    const client = await openAs(ann.token);
    client.send(["subscribe", "dashboard", board]);
    expect(await client.next()).toEqual(["subscribed", "dashboard", board]);
    const rangeOf = new Map<number, string>();
    const range = ({ ts_from, ts_to }: { ts_from: number; ts_to: number }) => `${ts_from}-${ts_to}`;
    while (rangeOf.size < 10) {
      const [, , , record, widget] = await client.nextLike("update", "dashboard", board);
      expect(record).toMatchObject({
        qid: null,
        status: "SUCCESS",
        params: { time_range: { preset: "last_6_hours" } },
      });
      rangeOf.set(widget, range(record.results.totals));
    }
    expect([...rangeOf.keys()].sort((a, b) => a - b)).toEqual(ids);
    await store("ten3");
    await store("ten7");
    const changed: [widget: number, sum: number][] = [];
    while (changed.length < 2) {
      const [, , , record, widget] = await client.next();
      const { totals } = record.results;
      if (totals.sum > 0) changed.push([widget, totals.sum]);
      // Only when a step ends meanwhile do the others follow, too: they have other steps.
      else expect(range(totals)).not.toBe(rangeOf.get(widget));
    }
    expect(changed.sort()).toEqual([
      [ids[3], 1],
      [ids[7], 1],
    ]);
  });

  test("when widgets come, change and go, then the dashboard's subscribers see it", async () => {
    const board = await makeBoard({ title: "changing" });
    const client = await openAs(ann.token);
    client.send(["subscribe", "dashboard", board]);
    await client.next();
    const widget = await makeWidget(board, rateOf("eta"));
    expect((await client.nextLike("update", "dashboard", board))[4]).toBe(widget);
    await make("PATCH", `/api/widgets/${widget}`, { config: { q: "host:theta" } });
    // When a step ends just then, it is told once more as it was.
    const isTheta = async () => (await client.nextLike("update", "dashboard", board))[3].params.q === "host:theta";
    while (!(await isTheta()));
    await service.call("DELETE", `/api/dashboards/${board}/widgets`, { token: ann.token });
    expect(await client.nextLike("removed", "dashboard", board)).toEqual(["removed", "dashboard", board, widget]);
    await service.call("DELETE", `/api/dashboards/${board}`, { token: ann.token });
    expect(await client.next()).toEqual(["error", "dashboard", board, 404, "Not found."]);
  });

  test("when a board is private, then it and its widgets are 404 for others, until it is shared", async () => {
    const board = await makeBoard({ title: "private" });
    const widget = await makeWidget(board, rateOf("iota"));
    const client = await openAs(bob.token);
    for (const [thing, id] of [
      ["dashboard", board],
      ["widget", widget],
      ["dashboard", 999_999],
    ]) {
      client.send(["subscribe", thing, id]);
      expect(await client.next()).toEqual(["error", thing, id, 404, "Not found."]);
    }
    await make("PATCH", `/api/dashboards/${board}`, { is_public: true });
    expect((await client.subscribe("widget", widget))[3].results.totals.sum).toBe(0);
    await client.subscribe("dashboard", board);
    await make("PATCH", `/api/dashboards/${board}`, { is_public: false });
    const ends = [await client.next(), await client.next()].map(([word, thing, , status]) => [word, thing, status]);
    expect(ends.sort()).toEqual([
      ["error", "dashboard", 404],
      ["error", "widget", 404],
    ]);
  });

  test("when a widget is looked at over another time and with a line, then it shows just that, until it is looked at otherwise", async () => {
    const board = await makeBoard({ title: "looked at", config: { time_range: { preset: "yesterday" } } });
    const widget = await makeWidget(board, { type: "TopN", config: { field: "program", q: "host:look*" } });
    for (const host of ["look-1", "look-1", "look-2", "other"]) await store(host);
    const client = await openAs(ann.token);
    const sums = async (look: object | undefined) => {
      client.send(["subscribe", "widget", widget, ...(look === undefined ? [] : [look])]);
      await client.nextLike("subscribed", "widget", widget);
      const [, , , { results }] = await client.nextLike("update", "widget", widget);
      return results.totals.values.map(({ count }: { count: number }) => count);
    };
    expect(await sums(undefined)).toEqual([]);
    const time_range = { preset: "last_1_hours" };
    expect(await sums({ dashboard: board, time_range })).toEqual([3]);
    expect(await sums({ dashboard: board, time_range, q: "host:look-2 | host:other" })).toEqual([1]);
    expect(await sums({ dashboard: board })).toEqual([]);
  });

  test("when a look names a dashboard that the widget is not on, or is no question, then it is refused", async () => {
    const board = await makeBoard({ title: "here" });
    const elsewhere = await makeBoard({ title: "elsewhere" });
    const widget = await makeWidget(board, rateOf("x"));
    const client = await openAs(ann.token);
    const refusal = async (look: object) => {
      client.send(["subscribe", "widget", widget, look]);
      return (await client.nextLike("error", "widget", widget))[3];
    };
    expect(await refusal({ dashboard: elsewhere })).toBe(404);
    expect(await refusal({ dashboard: board, q: "severity<=" })).toBe(400);
    expect(await refusal({ dashboard: board, time_range: { preset: "sometime" } })).toBe(400);
  });

  test("when a widget is about the service, then it needs view_system, and the others of its dashboard do not", async () => {
    const board = await makeBoard({ title: "mixed", is_public: true });
    const cpu = await makeWidget(board, { type: "System_CPU" });
    const rate = await makeWidget(board, rateOf("kappa"));
    const client = await openAs(bob.token);
    client.send(["subscribe", "dashboard", board]);
    await client.next();
    const answers = [await client.next(), await client.next()];
    const refused = answers.find(([word]) => word === "error")!;
    expect([refused[3], refused[5]]).toEqual([403, cpu]);
    expect(answers.find(([word]) => word === "update")?.[4]).toBe(rate);
    client.send(["subscribe", "widget", cpu]);
    expect((await client.nextLike("error", "widget", cpu))[3]).toBe(403);
    const admin = await openAs(service.adminToken);
    expect((await admin.subscribe("widget", cpu))[3].status).toBe("SUCCESS");
  });

  test("when a task is made, then a widget of tasks shows it to who may not even search", async () => {
    const board = await makeBoard({ title: "tasks", is_public: true });
    const widget = await makeWidget(board, { type: "Tasks" });
    const dora = await service.createUser({ username: "dora", permissions: [] });
    const client = await openAs(dora.token);
    const before = (await client.subscribe("widget", widget))[3].results.length;
    await make("POST", "/api/tasks", { title: "look" });
    expect((await client.next())[3].results).toHaveLength(before + 1);
  });

  test("when a dashboard has a refresh, then updates are that far apart", async () => {
    const board = await makeBoard({ title: "slow", config: { refresh: 2 } });
    await makeWidget(board, rateOf("lambda"));
    const client = await openAs(ann.token);
    // Before the first answer was made, and so the next is at least as far from here.
    const sinceMs = performance.now();
    await client.subscribe("dashboard", board);
    await store("lambda");
    await client.nextLike("update", "dashboard", board);
    expect(performance.now() - sinceMs).toBeGreaterThan(1500);
  });
});

describe("limits of hosts", () => {
  test("when a user may see only some hosts, then his updates have nothing of others, also from the moment he is limited", async () => {
    const erin = await service.createUser({ username: "erin", hosts: ["mu*"] });
    const board = await makeBoard({ title: "hosts", is_public: true });
    const widget = await makeWidget(board, { type: "TopN", config: { field: "host", q: "host:mu* | host:nu*" } });
    const qid = await makeQuery("TopN", { field: "host", q: "host:mu* | host:nu*" }, erin.token);
    const client = await openAs(erin.token);
    await client.subscribe("widget", widget);
    await client.subscribe("query", qid);
    await store("nu1");
    await store("mu1");
    for (let i = 0; i < 2; i++)
      expect((await client.next())[3].results.totals.values).toEqual([{ name: "mu1", count: 1 }]);
    await make("PATCH", `/api/users/${erin.id}`, { hosts: ["nu*"] }, service.adminToken);
    for (let i = 0; i < 2; i++)
      expect((await client.next())[3].results.totals.values).toEqual([{ name: "nu1", count: 1 }]);
  });
});

describe("what clients say", () => {
  test.each([
    ["no JSON", "hello"],
    ["no list", '{"subscribe": 1}'],
    ["a number", "12"],
    ["an empty list", "[]"],
    ["an unknown verb", '["listen","query","x"]'],
    ["an unknown thing", '["subscribe","task",1]'],
    ["a wrong id", '["subscribe","dashboard","1"]'],
    ["a negative id", '["subscribe","widget",-1]'],
    ["a wrong qid", '["subscribe","query","x"]'],
    ["too many items", '["subscribe","widget",1,2]'],
    ["deep nesting", `${"[".repeat(8000)}${"]".repeat(8000)}`],
  ])("when it is %s, then an error says what was expected and the connection stays", async (_, message) => {
    const client = await openAs(ann.token);
    client.send(message);
    const [word, thing, id, status, text] = await client.next();
    expect([word, thing, id, status]).toEqual(["error", null, null, 400]);
    expect(text).toContain("Expected");
    client.send(["unsubscribe", "dashboard", 1]);
    expect(await client.next()).toEqual(["unsubscribed", "dashboard", 1]);
    client.close();
  });

  test("when it unsubscribes, then nothing comes any more", async () => {
    const [one, other] = [
      await makeQuery("EventRate", counted("xi")),
      await makeQuery("EventRate", counted("xi omicron")),
    ];
    const client = await openAs(ann.token);
    await client.subscribe("query", one);
    client.send(["unsubscribe", "query", one]);
    expect(await client.next()).toEqual(["unsubscribed", "query", one]);
    await store("xi");
    await client.subscribe("query", other);
    expect(client.taken()).toEqual([]);
  });

  test("when it subscribes to more than fifty, then it is told 429; a message that is too long ends it", async () => {
    const board = await makeBoard({ title: "many" });
    const client = await openAs(ann.token);
    const boards = [board];
    while (boards.length < 51) boards.push(await makeBoard({ title: "many" }));
    for (const id of boards) client.send(["subscribe", "dashboard", id]);
    for (const id of boards.slice(0, 50)) expect(await client.next()).toEqual(["subscribed", "dashboard", id]);
    expect((await client.next()).slice(0, 4)).toEqual(["error", "dashboard", boards[50], 429]);
    client.send(`["subscribe","query","${"x".repeat(20_000)}"]`);
    await client.closed;
  });

  test("when it floods, then it is closed with 1008", async () => {
    const client = await openAs(ann.token);
    for (let i = 0; i < 201; i++) client.send(["unsubscribe", "widget", 1]);
    expect((await client.closed).code).toBe(1008);
  });
});

describe("the end of a session or token", () => {
  test("when the user logs out, then the connections of that session are closed and no others", async () => {
    const cookie = await login(service.url, "ann", "password of ann");
    const [ending, staying] = [await open({ cookie }), await open({ cookie: ann.cookie })];
    await service.call("DELETE", "/api/auth", { headers: { cookie } });
    expect((await ending.closed).code).toBe(4401);
    staying.send(["unsubscribe", "widget", 1]);
    expect(await staying.next()).toEqual(["unsubscribed", "widget", 1]);
  });

  test("when a token is deleted, then its connections are closed", async () => {
    const { secret_key } = await make("POST", "/api/authtokens", {});
    const client = await openAs(secret_key);
    await service.call("DELETE", `/api/authtokens/${secret_key}`, { token: ann.token });
    expect((await client.closed).code).toBe(4401);
  });

  test.each([
    ["deactivated", (id: number) => service.call("PATCH", `/api/users/${id}`, { body: { is_active: false } })],
    ["deleted", (id: number) => service.call("DELETE", `/api/users/${id}`)],
  ])("when a user is %s, then all his connections are closed", async (word, act) => {
    const gone = await service.createUser({ username: `to be ${word}` });
    const both = [await openAs(gone.token), await open({ cookie: gone.cookie })];
    expect((await act(gone.id)).status).toBeLessThan(300);
    for (const client of both) expect((await client.closed).code).toBe(4401);
  });

  test("when a password is set anew, then sessions opened with the old one are closed", async () => {
    const finn = await service.createUser({ username: "finn" });
    const client = await open({ cookie: finn.cookie });
    await service.call("POST", `/api/users/${finn.id}/password`, { body: { password: "another long password" } });
    expect((await client.closed).code).toBe(4401);
  });
});

test("when the service stops, then every connection is closed with 1001", async () => {
  const own = await startService();
  const client = await openLiveClient(own.url, { authorization: `token ${own.adminToken}` });
  const qid = (await own.call("POST", "/api/query", { body: { type: "EventRate", params: {} } })).body.qid;
  await client.subscribe("query", qid);
  await own.close();
  expect((await client.closed).code).toBe(1001);
});
