import { route } from "../../http/route.ts";
import { savedSearch, savedSearchList, searchBody, searchInPath, searchPatch, searchQuery } from "./schema.ts";
import type { SearchService } from "./service.ts";

export function searchRoutes(searches: SearchService) {
  return [
    route({
      ...common,
      method: "GET",
      path: "/api/searches",
      summary: "List one's own and public saved searches",
      query: searchQuery,
      answer: { status: 200, schema: savedSearchList },
      handle: ({ principal, query }) => searches.list(principal!, query),
    }),
    route({
      ...common,
      method: "POST",
      path: "/api/searches",
      summary: "Save a search",
      body: searchBody,
      moreErrors: [409],
      answer: { status: 201, schema: savedSearch },
      handle: ({ principal, body }) => searches.create(principal!, body),
    }),
    route({
      ...common,
      ...one,
      method: "GET",
      path: "/api/searches/{id}",
      summary: "Read a saved search",
      answer: { status: 200, schema: savedSearch },
      handle: ({ principal, path }) => searches.get(principal!, path.id),
    }),
    route({
      ...common,
      ...one,
      method: "PUT",
      path: "/api/searches/{id}",
      summary: "Replace a saved search",
      body: searchBody,
      moreErrors: [403],
      answer: { status: 200, schema: savedSearch },
      handle: ({ principal, path, body }) => searches.update(principal!, path.id, body),
    }),
    route({
      ...common,
      ...one,
      method: "PATCH",
      path: "/api/searches/{id}",
      summary: "Change a saved search",
      body: searchPatch,
      moreErrors: [403],
      answer: { status: 200, schema: savedSearch },
      handle: ({ principal, path, body }) => searches.update(principal!, path.id, body),
    }),
    route({
      ...common,
      ...one,
      method: "DELETE",
      path: "/api/searches/{id}",
      summary: "Delete a saved search",
      moreErrors: [403],
      answer: { status: 204, schema: "none" },
      handle: ({ principal, path }) => searches.remove(principal!, path.id),
    }),
  ];
}

const common = { who: "user", tag: "searches" } as const;
const one = { parameters: searchInPath };
