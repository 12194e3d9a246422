import { writeFileSync } from "node:fs";
import { login, type Reply } from "../../support/service/start-service.ts";
import { type CallerName, callerNames, type Person, type World } from "./world.ts";

/** How one row is tried: on what, with what, and what each caller is to get. */
export interface Scenario {
  /** When a row is tried on several things. */
  on?: string;
  /** Of each caller; "ok" stands for the status of success that the row promises. */
  expected: Record<CallerName, number | "ok">;
  /** Makes what the path names, as its owner, and gives the values of the path's parameters. */
  target?(world: World): Promise<Record<string, string | number>>;
  /** The call takes away what the path names, so that each gets its own. */
  destroys?: true;
  /** One that was revoked may be at work for a moment, and is asked for again. */
  takesTurns?: true;
  body?(person: Person, target?: Record<string, string | number>): Record<string, unknown>;
  /** Query parameters that need more than a value of their kind. */
  query?(world: World): Promise<Record<string, string>>;
  /** Other header fields than those of the person. */
  headers?(world: World, person: Person): Promise<Record<string, string>>;
  /** What else is to be seen in an answer of success. */
  check?(reply: Reply, person: Person): void;
}

type Expected = Partial<Record<CallerName, number | "ok">>;

/** Guests and shippers are nobody; all others may, unless told otherwise. */
const callers = (expected: Expected = {}): Scenario["expected"] =>
  Object.fromEntries(
    callerNames.map((name) => [name, expected[name] ?? (name === "guest" || name === "shipper" ? 401 : "ok")]),
  ) as Scenario["expected"];

const everybody = callers({ guest: "ok", shipper: "ok" });
const users = callers();
/** What is private is not there for those who may not see it. */
const ownerAndManagers = callers({ outsider: 404, user: 404 });
/** What is shared is there for all, and not theirs to change. */
const writers = callers({ outsider: 403, user: 403 });
/** Who may not search gets no further; of queries even managers see their own alone. */
const searchers = callers({ outsider: 403 });
const asker = callers({ outsider: 403, user: 404, manager: 404 });

const triggerKeepers = callers({ outsider: 403, user: 403 });
/** What he was told is nobody else's, not even a manager's. */
const ownerAlone = callers({ outsider: 404, user: 404, manager: 404, admin: 404 });

const board = { title: "Board", is_public: false, config: { refresh: 30 } };
const widget = { title: "Hosts", type: "TopN", config: { field: "host", limit: 3 }, position: 1, is_public: false };
const task = { title: "Look", description: "at it", due: 1_900_000_000, event_ids: ["1"] };
const trigger = {
  name: "logins",
  order: 3,
  filter: [{ field: "host", value: "nowhere" }],
  threshold: { count: 2, seconds: 60, field: "src_ip" },
  mark_known: true,
  create_task: { due_in: 3600 },
};
const question = { type: "TopN", params: { field: "host", limit: 3 } };

