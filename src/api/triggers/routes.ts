import { route } from "../../http/route.ts";
import type { PreviewService } from "./preview-service.ts";
import {
  preview,
  previewBody,
  previewOfBody,
  trigger,
  triggerBody,
  triggerInPath,
  triggerList,
  triggerPatch,
  triggerQuery,
} from "./schema.ts";
import type { TriggerService } from "./service.ts";

export function triggerRoutes(triggers: TriggerService, previews: PreviewService) {
  return [
    route({
      ...common,
      method: "GET",
      path: "/api/triggers",
      summary: "List triggers",
      query: triggerQuery,
      answer: { status: 200, schema: triggerList },
      handle: ({ principal, query }) => triggers.list(principal!, query),
    }),
    route({
      ...common,
      method: "POST",
      path: "/api/triggers",
      summary: "Create a trigger; it is asked of every event from then on",
      body: triggerBody,
      answer: { status: 201, schema: trigger },
      moreErrors: [409],
      handle: ({ principal, body }) => triggers.create(principal!, body),
    }),
    route({
      ...common,
      method: "POST",
      path: "/api/triggers/preview",
      summary: "What a trigger would have fired on, before it is created",
      worksOnFullDisk: true,
      body: previewBody,
      answer: { status: 200, schema: preview },
      moreErrors: [429, 503],
      handle: ({ principal, body }) => previews.preview(principal!, body),
    }),
    route({
      ...common,
      ...one,
      method: "GET",
      path: "/api/triggers/{id}",
      summary: "Read a trigger",
      answer: { status: 200, schema: trigger },
      handle: ({ principal, path }) => triggers.get(principal!, path.id),
    }),
    route({
      ...common,
      ...one,
      method: "PUT",
      path: "/api/triggers/{id}",
      summary: "Replace a trigger; omitted fields go back to their defaults, the owner stays",
      body: triggerBody,
      answer: { status: 200, schema: trigger },
      handle: ({ principal, path, body }) => triggers.replace(principal!, path.id, body),
    }),
    route({
      ...common,
      ...one,
      method: "PATCH",
      path: "/api/triggers/{id}",
      summary: "Change some fields of a trigger",
      body: triggerPatch,
      answer: { status: 200, schema: trigger },
      handle: ({ principal, path, body }) => triggers.update(principal!, path.id, body),
    }),
    route({
      ...common,
      ...one,
      method: "DELETE",
      path: "/api/triggers/{id}",
      summary: "Delete a trigger; events keep that it fired, what it owes to other machines is not sent",
      answer: { status: 204, schema: "none" },
      handle: ({ principal, path }) => triggers.remove(principal!, path.id),
    }),
    route({
      ...common,
      ...one,
      method: "POST",
      path: "/api/triggers/{id}/preview",
      summary: "What a trigger would have fired on in a range of time",
      worksOnFullDisk: true,
      body: previewOfBody,
      answer: { status: 200, schema: preview },
      moreErrors: [429, 503],
      handle: ({ principal, path, body }) => previews.previewOf(principal!, path.id, body),
    }),
  ];
}

const common = { who: "user", permission: "manage_triggers", tag: "triggers" } as const;
const one = { parameters: triggerInPath };
