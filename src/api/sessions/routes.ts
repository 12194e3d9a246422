import { route } from "../../http/route.ts";
import { sessionInPath, sessionList, sessionQuery } from "./schema.ts";
import type { SessionService } from "./service.ts";

export function sessionRoutes(sessions: SessionService) {
  return [
    route({
      ...common,
      method: "GET",
      path: "/api/sessions",
      summary: "List where the caller is logged in",
      description:
        "One's own, each with where and since when it is used; who manages users sees those of others with `show_all`.",
      query: sessionQuery,
      answer: { status: 200, schema: sessionList },
      handle: ({ principal, query }) => sessions.list(principal!, query),
    }),
    route({
      ...common,
      method: "DELETE",
      path: "/api/sessions",
      summary: "Log the caller out everywhere else",
      description: "Every session but the one that asks; with a token, all of them.",
      answer: { status: 204, schema: "none" },
      handle: ({ principal }) => sessions.endOthers(principal!),
    }),
    route({
      ...common,
      method: "DELETE",
      path: "/api/sessions/{id}",
      summary: "End a session",
      description: "One's own, such as on a machine that was left behind; who manages users ends those of others, too.",
      parameters: sessionInPath,
      answer: { status: 204, schema: "none" },
      handle: ({ principal, path }) => sessions.end(principal!, path.id),
    }),
  ];
}

const common = { who: "user", tag: "sessions" } as const;
