import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { login, request } from "../../support/service/start-service.ts";
import { openWorld, type World } from "./world.ts";

let world: World;
let operations: [method: string, path: string][];

beforeAll(async () => {
  world = await openWorld();
  const { body } = await world.service.call("GET", "/api/openapi.json");
  operations = Object.entries(body.paths as Record<string, object>).flatMap(([path, methods]) =>
    Object.keys(methods).map((method): [string, string] => [method.toUpperCase(), path]),
  );
});
afterAll(() => world.close());

type Target = Record<string, string | number>;

/** What belongs to nobody, or to all who may see its host. */
const common = ["/api/events/{ev_id}", "/incoming/raw/{source}", "/api/docs/{file}", "/{index}/", "/es/{index}/"];

interface Kind {
  /** What belongs to the owner and is shared with nobody. */
  make(world: World): Promise<Target>;
  /** What another user gets; 404 where nothing stands. */
  others?: Record<string, number>;
}

const widget = { type: "TopN", title: "hosts" };
const makeTask = async ({ asOwner }: World) => {
  const id = (await asOwner("POST", "/api/tasks", { title: "mine" })).id;
  return { id, comment_id: (await asOwner("POST", `/api/tasks/${id}/comments`, { text: "mine" })).id };
};
const makeBoard = async ({ asOwner }: World) => {
  const board = await asOwner("POST", "/api/dashboards", { title: "mine", widgets: [widget] });
  return { id: board.id, widget_id: board.widgets[0].id };
};

/** By the first words of the path, the longest first. */
const kinds: Record<string, Kind> = {
  "/api/authtokens": {
    make: async ({ asOwner }) => ({ secret_key: (await asOwner("POST", "/api/authtokens", {})).secret_key }),
  },
  "/api/users": {
    make: async ({ people }) => ({ id: people.owner.id }),
    others: {
      "GET /api/users/{id}": 200,
      "PUT /api/users/{id}": 403,
      "PATCH /api/users/{id}": 403,
      "DELETE /api/users/{id}": 403,
      "POST /api/users/{id}/password": 403,
    },
  },
  "/api/sessions": {
    make: async ({ service, people: { owner }, asOwner }) => {
      await login(service.url, owner.username, owner.password);
      return { id: (await asOwner("GET", "/api/sessions?ordering=-id")).objects[0].id };
    },
  },
  "/api/dashboards": { make: makeBoard },
  "/api/dashboard-links": {
    make: async (world) => {
      const { id } = await makeBoard(world);
      return { id: (await world.asOwner("POST", "/api/dashboard-links", { dashboard_id: id })).id };
    },
  },
  // Only the key of a link opens it, whoever asks.
  "/api/shared-dashboard": { make: async (world) => ({ id: (await makeBoard(world)).widget_id }) },
  "/api/widgets": { make: async (world) => ({ id: (await makeBoard(world)).widget_id }) },
  "/api/tasks": {
    make: makeTask,
    others: {
      "GET /api/tasks/{id}": 200,
      "PUT /api/tasks/{id}": 403,
      "PATCH /api/tasks/{id}": 403,
      "DELETE /api/tasks/{id}": 403,
      "GET /api/tasks/{id}/comments": 200,
      "GET /api/tasks/{id}/events": 200,
      "POST /api/tasks/{id}/comments": 201,
      "PATCH /api/tasks/{id}/comments/{comment_id}": 403,
      "DELETE /api/tasks/{id}/comments/{comment_id}": 403,
    },
  },
  "/api/triggers": {
    make: async ({ asOwner }) => ({ id: (await asOwner("POST", "/api/triggers", { name: "mine" })).id }),
    others: {
      "GET /api/triggers/{id}": 403,
      "PUT /api/triggers/{id}": 403,
      "PATCH /api/triggers/{id}": 403,
      "DELETE /api/triggers/{id}": 403,
      "POST /api/triggers/{id}/preview": 403,
      "POST /api/triggers/{id}/test": 403,
      "GET /api/triggers/{id}/absences": 403,
      "GET /api/triggers/{id}/acts": 403,
    },
  },
  "/api/markers": {
    make: async ({ asOwner }) => ({ id: (await asOwner("POST", "/api/markers", { title: "mine" })).id }),
    others: {
      "GET /api/markers/{id}": 200,
      "PUT /api/markers/{id}": 403,
      "PATCH /api/markers/{id}": 403,
      "DELETE /api/markers/{id}": 403,
    },
  },
  "/api/searches": {
    make: async ({ asOwner }) => ({ id: (await asOwner("POST", "/api/searches", { title: "mine" })).id }),
  },
  "/api/search-history": { make: async ({ searchAsOwner }) => ({ id: await searchAsOwner() }) },
  "/api/notifications": { make: async ({ tellOwner }) => ({ id: await tellOwner() }) },
  // Everybody's: whoever may search sees what tags there can be; only who manages them changes them.
  "/api/parser-rules": {
    make: async ({ people, service }) => {
      const options = { headers: { ...people.manager.headers }, body: { rewrite_rules: [{ tag: { a: "b" } }] } };
      return { name: (await request(`${service.url}/api/parser-rules/sshd`, "PUT", options)).body.name };
    },
    others: {
      "GET /api/parser-rules/{name}": 200,
      "PUT /api/parser-rules/{name}": 403,
      "PATCH /api/parser-rules/{name}": 403,
      "DELETE /api/parser-rules/{name}": 403,
      "GET /api/parser-rules/{name}/tests": 200,
      "PUT /api/parser-rules/{name}/tests": 403,
      "POST /api/parser-rules/{name}/tests": 403,
    },
  },
  "/api/report-schedules": {
    make: async ({ asOwner }) => {
      const query = { type: "TopN", params: {} };
      const fields = { title: "mine", format: "json", cron: "@yearly", query };
      return { id: (await asOwner("POST", "/api/report-schedules", fields)).id };
    },
  },
  "/api/reports": {
    make: async ({ reports, people }) => {
      const id = reports.insert({
        title: "mine",
        ownerId: people.owner.id,
        hosts: [],
        sourceType: "query",
        sourceId: "",
        scheduleId: null,
        format: "csv",
        fileName: "mine.csv",
        contentType: "application/csv",
      });
      reports.fail(id, "Nothing to see.");
      return { id };
    },
  },
  "/api/async-tasks": {
    make: async ({ noRuns, people, service }) => {
      await noRuns();
      const options = { headers: { ...people.manager.headers }, body: { event_count: 1000 } };
      const ask = () => request(`${service.url}/api/performance-tests/storage`, "POST", options);
      let reply = await ask();
      while (reply.status === 409) reply = await ask();
      return { id: reply.body.id };
    },
  },
  "/api/query": {
    make: async ({ asOwner }) => ({ qid: (await asOwner("POST", "/api/query", { type: "Search", params: {} })).qid }),
  },
};

