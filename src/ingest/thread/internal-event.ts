import { hostname } from "node:os";
import { eventTypes } from "../../eventstore/event/event.ts";
import type { Delivery } from "../intake.ts";

/** An event that the service writes about itself: a warning of type INTERNAL. */
export function internalEvent(message: string, tags: Record<string, string>): Delivery {
  const event = { host: hostname(), program: "vigie", severity: 4, facility: "DAEMON", message, user_tags: tags };
  return {
    ...{ bytes: new TextEncoder().encode(JSON.stringify(event)), format: "events", contentEncoding: "" },
    ...{ mediaType: "application/json", idempotencyKey: "", address: "127.0.0.1" },
    protocol: "internal",
    type: eventTypes.indexOf("INTERNAL"),
  };
}
