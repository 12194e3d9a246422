import { route } from "../../http/route.ts";
import { fieldQuery, fieldsAnswer } from "./schema.ts";
import type { FieldService } from "./service.ts";

export function fieldRoutes(fields: FieldService) {
  return [
    route({
      method: "GET",
      path: "/api/fields",
      who: "user",
      permission: "search_events",
      tag: "fields",
      summary: "List the fields of events, or with `name` the values of one, for completion",
      description:
        "Names and values of the last days, the most frequent first, as far as the caller may see their hosts.",
      example: { query: { name: "host", prefix: "web" } },
      query: fieldQuery,
      answer: { status: 200, schema: fieldsAnswer },
      handle: ({ principal, query }) => fields.list(principal!, query),
    }),
  ];
}