/** Fits whatever is asked, so that a refusal is about who asks. */
const body = {
  title: "theirs",
  format: "json",
  cron: "@daily",
  text: "theirs",
  path: "linux/hosts",
  type: "TopN",
  username: "theirs",
  password: "password of theirs",
};

function kindOf(path: string): Kind | undefined {
  return kinds[Object.keys(kinds).find((prefix) => path.startsWith(`${prefix}/`)) ?? ""];
}

describe("what is another's", () => {
  test("when an operation names something, then it is known whose that is", () => {
    const unknown = operations
      .map(([, path]) => path)
      .filter((path) => path.includes("{") && !kindOf(path) && !common.some((known) => path.startsWith(known)));
    expect([...new Set(unknown)]).toEqual([]);
  });

  test("when another user names it in any operation, then he sees nothing and changes nothing", async () => {
    const answers: [string, number][] = [];
    const expected: [string, number][] = [];
    for (const [method, path] of operations) {
      const kind = path.includes("{") ? kindOf(path) : undefined;
      if (!kind) continue;
      const target = await kind.make(world);
      const url = world.service.url + path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(target[name]));
      const headers = { ...world.people.user.headers };
      const options = ["POST", "PUT", "PATCH"].includes(method) ? { headers, body } : { headers };
      const name = `${method} ${path}`;
      answers.push([name, (await request(url, method, options)).status]);
      expected.push([name, kind.others?.[name] ?? 404]);
    }
    expect(answers).toEqual(expected);
    expect(answers.length).toBeGreaterThan(30);
  });
});

