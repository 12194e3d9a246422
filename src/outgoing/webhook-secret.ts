import { invalidField } from "../lib/errors.ts";
import { placeOf } from "./webhook-url.ts";

/** Of a trigger or a schedule; null: it calls none. */
interface Webhook {
  url: string;
  routing_key?: string;
}

/** The path of a webhook is often its password: only the owner of what calls it and superusers read it. */
export function seesWebhook(
  { isSuperuser, userId }: { isSuperuser: boolean; userId: number },
  ownerId: number,
): boolean {
  return isSuperuser || userId === ownerId;
}

/** The webhook as others see it: only the host. */
export function withoutSecret<Some extends Webhook>(webhook: Some | null): Some | null {
  return (
    webhook && {
      ...webhook,
      url: hiddenUrl(webhook.url),
      ...(webhook.routing_key ? { routing_key: hiddenText } : {}),
    }
  );
}

/** Merges a webhook sent back by a caller who was shown a masked address: the address stays. */
export function keepSecret<Some extends Webhook>(
  wanted: Some | null | undefined,
  before: Some | null,
): Some | null | undefined {
  if (!keepsSecret(wanted, before)) return wanted;
  const isKeyKept = wanted?.routing_key === hiddenText && before?.routing_key !== undefined;
  return wanted && { ...wanted, url: before!.url, ...(isKeyKept ? { routing_key: before.routing_key } : {}) };
}

/** Throws when the address stays, but with another owner, who could then read it. `field`: of the address. */
export function requireSameOwner(wanted: Webhook | null | undefined, before: Webhook | null, field: string): void {
  if (keepsSecret(wanted, before))
    throw invalidField(field, "Give the whole address again: only the owner so far may read it.");
}

function keepsSecret(wanted: Webhook | null | undefined, before: Webhook | null): boolean {
  return before !== null && (wanted === undefined || wanted?.url === hiddenUrl(before.url));
}

function hiddenUrl(url: string): string {
  return `${placeOf(new URL(url))}/${hiddenText}`;
}

const hiddenText = "***";
