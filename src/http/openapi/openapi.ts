import type * as z from "zod";
import { sessionCookieName } from "../access/cookies.ts";
import { tokenParameter } from "../query-string.ts";
import type { Route } from "../route.ts";
import { errorComponents } from "./openapi-errors.ts";
import { describeOperation } from "./openapi-operation.ts";
import { type WrittenSchemas, writeSchemas } from "./openapi-schemas.ts";

export interface ApiDescription {
  openapi: "3.1.0";
  info: Record<string, unknown>;
  paths: Record<string, Record<string, unknown>>;
  [member: string]: unknown;
}

/**
 * The routes as an OpenAPI 3.1 document, made from the schemas that read requests. Paths have no slash at the end; HEAD
 * and OPTIONS, which every path has, are not listed. `answers` holds the answers to the operations' examples, by method
 * and path. Throws when a route contradicts itself.
 */
export function describeApi(
  routes: readonly Route[],
  version: string,
  { introduction = "", answers = {} }: { introduction?: string; answers?: Readonly<Record<string, unknown>> } = {},
): ApiDescription {
  const written = writeSchemas(routes.flatMap(inputsOf), routes.flatMap(outputsOf));
  return {
    openapi: "3.1.0",
    info: {
      title: "vigie",
      version,
      description: introduction + conventions,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/", description: "This service." }],
    tags: [...new Set(routes.map(({ tag }) => tag))].map((name) => ({ name })),
    paths: describePaths(routes, written, answers),
    components: components(written),
  };
}

function inputsOf({ parameters, query, body, describedBody, rawBody }: Route): z.ZodType[] {
  const bodies = body === undefined || body === "raw" ? Object.values(rawBody ?? {}) : [describedBody ?? body];
  return [...Object.values(parameters?.shape ?? {}), ...Object.values(query?.shape ?? {}), ...bodies] as z.ZodType[];
}

function outputsOf({ answer }: Route): z.ZodType[] {
  return typeof answer.schema === "string" ? [] : [answer.schema];
}

function describePaths(
  routes: readonly Route[],
  written: WrittenSchemas,
  answers: Readonly<Record<string, unknown>>,
): ApiDescription["paths"] {
  const paths: ApiDescription["paths"] = {};
  for (const route of routes) {
    const others = paths[route.path] ?? {};
    const operation = describeOperation(route, written, answers[`${route.method} ${route.path}`]);
    paths[route.path] = { ...others, [route.method.toLowerCase()]: operation };
  }
  return paths;
}

function components(written: WrittenSchemas): Record<string, unknown> {
  const errors = errorComponents();
  const twice = Object.keys(errors.schemas).find((name) => name in written.components);
  if (twice !== undefined) throw new Error(`"${twice}" is the name of a shape and of an error.`);
  return {
    schemas: { ...written.components, ...errors.schemas },
    responses: errors.responses,
    headers: {
      RequestId: { description: "Names this answer in the log of the service.", schema: { type: "string" } },
    },
    securitySchemes,
  };
}

const securitySchemes = {
  session: {
    type: "apiKey",
    in: "cookie",
    name: sessionCookieName,
    description: "Set by POST /api/auth/. Methods that change something are refused when another site sends it.",
  },
  token: {
    type: "apiKey",
    in: "header",
    name: "Authorization",
    description: "`token KEY`; the words `Splunk` and `ApiKey` in front of the key will do as well.",
  },
  bearer: { type: "http", scheme: "bearer", description: "The key of a token." },
  basic: { type: "http", scheme: "basic", description: "Any name, with the key of a token as password." },
  tokenInUrl: { type: "apiKey", in: "query", name: tokenParameter, description: "Never written to the log." },
};

const conventions = `Every path works with and without a slash at its end.

**Bodies** are taken as \`application/json\`, \`application/x-www-form-urlencoded\` and \`multipart/form-data\`. In the two forms,
objects and lists are JSON text, and booleans are true, false, 1 or 0. Fields that are unknown or cannot be set are ignored;
within a time range or a condition of a filter unknown ones are refused.

**Lists** answer \`{objects, item_count, page_count, page_number, page_size}\`. \`ordering\` takes fields between commas, each with or
without \`-\` in front. Filters that take several values take them between commas and mean any of them; different filters
must all fit.

**Times** are epoch seconds.

**Errors** have \`detail\`, or the names of the fields (each with a list of messages) or of the parameter (with one message) that do
not fit. HEAD is GET without its body; OPTIONS answers the methods of a path in \`Allow\`.

**Live updates.** \`/ws/live-updates\` is a WebSocket for sessions and USER tokens. All messages are JSON lists. The client sends
\`["subscribe", "query" | "widget" | "dashboard", id]\`, or \`"unsubscribe"\` in front, with a qid or the number of the widget or dashboard, and gets:

- \`["subscribed", thing, id]\`, \`["unsubscribed", thing, id]\`
- \`["update", thing, id, GenericQuery]\` when it is first answered and whenever the answer has changed, at most once a second, or as seldom
  as the \`refresh\` of its dashboard says. A dashboard sends one for each widget, whose id stands behind: \`["update", "dashboard", 7, GenericQuery, 3]\`.
  Widgets have no qid. A widget without a time range takes that of its dashboard (watched alone: of the first of its dashboards).
  \`["subscribe", "widget", 3, {"dashboard": 7, "time_range": {…}, "q": "host:web*"}]\` shows it as on that dashboard, over another time, and of the
  events that a line means besides; each member may be absent, and a later one takes its place.
- \`["removed", "dashboard", id, widget]\` when the widget is no longer on it
- \`["error", thing, id, status, text]\` with a status as HTTP has it: that subscription is not there (any more). With a widget's id behind, only
  that widget of the dashboard is meant; a status 413 means that this state is too large to be sent. \`thing\` and \`id\` are null when the message was not understood.

Who reads slowly gets the newest states only. Closed with 4401: the session or token has ended; 1008: too many messages; 1009: a message that is too large; 1013: read too
slowly; 1001: the service stops.

**Live tail.** \`/api/tail\` answers with server-sent events, for sessions and USER tokens with \`search_events\`. Events come in the order they
were stored, whatever their time, some times a second. Each message has a name and one line of JSON:

- \`open\` \`{"after"}\`: from now on every event with a higher id is shown that the filter takes. Also sent after a reconnect.
- \`event\`: an Event, as \`/api/events/{ev_id}\` gives it. Its \`id:\` is that of the event.
- \`repeat\` \`{"repeated", "event"}\`: an event that was there before occurred again, so many times; the Event is as it is now.
- \`missed\` \`{"count"}\`: so many events are left out here, because they came faster than they can be shown (at most 500 at a time) or were read; null: nobody
  counted them.
- \`end\` \`{"reason"}\`: the last message; the session has ended, or the service stops.

Every 15 s at least comes something, if only the \`id:\` up to which all was looked at. An EventSource that reconnects says its last id as
\`Last-Event-ID\` and is shown what came meanwhile; others say \`after=\`.`;
