import type { TriggerRow } from "../../db/schema/triggers.ts";
import type { Principal } from "../../http/access/principal.ts";
import { invalidField } from "../../lib/errors.ts";
import { placeOf } from "../../outgoing/webhook-url.ts";

type Webhook = TriggerRow["sendWebhook"];

/** The path of a webhook is often its password: only the trigger's owner and superusers read it. */
export function seesWebhook({ isSuperuser, userId }: Principal, ownerId: number): boolean {
  return isSuperuser || userId === ownerId;
}

/** The webhook as others see it: only the host. */
export function withoutSecret(webhook: Webhook): Webhook {
  return (
    webhook && {
      ...webhook,
      url: hiddenUrl(webhook.url),
      ...(webhook.routing_key ? { routing_key: hiddenText } : {}),
    }
  );
}

/**
 * Merges a webhook sent back by a caller who was shown a masked address: the address stays. Throws when he gives the
 * trigger to another owner, who could then read it.
 */
export function keepSecret(wanted: Webhook | undefined, before: Webhook, isOtherOwner: boolean): Webhook | undefined {
  const isKept = before !== null && (wanted === undefined || wanted?.url === hiddenUrl(before.url));
  if (!isKept) return wanted;
  if (isOtherOwner)
    throw invalidField("send_webhook.url", "Give the whole address again: only the owner so far may read it.");
  const isKeyKept = wanted?.routing_key === hiddenText && before.routing_key !== undefined;
  return wanted && { ...wanted, url: before.url, ...(isKeyKept ? { routing_key: before.routing_key } : {}) };
}

function hiddenUrl(url: string): string {
  return `${placeOf(new URL(url))}/${hiddenText}`;
}

const hiddenText = "***";
