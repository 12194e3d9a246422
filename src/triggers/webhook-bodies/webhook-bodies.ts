import { mattermostCall } from "./mattermost.ts";
import { ntfyCall, splitTopic } from "./ntfy.ts";
import { pagerdutyCall } from "./pagerduty.ts";
import type { ServiceAddress, ServiceCall, ServiceMessage } from "./service-message.ts";
import { slackCall } from "./slack.ts";
import { teamsCall } from "./teams.ts";
import { telegramCall } from "./telegram.ts";

/** Services that need bodies of their own. */
export const serviceNames = ["slack", "teams", "mattermost", "telegram", "ntfy", "pagerduty"] as const;
export type ServiceName = (typeof serviceNames)[number];

/** A message in the format of that service. The address has been checked by `addressProblem`. */
export const serviceCalls: Readonly<
  Record<ServiceName, (address: ServiceAddress, message: ServiceMessage) => ServiceCall>
> = {
  slack: slackCall,
  teams: teamsCall,
  mattermost: mattermostCall,
  telegram: telegramCall,
  ntfy: ntfyCall,
  pagerduty: pagerdutyCall,
};

/** Finds a value that the service needs and the address lacks, with the field to blame; undefined: nothing. */
export function addressProblem(
  service: ServiceName,
  { url, chatId, routingKey }: ServiceAddress,
): { field: "url" | "chat_id" | "routing_key"; message: string } | undefined {
  if (service === "telegram" && chatId === "")
    return { field: "chat_id", message: "Telegram needs the id of a chat, or the @name of a channel." };
  if (service === "telegram" && !/\/bot[^/]+\/sendMessage$/.test(URL.parse(url)?.pathname ?? ""))
    return { field: "url", message: "Expected https://api.telegram.org/bot<token>/sendMessage." };
  if (service === "pagerduty" && routingKey === "")
    return { field: "routing_key", message: "PagerDuty needs the integration key of a service." };
  if (service === "ntfy" && splitTopic(url) === undefined)
    return { field: "url", message: "Expected an address that ends with the topic, such as https://ntfy.sh/alerts." };
  return undefined;
}
