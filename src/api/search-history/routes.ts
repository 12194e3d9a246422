import { route } from "../../http/route.ts";
import { historyInPath, historyList, historyQuery } from "./schema.ts";
import type { HistoryService } from "./service.ts";

export function searchHistoryRoutes(history: HistoryService) {
  return [
    route({
      ...common,
      method: "GET",
      path: "/api/search-history",
      summary: "List what the caller has searched for",
      description:
        "What the caller searched for on the page, with a session, the newest first. Searches with a token are those of programs and are not kept.",
      query: historyQuery,
      answer: { status: 200, schema: historyList },
      handle: ({ principal, query }) => history.list(principal!, query),
    }),
    route({
      ...common,
      method: "DELETE",
      path: "/api/search-history",
      summary: "Forget all of it",
      description: "Only the caller's own.",
      answer: { status: 204, schema: "none" },
      handle: ({ principal }) => history.clear(principal!),
    }),
    route({
      ...common,
      method: "DELETE",
      path: "/api/search-history/{id}",
      summary: "Forget one search",
      description: "Only one of the caller's own.",
      parameters: historyInPath,
      answer: { status: 204, schema: "none" },
      handle: ({ principal, path }) => history.remove(principal!, path.id),
    }),
  ];
}

const common = { who: "user", tag: "searches" } as const;
