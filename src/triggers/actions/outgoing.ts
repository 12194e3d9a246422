import type { AbsenceRow } from "../../db/schema/absences.ts";
import type { OwedContent } from "../../db/schema/owed-messages.ts";
import type { TriggerRow, TriggerWebhook } from "../../db/schema/triggers.ts";
import { fillTemplate } from "../../eventstore/event/event-template.ts";
import type { DueAction } from "../fired-report.ts";
import { pagerdutyEnd } from "../webhook-bodies/pagerduty.ts";
import type { ServiceAddress, ServiceMessage } from "../webhook-bodies/service-message.ts";
import { serviceCalls } from "../webhook-bodies/webhook-bodies.ts";
import { defaultTemplates } from "./message-values.ts";
import { fillLines, fillSentence, insideJson, oneLine } from "./template.ts";

type Values = (name: string) => string;

/** Messages of an action to other machines: a mail, a call, both or nothing. */
export function outgoingOf(trigger: TriggerRow, action: DueAction, values: Values): OwedContent[] {
  const messages = [mailOf(trigger, values), webhookOf(trigger, action, values)];
  const order = action.about === undefined ? {} : { incident: incidentOf(trigger.id, action.about) };
  return messages.filter((message) => message !== undefined).map((message) => ({ ...message, ...order }));
}

/** Calls that end the incidents of these absences, where a service keeps them open until it is told; else none. */
export function endCallsOf({ id, sendWebhook }: TriggerRow, told: readonly AbsenceRow[]): OwedContent[] {
  if (sendWebhook?.service !== "pagerduty") return [];
  const abouts = new Set(told.map(({ value, isShared }) => (isShared ? "" : value)));
  return Array.from(abouts, (about) => {
    const incident = incidentOf(id, about);
    const { url, body } = pagerdutyEnd(addressOf(sendWebhook), incident);
    return { ...jsonCall(url, body), incident };
  });
}

/** URL of a webhook, in the form that the services take. */
export function addressOf({ url, chat_id = "", routing_key = "" }: TriggerWebhook): ServiceAddress {
  return { url, chatId: chat_id, routingKey: routing_key };
}

function mailOf({ sendEmail }: TriggerRow, values: Values): OwedContent | undefined {
  if (sendEmail === null) return undefined;
  const { to, subject, template } = sendEmail;
  return {
    kind: "mail",
    to,
    subject: oneLine(fillSentence(subject, defaultTemplates.subject, values), subjectCharactersMax),
    text: withOthers(fillLines(template, defaultTemplates.mail, values), template, values),
  };
}

function webhookOf(trigger: TriggerRow, action: DueAction, values: Values): OwedContent | undefined {
  const webhook = trigger.sendWebhook;
  if (webhook === null) return undefined;
  const { service = "custom", template } = webhook;
  if (service === "custom") return customCall(webhook, values);
  const text = withOthers(fillSentence(template, defaultTemplates.service, values), template, values).trimEnd();
  const message = serviceMessage(trigger, action, text, values);
  const { url, body } = serviceCalls[service](addressOf(webhook), message);
  return jsonCall(url, body);
}

function jsonCall(url: string, body: unknown): OwedContent {
  return { kind: "webhook", url, method: "POST", contentType: "application/json", body: JSON.stringify(body) };
}

/** Templates that do not name the other new patterns have them at the end: nobody hears of them a second time. */
function withOthers(text: string, template: string, values: Values): string {
  const others = values("others");
  if (others === "" || /\$\{ *others *\}/.test(template)) return text;
  return `${text.trimEnd()}\n\n${others}\n`;
}

function customCall({ url, method, content_type: contentType, template }: TriggerWebhook, values: Values): OwedContent {
  const fill = /\bjson\b/i.test(contentType) ? (name: string) => insideJson(values(name)) : values;
  return { kind: "webhook", url, method, contentType, body: fillTemplate(template, fill) };
}

function serviceMessage(trigger: TriggerRow, action: DueAction, text: string, values: Values): ServiceMessage {
  const { event, firedCount, isOver = false } = action;
  // Each new pattern is an incident of its own: as part of an open one, nobody would be called.
  const { about = trigger.isNewPattern ? event.id : "" } = action;
  const name = oneLine(trigger.name, titleCharactersMax);
  const often = firedCount > 1 ? `${firedCount} times since the last message` : "";
  return {
    title: isOver ? `${name}: over` : name,
    summary: [values("severity_name"), often].filter((part) => part !== "").join(", "),
    text,
    url: values("url"),
    severity: event.severity,
    time: event.time,
    host: event.host,
    program: event.program,
    incident: incidentOf(trigger.id, about),
    isOver,
  };
}

/** At most 255 characters, the limit of PagerDuty; the subject may be longer. */
function incidentOf(triggerId: number, about: string): string {
  if (about === "") return `vigie-trigger-${triggerId}`;
  const digest = new Bun.CryptoHasher("sha256").update(about).digest("hex");
  return `vigie-trigger-${triggerId}-${digest.slice(0, 32)}`;
}

const subjectCharactersMax = 200;
const titleCharactersMax = 255;
