import { hostname } from "node:os";
import type { Logger } from "../lib/log.ts";
import { createMailSender, type MailSender, type MailServer } from "./mail.ts";
import { type OutgoingQueue, openOutgoingQueue } from "./outgoing-queue.ts";
import { createWebhookSender, type WebhookSender } from "./webhook.ts";
import { createAddressReview } from "./webhook-addresses.ts";

/** Senders of messages that leave this machine unasked: one of each for the whole service. */
export interface Senders {
  webhook: WebhookSender;
  /** Reason why this valid URL would never be called, shown when it is saved; see `createAddressReview`. */
  reviewWebhook(url: string): string | undefined;
  mail: MailSender;
  /** Retries for both. */
  queue: OutgoingQueue;
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

/** Close it with `queue.close()`. */
export function openSenders({ webhookAllow, smtpUrl, smtpFrom, publicUrl, log }: SendersOptions): Senders {
  return {
    webhook: createWebhookSender({ allowed: webhookAllow }),
    reviewWebhook: createAddressReview(webhookAllow),
    mail: createMailSender({ server: smtpUrl, from: smtpFrom === "" ? `vigie <vigie@${hostname()}>` : smtpFrom }),
    queue: openOutgoingQueue({ log }),
    publicUrl,
  };
}
