import type { OwedContent } from "../../db/schema/owed-messages.ts";
import type { TriggerRow } from "../../db/schema/triggers.ts";
import type { Principal } from "../../http/access/principal.ts";
import { type Clock, nowSeconds, systemClock } from "../../lib/clock.ts";
import { AppError, invalidFields, messageOf } from "../../lib/errors.ts";
import type { Senders } from "../../outgoing/open-senders.ts";
import { seesWebhook } from "../../outgoing/webhook-secret.ts";
import { placeOf } from "../../outgoing/webhook-url.ts";
import { messageValues } from "../../triggers/actions/message-values.ts";
import { outgoingOf } from "../../triggers/actions/outgoing.ts";
import type { DueAction } from "../../triggers/fired-report.ts";
import { testsAtATimeMax } from "./limits.ts";
import type { TestAnswer, TestBody } from "./schema.ts";
import type { TriggerService } from "./service.ts";

export type TestService = ReturnType<typeof createTestService>;

export interface TestServiceParts {
  triggers: Pick<TriggerService, "find" | "requirePermitted">;
  senders: Pick<Senders, "webhook" | "mail" | "publicUrl">;
  clock?: Clock;
}

/** Sends a trigger's message once and immediately, about an invented event. */
export function createTestService({ triggers, senders, clock = systemClock }: TestServiceParts) {
  let running = 0;
  return {
    /** One that is not stored yet. */
    async test({ name = "", send_email = null, send_webhook = null }: TestBody) {
      triggers.requirePermitted({ sendWebhook: send_webhook }, null);
      return send({ id: 0, name, sendEmail: send_email, sendWebhook: send_webhook }, true);
    },

    async testOf(principal: Principal, id: number) {
      const trigger = triggers.find(principal, id);
      return send(trigger, seesWebhook(principal, trigger.ownerId));
    },
  };

  async function send(trigger: Tested, showsBody: boolean): Promise<TestAnswer> {
    const name = trigger.name.trim() === "" ? "trigger" : trigger.name;
    const titled = { ...trigger, name: `Test: ${name}` } as TriggerRow;
    const action = madeUp(name, nowSeconds(clock));
    const messages = outgoingOf(titled, action, messageValues(action, titled, senders.publicUrl));
    if (messages.length === 0)
      throw invalidFields({ send_webhook: ["Nothing to test: neither send_webhook nor send_email is given."] });
    if (running >= testsAtATimeMax)
      throw new AppError("too_many", "Other tests are still being sent. Try again in some seconds.", {
        headers: { "Retry-After": "10" },
      });
    running++;
    try {
      return { deliveries: await Promise.all(messages.map((message) => tryOnce(message, showsBody))) };
    } finally {
      running--;
    }
  }

  async function tryOnce(message: OwedContent, showsBody: boolean): Promise<TestAnswer["deliveries"][number]> {
    const { kind } = message;
    const place = kind === "mail" ? senders.mail.place : placeOf(new URL(message.url));
    const body = showsBody ? (kind === "mail" ? message.text : message.body) : null;
    try {
      const answer =
        kind === "mail" ? await senders.mail.send(message) : answerText(await senders.webhook(message), showsBody);
      return { kind, place, is_delivered: true, error: null, answer: answer ?? null, body };
    } catch (error) {
      return { kind, place, is_delivered: false, error: messageOf(error), answer: null, body };
    }
  }
}

type Tested = Pick<TriggerRow, "id" | "name" | "sendEmail" | "sendWebhook">;

function answerText({ status, body }: { status: number; body: string }, showsBody: boolean): string {
  const text = showsBody ? body.trim().slice(0, answerCharactersMax).toWellFormed() : "";
  return text === "" ? String(status) : `${status} ${text}`;
}

const answerCharactersMax = 200;

function madeUp(name: string, time: number): DueAction {
  const event = {
    id: "",
    time,
    host: "example-host",
    program: "vigie",
    severity: 6,
    facility: 1,
    message: `This is a test of the trigger "${name}". Signs such as <b>, &amp; and \`\`\` are to be seen as they are.`,
    tags: [],
  };
  return { triggerId: 0, firedCount: 1, event, about: "test" };
}
