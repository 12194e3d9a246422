import { cutText, withoutFences } from "./cut-text.ts";
import type { ServiceAddress, ServiceCall, ServiceMessage } from "./service-message.ts";

/**
 * An incoming webhook of Mattermost (Rocket.Chat takes the same): Markdown, with all text from events inside a fence,
 * where no one is mentioned and no character is markup.
 */
export function mattermostCall({ url }: ServiceAddress, message: ServiceMessage): ServiceCall {
  const said = [message.summary, message.text].filter((part) => part !== "").join("\n");
  const text = cutText(withoutFences(said), textCharactersMax);
  const link = message.url === "" ? "" : `\n[Open the event](<${encodeAngles(message.url)}>)`;
  const title = cutText(message.title, titleCharactersMax).replaceAll(signs, "\\$&");
  return { url, body: { text: `**${title}**\n\`\`\`\n${text}\n\`\`\`${link}` } };
}

/** A post takes 16,383 characters, one of an old server 4,000. */
const textCharactersMax = 3_000;
const titleCharactersMax = 255;
/** Markup of Markdown; `@` would call people. */
const signs = /[\\`*_{}[\]<>()#+!|~@-]/g;

function encodeAngles(url: string): string {
  return url.replaceAll("<", "%3C").replaceAll(">", "%3E");
}
