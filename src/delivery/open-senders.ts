import { hostname } from "node:os";
import type { Logger } from "../lib/log.ts";
import { type DeliveryQueue, openDeliveryQueue } from "./delivery-queue.ts";
import { createMailSender, type MailSender, type MailServer } from "./mail.ts";
import { createWebhookSender, type WebhookSender } from "./webhook.ts";
import { createAddressReview } from "./webhook-addresses.ts";

/** What leaves this machine unasked: one of each for the whole service. */
export interface Senders {
  webhook: WebhookSender;
  /** Why no call would ever go to this valid URL, for whoever saves it; see `createAddressReview`. */
  reviewWebhook(url: string): string | undefined;
  mail: MailSender;
  /** For both: tries again. */
  queue: DeliveryQueue;
  /** Address of this service as its users write it, without a trailing slash; "": unknown, so no links. */
  publicUrl: string;
}

export interface SendersOptions {
  webhookAllow: readonly string[];
  smtpUrl: MailServer | undefined;
  /** "": vigie at the name of this machine. */
  smtpFrom: string;
  publicUrl: string;
  log: Logger;
}

/** To be closed by `queue.close()`. */
export function openSenders({ webhookAllow, smtpUrl, smtpFrom, publicUrl, log }: SendersOptions): Senders {
  return {
    webhook: createWebhookSender({ allowed: webhookAllow }),
    reviewWebhook: createAddressReview(webhookAllow),
    mail: createMailSender({ server: smtpUrl, from: smtpFrom === "" ? `vigie <vigie@${hostname()}>` : smtpFrom }),
    queue: openDeliveryQueue({ log }),
    publicUrl,
  };
}
