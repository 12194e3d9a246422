import { route } from "../../http/route.ts";
import { marker, markerBody, markerInPath, markerList, markerPatch, markerQuery } from "./schema.ts";
import type { MarkerService } from "./service.ts";

export function markerRoutes(markers: MarkerService) {
  return [
    route({
      ...common,
      method: "GET",
      path: "/api/markers",
      summary: "List markers, such as deploys and incidents",
      description: "The newest first. Charts over the same time show them as lines.",
      example: { query: { tag: "deploy" } },
      query: markerQuery,
      answer: { status: 200, schema: markerList },
      handle: ({ query }) => markers.list(query),
    }),
    route({
      ...common,
      method: "POST",
      path: "/api/markers",
      summary: "Set a marker",
      description: "Without `time` it stands at now. Everybody sees it.",
      example: { body: { title: "Shop 2.4", tags: ["deploy"] } },
      body: markerBody,
      answer: { status: 201, schema: marker },
      handle: ({ principal, body }) => markers.create(principal!, body),
    }),
    route({
      ...common,
      ...one,
      method: "GET",
      path: "/api/markers/{id}",
      summary: "Read a marker",
      description: "Everybody may read it.",
      answer: { status: 200, schema: marker },
      handle: ({ path }) => markers.get(path.id),
    }),
    route({
      ...common,
      ...one,
      method: "PUT",
      path: "/api/markers/{id}",
      summary: "Replace a marker",
      description: "For who set it, and superusers.",
      example: { body: { title: "Shop 2.4.1", time: 1790000000, tags: ["deploy"] } },
      body: markerBody,
      moreErrors: [403],
      answer: { status: 200, schema: marker },
      handle: ({ principal, path, body }) => markers.replace(principal!, path.id, body),
    }),
    route({
      ...common,
      ...one,
      method: "PATCH",
      path: "/api/markers/{id}",
      summary: "Change a marker",
      description: "Only what is named changes.",
      example: { body: { title: "Shop 2.4.1" } },
      body: markerPatch,
      moreErrors: [403],
      answer: { status: 200, schema: marker },
      handle: ({ principal, path, body }) => markers.update(principal!, path.id, body),
    }),
    route({
      ...common,
      ...one,
      method: "DELETE",
      path: "/api/markers/{id}",
      summary: "Delete a marker",
      description: "For who set it, and superusers.",
      moreErrors: [403],
      answer: { status: 204, schema: "none" },
      handle: ({ principal, path }) => markers.remove(principal!, path.id),
    }),
  ];
}

const common = { who: "user", tag: "markers" } as const;
const one = { parameters: markerInPath };
