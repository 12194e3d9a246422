import { route } from "../../http/route.ts";
import { event } from "../../query/parse/event-schema.ts";
import type { SharedJson } from "../../query/shared-json.ts";
import { eventIdInPath, eventQuery, timestamps, triggers } from "./schema.ts";
import type { EventService } from "./service.ts";

export function eventRoutes(events: EventService) {
  return [
    route({
      ...common,
      path: "/api/events/{ev_id}",
      summary: "Read an event",
      description:
        "As it is now: how often it occurred, which triggers fired, its notes. `actions_hint` adds what can be done with each field.",
      query: eventQuery,
      answer: { status: 200, schema: event },
      handle: async ({ principal, path, query }) =>
        json(
          await events.read(path.ev_id, principal!, {
            actionsHint: query.actions_hint,
            addTriggerData: query.add_trigger_data,
          }),
        ),
    }),
    route({
      ...common,
      path: "/api/events/{ev_id}/timestamps",
      summary: "List when an event occurred",
      description: "In the order of time, with the triggers that fired at each.",
      answer: { status: 200, schema: timestamps },
      handle: async ({ principal, path }) => json(await events.listTimestamps(path.ev_id, principal!)),
    }),
    route({
      ...common,
      path: "/api/events/{ev_id}/triggers",
      summary: "List what triggers an event fired",
      description: "With the time at which each fired.",
      answer: { status: 200, schema: triggers },
      handle: async ({ principal, path }) => json(await events.listTriggers(path.ev_id, principal!)),
    }),
  ];
}

const common = {
  method: "GET",
  who: "user",
  permission: "search_events",
  tag: "events",
  parameters: eventIdInPath,
} as const;

/** An event can have 65,535 occurrences: the worker writes the JSON, the main thread passes it on. */
function json(text: SharedJson): Response {
  return new Response(new Uint8Array(text), { headers: { "Content-Type": "application/json" } });
}
