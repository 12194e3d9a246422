/**
 * What a program does that knows the service by its description alone: `bun main-flows.ts URL USERNAME PASSWORD`. The
 * types of "vigie-api" are written from the description by the test beside, which also holds this file to them.
 */
import createClient from "openapi-fetch";
import type { components, paths } from "vigie-api";

type Shapes = components["schemas"];

const [url = "", username = "", password = ""] = process.argv.slice(2);

const cookie = await logIn();
const { secret_key } = await createToken(cookie);
const client = createClient<paths>({ baseUrl: url, headers: { Authorization: `Bearer ${secret_key}` } });
await deliver();
await sayAsTheReadme();
await count();
await search();
await followUp();
await lookAt();
await leave();
console.log("done");

async function logIn(): Promise<string> {
  const guest = createClient<paths>({ baseUrl: url });
  const refused = await guest.POST("/api/auth", { body: { username, password: `${password}?` } });
  require(refused.response.status === 403 &&
    refused.error !== undefined &&
    "detail" in refused.error, "a wrong password");
  const { data, response } = await guest.POST("/api/auth", { body: { username, password } });
  require(data?.user?.username === username, "log in");
  return response.headers.get("set-cookie")?.split(";")[0] ?? "";
}

async function createToken(cookie: string): Promise<Shapes["AuthToken"]> {
  const session = createClient<paths>({ baseUrl: url, headers: { cookie } });
  const { data } = await session.POST("/api/authtokens", { body: { token_type: "USER", description: "flows" } });
  return need(data, "create a token");
}

async function deliver(): Promise<void> {
  const events = ["a", "b", "b"].map((host) => ({ host, program: "sshd", message: "hello there", severity: 6 }));
  const { data } = await client.POST("/incoming", { body: { events } });
  require(data?.accepted === 3, "deliver events");
}

/** The calls of the README: what has a default is left out. */
async function sayAsTheReadme(): Promise<void> {
  const event = { host: "web-1", program: "shop", severity: 3, message: "payment refused", user_tags: { order: "17" } };
  const { data: stored } = await client.POST("/incoming", { body: { events: [event] } });
  require(stored?.accepted === 1, "send the event of the README");
  const { data: asked } = await client.POST("/api/query", {
    body: { type: "TopN", params: { field: "host", q: "severity<=3", time_range: { preset: "last_24_hours" } } },
  });
  require(asked?.type === "TopN", "ask the question of the README");
  const { data: trigger } = await client.POST("/api/triggers", {
    body: {
      name: "Somebody guesses passwords",
      filter: [
        { field: "action", value: "login" },
        { field: "outcome", value: "failure" },
      ],
      threshold: { count: 10, seconds: 60, field: "src_ip" },
      mark_actionable: true,
      create_task: { title: `\${src_ip} guesses passwords` },
    },
  });
  const { response } = await client.DELETE("/api/triggers/{id}", {
    params: { path: { id: need(trigger, "make the trigger of the README").id } },
  });
  require(response.status === 204, "delete the trigger");
  const { data: dashboard } = await client.POST("/api/dashboards", {
    body: { title: "Mine", widgets: [{ type: "TopN", title: "Hosts" }] },
  });
  require(dashboard?.widgets.length === 1, "make a dashboard");
}

/** The first question of a service may take longer than its making waits. */
async function untilFinished(made: Shapes["GenericQuery"]): Promise<Shapes["GenericQuery"]> {
  let query = made;
  while (query.status === "PENDING" || query.status === "IN_PROGRESS") {
    const { data } = await client.GET("/api/query/{qid}", {
      params: { path: { qid: need(query.qid, "make a query") } },
    });
    query = need(data, "read a query");
  }
  return query;
}

async function count(): Promise<void> {
  const { data: made } = await client.POST("/api/query", {
    body: { type: "TopN", params: { field: "host", filter: [{ field: "program", value: "sshd" }] } },
  });
  const data = await untilFinished(need(made, "make a query"));
  const totals = (need(data.results, "ask for the top hosts") as Shapes["TopNResults"]).totals;
  require(totals.values[0]?.name === "b" && totals.values[0].count === 2, "count by host");
}

async function search(): Promise<void> {
  const { data: asked } = await client.POST("/api/query", { body: { type: "Search", params: { q: "host:b hello" } } });
  const { qid: id } = await untilFinished(need(asked, "search"));
  const qid = need(id, "search");
  const path = { qid };
  const { data } = await client.GET("/api/query/{qid}", {
    params: { path, query: { page_size: 1, actions_hint: true } },
  });
  const events = (need(data?.results, "read a query") as Shapes["SearchResults"]).events;
  const ev_id = need(events.objects[0]?.id, "find an event");
  const { data: event } = await client.GET("/api/events/{ev_id}", { params: { path: { ev_id } } });
  require(event?.host === "b" && event.counter === 2, "read an event");
  const { data: removed } = await client.GET("/api/query/{qid}/remove", { params: { path } });
  require(removed?.qid === qid, "remove a query");
}

async function followUp(): Promise<void> {
  const { data: task } = await client.POST("/api/tasks", { body: { title: "Look", event_ids: ["1"] } });
  const path = { id: need(task, "create a task").id };
  const { data: resolved } = await client.PATCH("/api/tasks/{id}", { params: { path }, body: { status: "resolved" } });
  require(resolved?.is_closed === true, "resolve a task");
  const query = { is_open: false, assigned_to: [], ordering: "-created_at" };
  const { data: list } = await client.GET("/api/tasks", { params: { query } });
  require(list?.objects[0]?.id === path.id && list.item_count === 1, "list tasks");
  const { response } = await client.DELETE("/api/tasks/{id}", { params: { path } });
  require(response.status === 204, "delete a task");
}

async function lookAt(): Promise<void> {
  const { data: board } = await client.POST("/api/dashboards", { body: { title: "Hosts", config: { refresh: 30 } } });
  const path = { id: need(board, "create a dashboard").id };
  const widget = { type: "TopN", title: "Hosts", config: { field: "host" } } as const;
  const { data: added } = await client.POST("/api/dashboards/{id}/widgets", { params: { path }, body: widget });
  require(added?.dashboards.includes(path.id) === true, "add a widget");
  const { data: copy } = await client.POST("/api/dashboards", {
    params: { query: { source_id: path.id, clone_widgets: true } },
    body: {},
  });
  require(copy?.widgets[0]?.title === "Hosts" && copy.widgets[0].id !== added?.id, "clone a dashboard");
  const { error } = await client.PUT("/api/dashboards/{id}", { params: { path }, body: { title: "" } });
  require(error !== undefined && "title" in error, "a title that is blank");
}

async function leave(): Promise<void> {
  const { response } = await client.DELETE("/api/authtokens/{secret_key}", { params: { path: { secret_key } } });
  require(response.status === 204, "delete the token");
  const { error } = await client.GET("/api/tasks");
  require(error !== undefined && "detail" in error, "a deleted token");
}

function need<Value>(value: Value | null | undefined, step: string): Value {
  if (value === undefined || value === null) throw new Error(`failed: ${step}`);
  return value;
}

function require(holds: boolean, step: string): void {
  if (!holds) throw new Error(`failed: ${step}`);
}