const made = (path: string, fields: object, names: Record<string, string> = { id: "id" }) => {
  return async ({ asOwner }: World) => {
    const record = await asOwner("POST", path, fields);
    return Object.fromEntries(Object.entries(names).map(([name, member]) => [name, record[member]]));
  };
};
const dashboard = made("/api/dashboards", { ...board, widgets: [widget] });
const sharedDashboard = made("/api/dashboards", { ...board, is_public: true, widgets: [widget] });
const onBoard = async (world: World) => ({ dashboard_id: (await sharedDashboard(world)).id! });
const madeLink = async (world: World) => ({
  id: (await world.asOwner("POST", "/api/dashboard-links", await onBoard(world))).id as number,
});
/** Whoever has the key sees what it shows, and nobody need say who he is. */
const openLinks = new WeakMap<World, Promise<{ key: string; widget: number }>>();
const openLink = (world: World) => {
  const known = openLinks.get(world) ?? makeOpenLink(world);
  openLinks.set(world, known);
  return known;
};
const makeOpenLink = async (world: World) => {
  const { dashboard_id } = await onBoard(world);
  const { secret_key } = await world.asOwner("POST", "/api/dashboard-links", { dashboard_id });
  const { widgets } = await world.asOwner("GET", `/api/dashboards/${dashboard_id}`);
  return { key: secret_key as string, widget: widgets[0].id as number };
};
const byLink = async (world: World) => ({ authorization: `Token ${(await openLink(world)).key}` });
const hidden = Object.fromEntries(callerNames.map((name) => [name, 404])) as Scenario["expected"];
const query = made("/api/query", question, { qid: "qid" });
const madeTask = made("/api/tasks", task);
const madeTrigger = made("/api/triggers", trigger);
const told = async ({ tellOwner }: World) => ({ id: await tellOwner() });
const token = made("/api/authtokens", { description: "one" }, { secret_key: "secret_key" });
const ownersSession = async ({ service, people: { owner }, asOwner }: World) => {
  await login(service.url, owner.username, owner.password);
  return { id: (await asOwner("GET", "/api/sessions?ordering=-id")).objects[0].id };
};
const widgetOf = (is_public: boolean) => async (world: World) => {
  const { id } = await dashboard(world);
  return { id: (await world.asOwner("POST", `/api/dashboards/${id}/widgets`, { ...widget, is_public })).id };
};
const marker = { title: "deploy", time: 1_700_000_000.5, tags: ["shop"] };
const madeMarker = made("/api/markers", marker);
/** Everybody sees them; who set one and superusers change it. */
const markerKeepers = callers({ outsider: 403, user: 403, manager: 403 });
const search = {
  title: "errors",
  q: "severity:error",
  time_range: { preset: "today" },
  columns: ["host"],
  tags: ["a"],
};
const madeSearch = made("/api/searches", search);
const sharedSearch = made("/api/searches", { ...search, is_public: true });
const searchKeepers = callers({ outsider: 404, user: 404, manager: 404 });
const searched = async ({ searchAsOwner }: World) => ({ id: await searchAsOwner() });
const schedule = { title: "Hosts", format: "json", cron: "0 7 * * 1", query: question };
const madeSchedule = made("/api/report-schedules", schedule);
const event = async ({ eventId }: World) => ({ ev_id: eventId });
const report = async ({ reports, people }: World) => {
  const id = reports.insert({
    title: "Week 3",
    ownerId: people.owner.id,
    hosts: [],
    sourceType: "query",
    sourceId: null,
    scheduleId: null,
    format: "pdf",
    fileName: "week-3.pdf",
    contentType: "application/pdf",
  });
  writeFileSync(reports.begin(id)!, "%PDF");
  await reports.finish(id);
  return { id };
};

const privateAndShared = (fields: Pick<Scenario, "body" | "destroys">, hidden: Target, shared: Target): Scenario[] => [
  { ...fields, on: "a private one", expected: ownerAndManagers, target: hidden },
  { ...fields, on: "a shared one", expected: writers, target: shared },
];
type Target = NonNullable<Scenario["target"]>;

const ofDashboard = (fields: Pick<Scenario, "body" | "destroys">) =>
  privateAndShared(fields, dashboard, sharedDashboard);
const ofWidget = (fields: Pick<Scenario, "body" | "destroys">) =>
  privateAndShared(fields, widgetOf(false), widgetOf(true));

