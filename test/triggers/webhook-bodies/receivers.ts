import * as z from "zod";
import type { ServiceName } from "../../../src/triggers/webhook-bodies/webhook-bodies.ts";

/** What a person sees of a message in each service, read as the service's documentation says; throws when it is refused. */
export const shownBy: Readonly<Record<ServiceName, (body: unknown) => { title: string; text: string }>> = {
  slack(body) {
    const { text, blocks } = slackBody.parse(body);
    for (const mrkdwn of [text, ...blocks.map((block) => block.text.text)]) requireEntities(mrkdwn);
    const code = /^```(.*)```$/s.exec(blocks[1]!.text.text)![1]!;
    if (code.includes("```")) throw new Error("the code ends too early");
    const title = /^\*(.*)\*/.exec(blocks[0]!.text.text)![1]!;
    return { title: withoutEntities(title), text: shownCode(withoutEntities(code)) };
  },
  teams(body) {
    const bytes = Buffer.byteLength(JSON.stringify(body));
    if (bytes > 28_000) throw new Error(`${bytes} bytes`);
    const runs = teamsBody.parse(body).attachments[0]!.content.body.map(({ inlines }) => inlines[0]!);
    return { title: runs[0]!.text, text: runs.find(({ fontType }) => fontType === "Monospace")!.text };
  },
  mattermost(body) {
    const { text } = z.strictObject({ text: z.string().max(4_000) }).parse(body);
    const [, title, code] = /^\*\*(.*)\*\*\n```\n(.*)\n```(?:\n\[[\w ]+\]\(<[^<>]*>\))?$/s.exec(text)!;
    if (code!.includes("```")) throw new Error("the code ends too early");
    // The summary has a line of its own.
    return { title: title!.replaceAll(/\\(.)/g, "$1"), text: shownCode(code!.slice(code!.indexOf("\n") + 1)) };
  },
  telegram(body) {
    const { text } = telegramBody.parse(body);
    const [, title, code] = /^<b>([^<]*)<\/b>\n[^<]*<pre>([^<]*)<\/pre>(?:\n<a href="[^"<>]*">[^<]*<\/a>)?$/.exec(
      text,
    )!;
    requireEntities(title!);
    requireEntities(code!);
    return { title: withoutEntities(title!), text: withoutEntities(code!) };
  },
  ntfy(body) {
    const { title, message } = ntfyBody.parse(body);
    if (Buffer.byteLength(message) > 4_096) throw new Error("it would be attached as a file");
    return { title, text: message.slice(0, message.lastIndexOf("\n")) };
  },
  pagerduty(body) {
    const { payload } = pagerdutyBody.parse(body);
    return { title: payload.summary, text: payload.custom_details.text };
  },
};

const section = z.strictObject({
  type: z.literal("section"),
  text: z.strictObject({ type: z.literal("mrkdwn"), text: z.string().min(1).max(3_000) }),
});
const slackBody = z.strictObject({ text: z.string().max(40_000), blocks: z.array(section).min(2).max(50) });

const textRun = z.strictObject({
  type: z.literal("TextRun"),
  text: z.string(),
  weight: z.literal("Bolder").optional(),
  size: z.literal("Medium").optional(),
  color: z.enum(["Default", "Good", "Warning", "Attention"]).optional(),
  isSubtle: z.boolean().optional(),
  fontType: z.literal("Monospace").optional(),
});
const teamsBody = z.strictObject({
  type: z.literal("message"),
  attachments: z.tuple([
    z.strictObject({
      contentType: z.literal("application/vnd.microsoft.card.adaptive"),
      contentUrl: z.null(),
      content: z.strictObject({
        $schema: z.literal("http://adaptivecards.io/schemas/adaptive-card.json"),
        type: z.literal("AdaptiveCard"),
        version: z.literal("1.2"),
        msteams: z.strictObject({ width: z.literal("Full") }),
        body: z.array(z.strictObject({ type: z.literal("RichTextBlock"), inlines: z.tuple([textRun]) })).min(1),
        actions: z
          .tuple([z.strictObject({ type: z.literal("Action.OpenUrl"), title: z.string(), url: z.url() })])
          .optional(),
      }),
    }),
  ]),
});

const telegramBody = z.strictObject({
  chat_id: z.string().min(1),
  text: z.string().min(1).max(4_096),
  parse_mode: z.literal("HTML"),
  link_preview_options: z.strictObject({ is_disabled: z.literal(true) }),
});

const ntfyBody = z.strictObject({
  topic: z.string().regex(/^[-_A-Za-z0-9]{1,64}$/),
  title: z.string().max(250),
  message: z.string(),
  priority: z.int().min(1).max(5),
  tags: z.array(z.string()),
  click: z.url().optional(),
});

const pagerdutyBody = z.strictObject({
  routing_key: z.string().min(1),
  dedup_key: z.string().min(1).max(255),
  event_action: z.literal("trigger"),
  payload: z.strictObject({
    summary: z.string().min(1).max(1_024),
    source: z.string().min(1),
    severity: z.enum(["critical", "error", "warning", "info"]),
    timestamp: z.iso.datetime(),
    component: z.string().optional(),
    custom_details: z.strictObject({ text: z.string(), summary: z.string() }),
  }),
  client: z.string(),
  client_url: z.url().optional(),
  links: z.array(z.strictObject({ href: z.url(), text: z.string() })).optional(),
});

/** Every `&` begins one of three entities, and `<` only stands in front of a link of ours. */
function requireEntities(text: string): void {
  if (/&(?!amp;|lt;|gt;)/.test(text)) throw new Error(`not escaped: ${text}`);
  if (/<(?!https?:[^<>]*>)/.test(text)) throw new Error(`not escaped: ${text}`);
}

function withoutEntities(text: string): string {
  return text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}

function shownCode(code: string): string {
  return code.replaceAll("\u200b", "");
}
