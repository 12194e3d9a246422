import * as z from "zod";
import { webhookMethods } from "../../outgoing/webhook.ts";
import { describeUrlProblem } from "../../outgoing/webhook-url.ts";
import { defaultTemplates } from "../../triggers/actions/message-values.ts";
import { addressOf } from "../../triggers/actions/outgoing.ts";
import { nameCharactersMax } from "../../triggers/limits.ts";
import { addressProblem, serviceNames } from "../../triggers/webhook-bodies/webhook-bodies.ts";
import { placeholderHelp, template, text } from "./field-schemas.ts";

const services = ["custom", ...serviceNames] as const;

const contentType = z
  .string()
  .regex(/^[\w.+-]+\/[\w.+-]+(?:; ?[\w.+-]+=[\w.+-]+)*$/, {
    error: "Expected a media type, such as application/json.",
  })
  .max(255);

/** The URL a trigger calls; well-known services get bodies of their own. */
export const sendWebhook = z
  .object({
    service: z
      .enum(services)
      .default("custom")
      .describe(
        "Source of the body: custom uses the template; a service gets a body in its own format, POSTed as JSON.",
      ),
    url: z
      .string()
      .superRefine((url, context) => {
        const problem = describeUrlProblem(url);
        if (problem !== undefined) context.addIssue({ code: "custom", message: problem });
      })
      .describe("For ntfy with the topic, for Telegram https://api.telegram.org/bot<token>/sendMessage."),
    method: z.enum(webhookMethods).default("POST"),
    content_type: contentType.default("application/json"),
    template: template(
      `The body, or for a service that is named the text in it; by default the event's line. ${placeholderHelp} Values are escaped where the content type is JSON.`,
    ).optional(),
    chat_id: z
      .union([text(nameCharactersMax), z.int().transform(String)])
      .default("")
      .describe("Telegram alone: the chat."),
    routing_key: text(nameCharactersMax).default("").describe("PagerDuty alone: the integration key of the service."),
  })
  .superRefine((webhook, context) => {
    const { service, method, content_type } = webhook;
    if (service === "custom") return;
    const problem = addressProblem(service, addressOf({ ...webhook, template: "" }));
    if (problem) context.addIssue({ code: "custom", path: [problem.field], message: problem.message });
    const refuse = (field: string, wanted: string) =>
      context.addIssue({ code: "custom", path: [field], message: `What goes to ${service} is ${wanted}.` });
    if (method !== "POST") refuse("method", "POSTed");
    if (content_type !== "application/json") refuse("content_type", "application/json");
  })
  .transform(({ template: wanted, ...webhook }) => ({
    ...webhook,
    template: wanted ?? (webhook.service === "custom" ? defaultTemplates.webhook : defaultTemplates.service),
  }));

/** As it is shown. */
export const shownWebhook = z.object({
  service: z.string(),
  url: z.string().describe("For others than the owner and superusers the host alone."),
  method: z.string(),
  content_type: z.string(),
  template: z.string(),
  chat_id: z.string(),
  routing_key: z.string().describe("For others than the owner and superusers hidden."),
});