/** By `METHOD path` of a row. */
export const scenarios: Readonly<Record<string, Scenario[]>> = {
  "GET /api/authtokens": [{ expected: users, query: async () => ({ token_type: "INGEST" }) }],
  "POST /api/authtokens": [
    {
      expected: users,
      body: () => ({ token_type: "USER", description: "new" }),
      check: ({ body }, { username }) => expectThat(body.owner.username === username && body.secret_key.length > 48),
    },
  ],
  "GET /api/authtokens/{secret_key}": [{ expected: ownerAndManagers, target: token }],
  "DELETE /api/authtokens/{secret_key}": [{ expected: ownerAndManagers, target: token, destroys: true }],

  "GET /api/auth": [
    {
      expected: everybody,
      check: ({ body }, { headers, username }) => {
        const key = Object.values(headers)[0] ?? "";
        expectThat((body.user?.username ?? "") === (key === "" || key.includes("ingest-") ? "" : username));
      },
    },
  ],
  "POST /api/auth": [
    {
      expected: everybody,
      body: ({ username, password }) => ({ username, password }),
      // Who logs in anew ends the session that he shows.
      headers: async (_, { headers }) => (headers.cookie ? {} : headers),
      check: ({ body, headers }, { username }) =>
        expectThat(body.user.username === username && /^sessionid=/.test(headers.get("set-cookie") ?? "")),
    },
  ],
  "DELETE /api/auth": [
    {
      expected: everybody,
      headers: async ({ service }, { headers, username, password }) =>
        headers.cookie ? { cookie: await login(service.url, username, password) } : headers,
    },
  ],

  "GET /api/settings": [{ expected: callers({ outsider: 403, user: 403, owner: 403 }) }],
  "PATCH /api/settings": [
    {
      expected: callers({ outsider: 403, user: 403, owner: 403, manager: 403 }),
      body: () => ({ retention_days: 0, source_bytes_per_day: 1_000_000_000 }),
      check: ({ body }) => expectThat(body.source_bytes_per_day === 1_000_000_000 && body.fixed.length === 0),
    },
  ],
  "GET /api/sessions": [{ expected: users }],
  "DELETE /api/sessions": [{ expected: users }],
  "DELETE /api/sessions/{id}": [{ expected: ownerAndManagers, target: ownersSession, destroys: true }],

  "GET /api/dashboards": [{ expected: users }],
  "POST /api/dashboards": [
    {
      expected: users,
      body: () => ({ ...board, widgets: [widget] }),
      query: async (world) => ({ source_id: String((await sharedDashboard(world)).id) }),
      check: ({ body }, { username }) => expectThat(body.owner.username === username && !body.is_read_only),
    },
  ],
  "GET /api/dashboards/{id}": [
    { on: "a private one", expected: ownerAndManagers, target: dashboard },
    { on: "a shared one", expected: users, target: sharedDashboard },
  ],
  "PUT /api/dashboards/{id}": ofDashboard({ body: () => ({ ...board, title: "Other" }) }).map(keepShared),
  "PATCH /api/dashboards/{id}": ofDashboard({ body: () => ({ config: { refresh: 60 } }) }),
  "DELETE /api/dashboards/{id}": ofDashboard({ destroys: true }),
  "POST /api/dashboards/{id}/templates": ofDashboard({ body: () => ({ path: "linux/hosts" }) }),
  "POST /api/dashboards/{id}/widgets": ofDashboard({ body: () => widget }),
  "DELETE /api/dashboards/{id}/widgets": ofDashboard({}),

  "GET /api/dashboard-links": [{ expected: users }],
  "POST /api/dashboard-links": [
    {
      expected: writers,
      target: onBoard,
      body: (_, target) => ({ title: "Wall", dashboard_id: target!.dashboard_id }),
      check: ({ body }, { username }) =>
        expectThat(body.owner.username === username && /^link-[0-9a-f]{48}$/.test(body.secret_key)),
    },
  ],
  "GET /api/dashboard-links/{id}": [
    {
      expected: ownerAndManagers,
      target: madeLink,
      check: ({ body }) => expectThat(/^link-[0-9a-f]{12}$/.test(body.secret_key)),
    },
  ],
  "PATCH /api/dashboard-links/{id}": [
    {
      expected: callers({ outsider: 404, user: 404, manager: 403, admin: 403 }),
      target: madeLink,
      body: () => ({ title: "Kitchen", show_changed: true }),
    },
  ],
  "DELETE /api/dashboard-links/{id}": [{ expected: ownerAndManagers, target: madeLink, destroys: true }],
  "GET /api/shared-dashboard": [
    { on: "a link", expected: everybody, headers: byLink },
    { on: "no link", expected: hidden },
  ],
  "GET /api/shared-dashboard/widgets/{id}": [
    {
      on: "a link",
      expected: everybody,
      headers: byLink,
      target: async (world) => ({ id: (await openLink(world)).widget }),
    },
    { on: "no link", expected: hidden, target: async (world) => ({ id: (await openLink(world)).widget }) },
  ],

  "GET /api/widgets": [{ expected: users }],
  "GET /api/widgets/{id}": [
    { on: "a private one", expected: ownerAndManagers, target: widgetOf(false) },
    { on: "a shared one", expected: users, target: widgetOf(true) },
  ],
  "PUT /api/widgets/{id}": ofWidget({ body: () => ({ ...widget, title: "Other" }) }).map(keepShared),
  "PATCH /api/widgets/{id}": ofWidget({ body: () => ({ position: 4 }) }),
  "DELETE /api/widgets/{id}": ofWidget({ destroys: true }),

  "GET /api/tasks": [{ expected: users, query: async () => ({ assigned_to: "me,1", status: "new,closed" }) }],
  "POST /api/tasks": [
    {
      expected: users,
      body: () => task,
      check: ({ body }, { username }) => expectThat(body.owner.username === username),
    },
  ],
  "GET /api/tasks/{id}": [{ expected: users, target: madeTask }],
  "PUT /api/tasks/{id}": [{ expected: writers, target: madeTask, body: () => ({ ...task, status: "in_progress" }) }],
  "PATCH /api/tasks/{id}": [{ expected: writers, target: madeTask, body: () => ({ event_ids: ["2", "3"] }) }],
  "GET /api/tasks/{id}/events": [{ expected: users, target: madeTask }],
  "DELETE /api/tasks/{id}": [{ expected: writers, target: madeTask, destroys: true }],

  "GET /api/triggers": [{ expected: triggerKeepers, query: async () => ({ owner: "1,2" }) }],
  "POST /api/triggers": [
    {
      expected: triggerKeepers,
      body: () => trigger,
      check: ({ body }, { username }) => expectThat(body.owner.username === username && body.hits_count === 0),
    },
  ],
  "POST /api/triggers/preview": [
    {
      expected: triggerKeepers,
      body: () => ({ filter: [{ field: "message", value: "hello" }] }),
      check: ({ body }) => expectThat(body.fired_count === 1 && body.events[0].message === "hello"),
    },
  ],
  "POST /api/triggers/test": [{ expected: triggerKeepers, body: () => ({ send_email: { to: ["a@example.org"] } }) }],
  "GET /api/triggers/{id}/acts": [{ expected: triggerKeepers, target: madeTrigger }],
  "GET /api/triggers/{id}/absences": [{ expected: triggerKeepers, target: madeTrigger }],
  "POST /api/triggers/{id}/test": [
    {
      expected: triggerKeepers,
      target: made("/api/triggers", { ...trigger, send_email: { to: ["a@example.org"] } }),
    },
  ],
  "GET /api/triggers/{id}": [{ expected: triggerKeepers, target: madeTrigger }],
  "PUT /api/triggers/{id}": [
    { expected: triggerKeepers, target: madeTrigger, body: () => ({ ...trigger, name: "other" }) },
  ],
  "PATCH /api/triggers/{id}": [
    { expected: triggerKeepers, target: madeTrigger, body: () => ({ is_active: false, notify: [1] }) },
  ],
  "DELETE /api/triggers/{id}": [{ expected: triggerKeepers, target: madeTrigger, destroys: true }],
  "POST /api/triggers/{id}/preview": [
    {
      expected: triggerKeepers,
      target: madeTrigger,
      body: () => ({ time_range: { preset: "last_2_hours", step: 600 } }),
    },
  ],

  "GET /api/notifications": [{ expected: users }],
  "POST /api/notifications/read-all": [{ expected: users, body: () => ({}) }],
  "GET /api/notifications/{id}": [{ expected: ownerAlone, target: told }],
  "PATCH /api/notifications/{id}": [{ expected: ownerAlone, target: told, body: () => ({ is_read: true }) }],
  "DELETE /api/notifications/{id}": [{ expected: ownerAlone, target: told, destroys: true }],

  "GET /api/how": [{ expected: users }],

  "GET /api/markers": [{ expected: users }],
  "POST /api/markers": [{ expected: users, body: () => marker }],
  "GET /api/markers/{id}": [{ expected: users, target: madeMarker }],
  "PUT /api/markers/{id}": [{ expected: markerKeepers, target: madeMarker, body: () => ({ ...marker, title: "b" }) }],
  "PATCH /api/markers/{id}": [{ expected: markerKeepers, target: madeMarker, body: () => ({ tags: [] }) }],
  "DELETE /api/markers/{id}": [{ expected: markerKeepers, target: madeMarker, destroys: true }],

  "GET /api/searches": [{ expected: users }],
  "POST /api/searches": [{ expected: users, body: () => search }],
  "GET /api/searches/{id}": [
    { expected: searchKeepers, target: madeSearch },
    { on: "a public one", expected: users, target: sharedSearch },
  ],
  "PUT /api/searches/{id}": [
    { expected: searchKeepers, target: madeSearch, body: () => ({ ...search, title: "b" }) },
    {
      on: "a public one",
      expected: markerKeepers,
      target: sharedSearch,
      body: () => ({ ...search, title: "b", is_public: true }),
    },
  ],
  "PATCH /api/searches/{id}": [{ expected: searchKeepers, target: madeSearch, body: () => ({ tags: [] }) }],
  "DELETE /api/searches/{id}": [{ expected: searchKeepers, target: madeSearch, destroys: true }],
  "GET /api/search-history": [{ expected: users, query: async () => ({ ordering: "-searched_at,id" }) }],
  "DELETE /api/search-history": [{ expected: users }],
  "DELETE /api/search-history/{id}": [{ expected: ownerAlone, target: searched, destroys: true }],

  "GET /api/reports": [{ expected: users, query: async () => ({ status: "SUCCESS" }) }],
  "POST /api/reports": [
    {
      expected: searchers,
      body: () => ({ title: "Hosts", format: "json", query: question, timezone: "Europe/Paris" }),
      check: ({ body, headers }, { username }) =>
        expectThat(body.owner.username === username && headers.get("location") === `/api/reports/${body.id}`),
    },
  ],
  "GET /api/reports/{id}": [{ expected: ownerAndManagers, target: report }],
  "DELETE /api/reports/{id}": [{ expected: ownerAndManagers, target: report, destroys: true }],
  "GET /api/reports/{id}/file": [
    {
      expected: ownerAndManagers,
      target: report,
      check: ({ text, headers }) => expectThat(text === "%PDF" && headers.get("content-type") === "application/pdf"),
    },
  ],

  "GET /api/report-schedules": [{ expected: users }],
  "POST /api/report-schedules": [
    {
      expected: searchers,
      body: () => schedule,
      check: ({ body }, { username }) => expectThat(body.owner.username === username && body.next_run > 0),
    },
  ],
  "GET /api/report-schedules/{id}": [{ expected: ownerAndManagers, target: madeSchedule }],
  "PUT /api/report-schedules/{id}": [
    { expected: ownerAndManagers, target: madeSchedule, body: () => ({ ...schedule, title: "Other" }) },
  ],
  "PATCH /api/report-schedules/{id}": [
    { expected: ownerAndManagers, target: madeSchedule, body: () => ({ keep_last: 3 }) },
  ],
  "DELETE /api/report-schedules/{id}": [{ expected: ownerAndManagers, target: madeSchedule, destroys: true }],
  "POST /api/report-schedules/{id}/run": [
    {
      expected: ownerAndManagers,
      target: madeSchedule,
      destroys: true,
      check: ({ body, headers }) => expectThat(headers.get("location") === `/api/reports/${body.report_id}`),
    },
  ],

  "GET /api/events/{ev_id}": [{ expected: searchers, target: event }],
  "GET /api/events/{ev_id}/timestamps": [{ expected: searchers, target: event }],
  "GET /api/events/{ev_id}/triggers": [{ expected: searchers, target: event }],

  "POST /api/query": [
    {
      expected: searchers,
      body: () => question,
      check: ({ body }) => expectThat(body.qid === null || /^[0-9a-f]{32}$/.test(body.qid)),
    },
  ],
  "GET /api/query/{qid}": [{ expected: asker, target: query }],
  "GET /api/query/{qid}/export": [
    { expected: asker, target: query, query: async () => ({ ftype: "csv", timezone: "Europe/Paris" }) },
    { expected: asker, target: query, query: async () => ({ ftype: "xslx", timezone: "Asia/Tokyo" }) },
  ],
  "GET /api/exports": [{ expected: searchers, check: ({ body }) => expectThat(body.objects.length === 0) }],
  "GET /api/query/{qid}/recalculate": [{ expected: asker, target: query }],
  "GET /api/query/{qid}/remove": [{ expected: asker, target: query, destroys: true }],
  "GET /api/query/{qid}/stop": [{ expected: asker, target: query }],
  "POST /api/query/{qid}/stop": [{ expected: asker, target: query, body: () => question }],

  "POST /api/performance-tests/dashboard": [performanceTest({ repeat: 1 })],
  "POST /api/performance-tests/estimate": [performanceTest({ seconds: 0.1 })],
  "POST /api/performance-tests/parser-rules": [performanceTest({ event_count: 10, sample_events: ["one line"] })],
  "POST /api/performance-tests/storage": [performanceTest({ event_count: 10, mode: "write" })],
};

/** A PUT says all of it: one that does not say that it is shared would make it private for those who come after. */
function keepShared(scenario: Scenario): Scenario {
  const is_public = scenario.on === "a shared one";
  return { ...scenario, body: (...given) => ({ ...scenario.body!(...given), is_public }) };
}

/** Only who may run them; one at a time, so that each revokes the one before. */
function performanceTest(fields: Record<string, unknown>): Scenario {
  return {
    expected: callers({ outsider: 403, user: 403, owner: 403 }),
    body: () => fields,
    takesTurns: true,
    headers: async (world, person) => {
      await world.noRuns();
      return person.headers;
    },
    check: ({ body, headers }, { username }) =>
      expectThat(
        body.owner.username === username &&
          body.status === "PENDING" &&
          headers.get("location") === `/api/async-tasks/${body.id}`,
      ),
  };
}

function expectThat(holds: boolean): void {
  if (!holds) throw new Error("The answer is not what it should be.");
}
