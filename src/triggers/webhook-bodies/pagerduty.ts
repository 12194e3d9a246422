import { cutText } from "./cut-text.ts";
import type { ServiceAddress, ServiceCall, ServiceMessage } from "./service-message.ts";

/** The Events API v2 of PagerDuty, which others implement, too. Messages of one incident share its key, and end it. */
export function pagerdutyCall({ url, routingKey }: ServiceAddress, message: ServiceMessage): ServiceCall {
  if (message.isOver) return pagerdutyEnd({ url, routingKey }, message.incident);
  const { title, text, host, program, severity } = message;
  return {
    url,
    body: {
      ...{ routing_key: routingKey, dedup_key: message.incident, event_action: "trigger" },
      payload: {
        summary: cutText(`${title}: ${text}`.replaceAll(/\s+/g, " "), summaryCharactersMax),
        source: host === "" ? "vigie" : host,
        severity: severity <= 2 ? "critical" : severity === 3 ? "error" : severity === 4 ? "warning" : "info",
        timestamp: new Date(message.time * 1000).toISOString(),
        ...(program === "" ? {} : { component: program }),
        custom_details: { text: cutText(text, textCharactersMax), summary: message.summary },
      },
      client: "vigie",
      ...(message.url === ""
        ? {}
        : { client_url: message.url, links: [{ href: message.url, text: "Open the event" }] }),
    },
  };
}

export function pagerdutyEnd(
  { url, routingKey }: Pick<ServiceAddress, "url" | "routingKey">,
  incident: string,
): ServiceCall {
  return { url, body: { routing_key: routingKey, dedup_key: incident, event_action: "resolve" } };
}

/** As its API requires. */
const summaryCharactersMax = 1_024;
/** An event may have 512 KB; no one reads more than a page on a phone. */
const textCharactersMax = 4_096;