describe("what a body may not set", () => {
  const forged = {
    id: 999_999,
    created_at: 1,
    updated_at: 1,
    last_used_at: 1,
    secret_key: "user-000000000000",
    is_superuser: false,
    is_read_only: true,
    comments_count: 7,
    is_open: false,
    author: { id: 1 },
    dashboards: [1],
    __proto__: { polluted: true },
  };
  const creations: [path: string, body: object, ownerField?: string][] = [
    ["/api/authtokens", {}],
    ["/api/dashboards", { title: "mine" }],
    ["/api/tasks", { title: "mine" }],
  ];

  test.each(creations)("when POST %s carries what is read-only, then it is passed over", async (path, fields) => {
    const made = await world.asOwner("POST", path, { ...forged, ...fields });
    const again = await world.asOwner("GET", `${path}/${made.id ?? made.secret_key}`);
    for (const answer of [made, again]) {
      expect(answer.owner.id).toBe(world.people.owner.id);
      for (const [name, value] of Object.entries(forged))
        if (name in answer && name !== "is_read_only") expect([name, answer[name]]).not.toEqual([name, value]);
    }
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  test.each(["/api/dashboards", "/api/tasks"])(
    "when %s is made or changed for another owner by who manages nothing, then it is 403 and stays his",
    async (path) => {
      const { owner, admin } = world.people;
      const ask = (method: string, url: string, body: object) =>
        request(world.service.url + url, method, { headers: { ...owner.headers }, body });
      const { id } = await world.asOwner("POST", path, { title: "mine" });
      expect((await ask("POST", path, { title: "his", owner: admin.id })).status).toBe(403);
      expect((await ask("PATCH", `${path}/${id}`, { owner: admin.id })).status).toBe(403);
      expect((await ask("PUT", `${path}/${id}`, { title: "his", owner: admin.id })).status).toBe(403);
      expect((await world.asOwner("GET", `${path}/${id}`)).owner.id).toBe(owner.id);
    },
  );

  test("when a user makes himself more than he is, then it is 403 and he is what he was", async () => {
    const { owner } = world.people;
    const url = `${world.service.url}/api/users/${owner.id}`;
    const before = (await request(url, "GET", { headers: { ...owner.headers } })).body;
    for (const more of [
      { is_superuser: true },
      { permissions: ["manage_users"] },
      { hosts: ["other"] },
      { is_active: false },
    ])
      expect((await request(url, "PATCH", { headers: { ...owner.headers }, body: more })).status).toBe(403);
    expect((await request(url, "GET", { headers: { ...owner.headers } })).body).toEqual(before);
  });
});

describe("who may see some hosts only", () => {
  const secret = "hello";
  const everyKind = [
    ["Search", {}],
    ["TopN", { field: "message", with_subperiods: true, subfields: ["host"] }],
    ["LastN", { field: "message" }],
    ["EventRate", {}],
    ["Stats", { by: ["host", "message"], functions: ["count"], field: "message" }],
  ] as const;

  test("when he asks in any way, then he finds nothing of the others", async () => {
    const { service, eventId } = world;
    const limited = await service.createUser({ username: "limited", hosts: ["db-*"] });
    const call = (method: string, path: string, body?: unknown) =>
      service.call(method, path, { token: limited.token, body });
    for (const [type, params] of everyKind) {
      const { body, status } = await call("POST", "/api/query", { type, params });
      const seen = await service.call("POST", "/api/query", { body: { type, params } });
      if (type !== "EventRate") expect([type, seen.text.includes(secret)]).toEqual([type, true]);
      expect([type, status, JSON.stringify(body.results).includes(secret)]).toEqual([type, 201, false]);
      if (type === "EventRate") expect(body.results.totals.sum).toBe(0);
      for (const format of ["json", "csv"]) {
        const file = await call("GET", `/api/query/${body.qid}/export?ftype=${format}`);
        expect([type, format, file.text.includes(secret)]).toEqual([type, format, false]);
      }
    }
    for (const path of ["", "/timestamps", "/triggers"])
      expect((await call("GET", `/api/events/${eventId}${path}`)).status).toBe(404);
    for (const path of [
      "/api/fields",
      "/api/fields?name=message",
      "/api/fields?name=host",
      "/api/fields?name=program",
    ]) {
      const { text } = await call("GET", path);
      expect([path, text.includes(secret), text.includes("web-1"), text.includes("sshd")]).toEqual([
        path,
        false,
        false,
        false,
      ]);
    }
  });
});
