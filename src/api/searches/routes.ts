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
      description:
        "By title, unless `ordering` says otherwise. A search is a question with a name that can be opened again and shared.",
      query: searchQuery,
      answer: { status: 200, schema: savedSearchList },
      handle: ({ principal, query }) => searches.list(principal!, query),
    }),
    route({
      ...common,
      method: "POST",
      path: "/api/searches",
      summary: "Save a search",
      description:
        "The question is checked as a query is, and asked of nothing yet. A public one is seen by everybody.",
      example: { body: { title: "Errors of web servers", q: "host:web* severity<=3", columns: ["host", "message"] } },
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
      description: "`link` is where the page shows what it finds.",
      answer: { status: 200, schema: savedSearch },
      handle: ({ principal, path }) => searches.get(principal!, path.id),
    }),
    route({
      ...common,
      ...one,
      method: "PUT",
      path: "/api/searches/{id}",
      summary: "Replace a saved search",
      description: "Omitted fields return to their defaults. Others' public searches can only be read.",
      example: { body: { title: "Errors of web servers", q: "host:web* severity<=4", is_public: true } },
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
      description: "Only what is named changes.",
      example: { body: { tags: ["web"] } },
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
      description: "The events it finds are not touched.",
      moreErrors: [403],
      answer: { status: 204, schema: "none" },
      handle: ({ principal, path }) => searches.remove(principal!, path.id),
    }),
  ];
}

const common = { who: "user", tag: "searches" } as const;
const one = { parameters: searchInPath };
