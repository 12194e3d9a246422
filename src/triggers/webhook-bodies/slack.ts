import { escapeMarkup, escapeWithin, withoutFences } from "./cut-text.ts";
import type { ServiceAddress, ServiceCall, ServiceMessage } from "./service-message.ts";

/**
 * An incoming webhook of Slack: blocks, and the text for notifications. Texts in mrkdwn have `&`, `<` and `>` as
 * entities, so that an event cannot call a whole channel.
 */
export function slackCall({ url }: ServiceAddress, message: ServiceMessage): ServiceCall {
  const title = escapeWithin(message.title, titleCharactersMax, escapeMarkup);
  const summary = escapeWithin(message.summary, titleCharactersMax, escapeMarkup);
  const text = escapeWithin(withoutFences(message.text), textCharactersMax, escapeMarkup);
  const section = (mrkdwn: string) => ({ type: "section", text: { type: "mrkdwn", text: mrkdwn } });
  const link = message.url === "" ? [] : [section(`<${escapeMarkup(message.url)}|Open the event>`)];
  return {
    url,
    body: {
      text: `${title}: ${text}`,
      blocks: [section(summary === "" ? `*${title}*` : `*${title}*\n${summary}`), section(codeOf(text)), ...link],
    },
  };
}

/** A section takes 3,000 characters, of which the fence is six. */
const textCharactersMax = 2_900;
const titleCharactersMax = 600;

function codeOf(text: string): string {
  return `\`\`\`${text === "" ? " " : text}\`\`\``;
}
