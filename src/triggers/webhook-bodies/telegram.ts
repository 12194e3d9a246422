import { escapeMarkup, escapeWithin } from "./cut-text.ts";
import type { ServiceAddress, ServiceCall, ServiceMessage } from "./service-message.ts";

/** `sendMessage` of a Telegram bot, whose token is part of the address: HTML with four entities. */
export function telegramCall({ url, chatId }: ServiceAddress, message: ServiceMessage): ServiceCall {
  const title = escapeWithin(message.title, titleCharactersMax, escapeMarkup);
  const summary = escapeWithin(message.summary, titleCharactersMax, escapeMarkup);
  const text = escapeWithin(message.text, textCharactersMax, escapeMarkup);
  const lines = [
    `<b>${title}</b>`,
    summary,
    text === "" ? "" : `<pre>${text}</pre>`,
    message.url === "" ? "" : `<a href="${escapeMarkup(message.url).replaceAll('"', "&quot;")}">Open the event</a>`,
  ];
  return {
    url,
    body: {
      chat_id: chatId,
      text: lines.filter((line) => line !== "").join("\n"),
      parse_mode: "HTML",
      link_preview_options: { is_disabled: true },
    },
  };
}

/** A message takes 4,096 characters; counting them with their escapes is on the safe side. */
const textCharactersMax = 3_000;
const titleCharactersMax = 300;
